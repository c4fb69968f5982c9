import type { Import } from "../../../adapters/parser/facts/Facts.ts"
import { builtinModule, externalModule, type LinkRules, type Session } from "../LinkRules.ts"
import { external, join, type Meaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { findCsharpExtension, findKotlinExtension } from "./extensions.ts"

/** How a language names packages. */
interface Packages {
  readonly separator: string
  /** First segments of packages of the language's library. */
  readonly builtin: ReadonlySet<string>
  /** Extensions of files that see each other. */
  readonly extensions: RegExp
  /** Whether a package sees names of the packages around it. */
  readonly isNested: boolean
  /** Whether several files may declare parts of one type. */
  readonly hasParts: boolean
  /** Whether an import may name a package: `use Acme\Net`, then `Net\Socket`. */
  readonly importsPackages: boolean
  /** First segments of qualified names, as opposed to other names. */
  readonly roots: RegExp
}

/** Which of several extensions of one name is meant depends on what is before the dot. */
const withoutExtensions = (found: ReadonlyArray<readonly [Module, ReadonlyArray<number>]>): typeof found => {
  const names = new Set(
    found.flatMap(([module, members]) => members.map((member) => module.definition(member)?.qualifiedName))
  )
  if (names.size < 2) return found
  return found.map(([module, members]) => [
    module,
    members.filter((member) => module.definition(member)?.parameters.length === 0)
  ])
}

/** A name that files of a package define at the top level. */
const findInPackage = (
  session: Session,
  { extensions, hasParts }: Packages,
  name: string,
  inPackage: string
): Meaning => {
  const found = session
    .list("name", name)
    .filter((path) => extensions.test(path))
    .map((path) => session.open(path))
    .filter((module) => module !== undefined)
    .filter(({ visible }) => visible.package === inPackage)
    .map((module) => [module, module.members("", name)] as const)
  const all = withoutExtensions(found).map(([module, members]) => session.symbols(module, members))
  // A part leads to all others.
  return join(hasParts ? all.slice(0, 1) : all)
}

/** What a qualified name means: a name of a package, or a member of one, which may be nested. */
const findQualified = (session: Session, packages: Packages, parts: ReadonlyArray<string>): Meaning => {
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const name = parts[at]
    const found =
      name === undefined ? unknown : findInPackage(session, packages, name, parts.slice(0, at).join(packages.separator))
    if (found !== unknown) return parts.slice(at + 1).reduce((of, each) => session.member(of, each), found)
  }
  return unknown
}

/** A name that no file of the view declares: that of a package, perhaps. */
const outside = ({ importsPackages, separator }: Packages, name: string, parts: ReadonlyArray<string>): Meaning =>
  importsPackages ? external(name, parts.join(separator)) : external(name)

/** A name of a package or of those around it, or a qualified name relative to them. */
const fromPackages = (session: Session, packages: Packages, name: string, own: string): Meaning => {
  const { separator } = packages
  if (name.startsWith(separator)) return findQualified(session, packages, name.slice(separator.length).split(separator))
  const names = name.split(separator)
  const around = own === "" ? [] : own.split(separator)
  for (let length = around.length; length >= 0; length -= 1) {
    const found = findQualified(session, packages, [...around.slice(0, length), ...names])
    if (found !== unknown || !packages.isNested) return found
  }
  return unknown
}

/** Names brought by `import a.b.*`, of a package or of a type. */
const fromWildcard = (session: Session, packages: Packages, { module }: Omit<Import, "line">, name: string) => {
  const parts = module.split(packages.separator).filter((part) => part !== "")
  return findQualified(session, packages, [...parts, name])
}

/** A name of the file's package or of those around it, or one that a wildcard brings. */
const findVisible = (session: Session, packages: Packages, module: Module, name: string): Meaning => {
  const own = fromPackages(session, packages, name, module.visible.package)
  if (own !== unknown) return own
  for (const index of module.imports("")) {
    const wildcard = module.import(index)
    const found = wildcard?.imported === "*" ? fromWildcard(session, packages, wildcard, name) : unknown
    if (found !== unknown) return found
  }
  return unknown
}

const makeFindImport =
  (packages: Packages): LinkRules["findImport"] =>
  (session, from, { imported, module }) => {
    const parts = module.split(packages.separator).filter((part) => part !== "")
    if (imported === "*") return { tag: "folder", path: parts.join(packages.separator) }
    const names = [...parts, imported]
    // An alias of a type that the file sees: `using Row = Table<int>`.
    const isAlias = packages.isNested && parts.length === 0
    const found = isAlias ? findVisible(session, packages, from, imported) : findQualified(session, packages, names)
    return found === unknown ? outside(packages, imported, names) : found
  }

/** Other files of the package that declare a type of the same name. */
const partsOf =
  ({ extensions }: Packages): LinkRules["otherParts"] =>
  (session, { definition, module }) =>
    session
      .list("name", module.definition(definition)?.qualifiedName ?? "")
      .filter((path) => path !== module.path && extensions.test(path))
      .map((path) => session.open(path))
      .filter((other) => other !== undefined)
      .filter(({ visible }) => visible.package === module.visible.package)

const makeFindGlobal =
  (packages: Packages): LinkRules["findGlobal"] =>
  (session: Session, module: Module, name: string): Meaning => {
    const found = findVisible(session, packages, module, name)
    if (found !== unknown) return found
    // The first segment of a qualified name.
    if (packages.roots.test(name)) return { tag: "folder", path: name }
    return outside(packages, name, module.visible.package === "" ? [name] : [module.visible.package, name])
  }

/** Languages whose files declare the package they belong to, whatever their path. */
const makePackageRules = (packages: Packages): LinkRules => ({
  makeResolve: () => (_, module) =>
    packages.builtin.has(module.split(packages.separator)[0] ?? module) ? builtinModule : externalModule,
  findExport: () => unknown,
  findImport: makeFindImport(packages),
  findInFolder: (session, folder, name) => {
    const found = findQualified(session, packages, [...folder.split(packages.separator), name])
    return found === unknown ? { tag: "folder", path: `${folder}${packages.separator}${name}` } : found
  },
  findGlobal: makeFindGlobal(packages),
  moduleValue: () => unknown,
  otherParts: packages.hasParts ? partsOf(packages) : () => [],
  callMakesInstance: true,
  separatesStatics: false,
  ordersBasesLast: false
})

const forJava = {
  separator: ".",
  builtin: new Set(["java", "javax", "jdk", "sun", "kotlin", "kotlinx", "scala"]),
  extensions: /\.(?:java|kts?|scala|sc)$/,
  isNested: false,
  hasParts: false,
  importsPackages: false,
  // Facts name the types of tuples and maps so.
  roots: /^(?!(?:tuple|map)$)[a-z]/
}

export const javaRules: LinkRules = { ...makePackageRules(forJava), checksArity: true }

/** Kotlin, which sees Java and has extensions in addition. */
export const kotlinRules: LinkRules = { ...javaRules, findExtension: findKotlinExtension }

export const scalaRules: LinkRules = makePackageRules({ ...forJava, isNested: true })

const forCsharp = {
  separator: ".",
  builtin: new Set(["System", "Microsoft", "Windows"]),
  extensions: /\.cs$/,
  isNested: true,
  hasParts: true,
  importsPackages: false,
  roots: /^(?!)/
}

export const csharpRules: LinkRules = {
  ...makePackageRules(forCsharp),
  checksArity: true,
  findExtension: findCsharpExtension
}

export const phpRules: LinkRules = makePackageRules({
  separator: "\\",
  builtin: new Set(),
  extensions: /\.(?:php|inc|phtml)$/i,
  isNested: false,
  hasParts: false,
  importsPackages: true,
  roots: /^(?!)/
})
