import type { DefinitionKind } from "../../../adapters/parser/facts/Facts.ts"
import { externalModule, type LinkRules, localModule, type Resolve, type Session } from "../LinkRules.ts"
import type { LinkView } from "../LinkView.ts"
import { external, join, type Meaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { cLibrary } from "./cLibrary.ts"
import { findFile } from "./findFile.ts"
import { baseNameOf, cFiles, folderOf, headerFiles } from "../paths.ts"

/** How a language names the files that a file takes in, and what it sees of others. */
interface Includes {
  /** Paths that a name may stand for. */
  readonly candidates: (name: string) => ReadonlyArray<string>
  /** Names of the library of the language: files of the project have them only where they lie next to who takes them in. */
  readonly library: RegExp
  /** Files of the language. */
  readonly files: RegExp
  /** Names that every file sees, if only one file defines them. */
  readonly shared: RegExp
  /** Files that only declare; what others define under the same name counts instead. */
  readonly headers: RegExp
  /** Whether a name of another folder must be declared by a file that is taken in, as the C library has its own names. */
  readonly needsDeclaration: boolean
  /** Kinds of what several files open, and of which each of them sees all. */
  readonly opened: ReadonlySet<string>
}

/** Maximum files that a file takes in, indirectly too; further ones are not looked at. */
const maxFiles = 200

const makeResolve =
  ({ candidates, library }: Includes) =>
  (view: LinkView): Resolve =>
  (from, name) => {
    const path = candidates(name)
      .map((each) => findFile(view, from, each, library))
      .find((each) => each !== undefined)
    return path === undefined ? externalModule : localModule(path)
  }

const findClosure = (session: Session, module: Module): ReadonlyArray<Module> => {
  const found = new Map<string, Module>()
  const rest = [module]
  for (const each of rest) {
    for (const { imported, module: name } of each.visible.imports) {
      const { path } = imported === "*" && found.size < maxFiles ? session.resolve(each.path, name) : externalModule
      const target = path === "" || path === module.path || found.has(path) ? undefined : session.open(path)
      if (target === undefined) continue
      found.set(path, target)
      rest.push(target)
    }
  }
  return [...found.values()]
}

const closures = new WeakMap<Session, Map<Module, ReadonlyArray<Module>>>()

/** The files that a file takes in, nearest first. */
const closureOf = (session: Session, module: Module): ReadonlyArray<Module> => {
  const known = closures.get(session) ?? new Map<Module, ReadonlyArray<Module>>()
  closures.set(session, known)
  const found = known.get(module) ?? findClosure(session, module)
  known.set(module, found)
  return found
}

const definedIn = (session: Session, module: Module, name: string, container = ""): Meaning => {
  const members = module.members(container, name)
  return members.length === 0 ? unknown : session.symbols(module, members)
}

/** Files that define a name, those that only declare it left out if others define it. */
const implementationsIn = (all: ReadonlyArray<string>, { headers }: Includes): ReadonlyArray<string> => {
  const defining = all.filter((path) => !headers.test(path))
  return defining.length > 0 ? defining : all
}

const definersOf = (session: Session, { files }: Includes, name: string): ReadonlyArray<string> =>
  session.list("name", name).filter((path) => files.test(path))

/** A name as it may be part of a file's: `LinkedList` in `linked_list.rb`. */
const toFileName = (name: string): string => name.replaceAll(/[-_]/g, "").toLowerCase()

/** The file that defines a name: the only one, or where several open it the one that is named after it. */
const findOnly = (all: ReadonlyArray<string>, { opened }: Includes, name: string): string | undefined => {
  if (all.length < 2) return all[0]
  const named = opened.has("class")
    ? all.filter((path) => toFileName(baseNameOf(path).replace(/\.\w+$/, "")) === toFileName(name))
    : []
  return named.length === 1 ? named[0] : undefined
}

const namespaces = new WeakMap<Module, ReadonlyArray<string>>()

/** Qualified names of the namespaces that a file opens, inner ones first. */
const namespacesOf = (module: Module, { opened }: Includes): ReadonlyArray<string> => {
  const found =
    namespaces.get(module) ??
    [
      ...new Set(
        module.visible.definitions.flatMap(({ kind, qualifiedName }) => (opened.has(kind) ? [qualifiedName] : []))
      )
    ].toSorted((a, b) => b.length - a.length)
  namespaces.set(module, found)
  return found
}

/** Kinds of types that are defined with their members, unlike a `typedef`, which may be of a type that another file defines. */
const withMembers: ReadonlySet<DefinitionKind> = new Set(["class", "struct", "enum"])

const isTypeWithMembers = (found: Meaning): boolean =>
  found.tag === "symbol" && found.module.group(found.definition).some(({ kind }) => withMembers.has(kind))

/** A name that files define in a namespace; none is empty. */
interface Sought {
  readonly name: string
  readonly container: string
  readonly all: ReadonlyArray<string>
}

/**
 * What a name means that some files define: the type of the nearest header that is taken in, as others that define it elsewhere
 * have one of their own; else what the only file defines, those that declare it left out.
 */
const findSeen = (session: Session, includes: Includes, module: Module, sought: Sought): Meaning => {
  const { all, container, name } = sought
  const nearest = closureOf(session, module).find(({ path }) => all.includes(path))
  const declared = nearest === undefined ? unknown : definedIn(session, nearest, name, container)
  if (nearest !== undefined && includes.headers.test(nearest.path) && isTypeWithMembers(declared)) return declared
  const only = findOnly(implementationsIn(all, includes), includes, name)
  const isSeen = nearest !== undefined || !includes.needsDeclaration
  const target = only !== undefined && isSeen ? session.open(only) : undefined
  return target === undefined ? declared : definedIn(session, target, name, container)
}

/** What a name means that other files define in a namespace which a file opens, too. */
const findInNamespaces = (session: Session, includes: Includes, module: Module, name: string): Meaning => {
  if (!includes.shared.test(name)) return unknown
  for (const container of namespacesOf(module, includes)) {
    const all = definersOf(session, includes, `${container}.${name}`)
    const found = findSeen(session, includes, module, { all, container, name })
    if (found !== unknown) return found
  }
  return unknown
}

/**
 * The type that the only header defines in a namespace which a file opens, too, without taking that header in: `class Pool;`
 * declares it ahead, and whoever uses its members takes in the rest.
 */
const findDeclaredAhead = (session: Session, includes: Includes, module: Module, name: string): Meaning => {
  for (const container of namespacesOf(module, includes)) {
    const all = definersOf(session, includes, `${container}.${name}`).filter((path) => includes.headers.test(path))
    const [only] = all
    const target = only === undefined || all.length > 1 ? undefined : session.open(only)
    const found = target === undefined ? unknown : definedIn(session, target, name, container)
    if (isTypeWithMembers(found)) return found
  }
  return unknown
}

const findWithoutNamespace = (session: Session, includes: Includes, module: Module, name: string): Meaning => {
  const isShared = includes.shared.test(name)
  const all = isShared ? definersOf(session, includes, name) : []
  if (isShared && all.length === 0) return external(name)
  const closure = closureOf(session, module)
  const isVisible = (path: string) =>
    folderOf(path) === folderOf(module.path) || closure.some((each) => each.path === path)
  const nearest = closure.find(({ path }) => includes.headers.test(path) && all.includes(path))
  const declared = nearest === undefined ? unknown : definedIn(session, nearest, name)
  if (isTypeWithMembers(declared)) return declared
  const only = findOnly(implementationsIn(all, includes), includes, name)
  if (only !== undefined && (!includes.needsDeclaration || all.some(isVisible))) {
    const target = session.open(only)
    if (target !== undefined) return definedIn(session, target, name)
  }
  const found = closure.map((each) => definedIn(session, each, name)).find((each) => each !== unknown)
  return found ?? (isShared && !includes.needsDeclaration ? unknown : external(name))
}

const makeFindGlobal =
  (includes: Includes): LinkRules["findGlobal"] =>
  (session, module, name) => {
    const inner = findInNamespaces(session, includes, module, name)
    if (inner !== unknown) return inner
    const outer = findWithoutNamespace(session, includes, module, name)
    const ahead = outer.tag === "external" ? findDeclaredAhead(session, includes, module, name) : unknown
    return ahead === unknown ? outer : ahead
  }

const moduleValue: LinkRules["moduleValue"] = (session, module) =>
  module.exports("=").length === 0 ? unknown : session.exported(module, "=")

const findExport: LinkRules["findExport"] = (session, module, name) => {
  const own = module.exports(name)
  if (own.length > 0) return join(own.map(({ value }) => session.evaluate(module, value)))
  const whole = moduleValue(session, module)
  return whole === unknown ? definedIn(session, module, name) : session.member(whole, name)
}

/** Languages that take in whole files. */
const makeIncludeRules = (includes: Includes): LinkRules => ({
  makeResolve: makeResolve(includes),
  findExport,
  findImport: (session, from, { imported, module }) => {
    const { path } = session.resolve(from.path, module)
    const target = path === "" ? undefined : session.open(path)
    if (target === undefined) return path === "" ? external(module) : unknown
    return imported === "*" ? { tag: "module", module: target } : session.exported(target, imported)
  },
  findInFolder: () => unknown,
  findGlobal: makeFindGlobal(includes),
  moduleValue,
  otherParts: (session, { definition, module }, name) => {
    const qualified = `${module.definition(definition)?.qualifiedName}.${name}`
    const all = implementationsIn(definersOf(session, includes, qualified), includes)
    const only = includes.shared.test(name) ? findOnly(all, includes, name) : undefined
    return (only === undefined ? all : [only])
      .filter((path) => path !== module.path)
      .map((path) => session.open(path))
      .filter((each) => each !== undefined)
  },
  callMakesInstance: true,
  separatesStatics: false,
  ordersBasesLast: false
})

const nothing = /^(?!)/

const cppNamespaces: ReadonlySet<string> = new Set(["namespace"])

/** Languages without headers, of which each file is taken in whole. */
const wholeFiles = { library: nothing, headers: nothing, needsDeclaration: false, opened: new Set<string>() }

/** C and C++: included files, and names that one file of the repository defines. */
export const cRules: LinkRules = makeIncludeRules({
  candidates: (name) => [name],
  library: cLibrary,
  files: cFiles,
  shared: /./,
  headers: headerFiles,
  needsDeclaration: true,
  opened: cppNamespaces
})

/** Ruby: required files, and constants that one file defines, or a file that is named after them. */
export const rubyRules: LinkRules = {
  ...makeIncludeRules({
    candidates: (name) => [name.endsWith(".rb") ? name : `${name}.rb`, `lib/${name}.rb`],
    library: nothing,
    files: /\.(?:rb|rake|gemspec|ru)$|(?:^|\/)Rakefile$/,
    shared: /^[A-Z]/,
    headers: nothing,
    needsDeclaration: false,
    opened: new Set(["class", "module"])
  }),
  separatesStatics: "methods",
  makingMember: "new"
}

/** Lua: required modules and what they return. */
export const luaRules: LinkRules = makeIncludeRules({
  ...wholeFiles,
  candidates: (name) => {
    const path = name.replaceAll(".", "/")
    return [`${path}.lua`, `${path}/init.lua`, name]
  },
  files: /\.lua$/,
  shared: nothing
})

/** Bash: functions of sourced files. */
export const bashRules: LinkRules = makeIncludeRules({
  ...wholeFiles,
  candidates: (name) => [name],
  files: /\.(?:sh|bash)$/,
  shared: nothing
})

/** Swift: names that one file defines. */
export const swiftRules: LinkRules = makeIncludeRules({
  ...wholeFiles,
  candidates: () => [],
  files: /\.swift$/,
  shared: /./
})
