import { builtinModule, externalModule, type LinkRules, localModule, type Resolve, type Session } from "../LinkRules.ts"
import type { LinkView } from "../LinkView.ts"
import { external, join, type Meaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { baseNameOf, below, folderOf } from "../paths.ts"
import { Crates } from "./crates.ts"

/** Files whose child modules are in their own folder. */
const ownsFolder = (path: string, isRoot: boolean): boolean => isRoot || baseNameOf(path) === "mod.rs"

/** Finds `crate`, `self`, `super`, `./name` for a child module, and crates by name. */
const makeResolve = (view: LinkView): Resolve => {
  const crates = new Crates(view)
  const isRoot = (path: string): boolean => crates.rootOf(path) === path || /(?:^|\/)(?:lib|main)\.rs$/.test(path)
  const childFolder = (path: string): string =>
    ownsFolder(path, isRoot(path)) ? folderOf(path) : path.replace(/\.rs$/, "")
  const child = (path: string, name: string): string | undefined =>
    [`${name}.rs`, `${name}/mod.rs`].map((each) => below(childFolder(path), each)).find((each) => view.has(each))
  const parent = (path: string): string | undefined => {
    if (isRoot(path)) return undefined
    const folder = baseNameOf(path) === "mod.rs" ? folderOf(folderOf(path)) : folderOf(path)
    const candidates = [
      below(folder, "mod.rs"),
      `${folder}.rs`,
      ...["lib.rs", "main.rs"].map((each) => below(folder, each))
    ]
    return candidates.find((each) => each !== path && view.has(each)) ?? crates.rootOf(path)
  }
  const step = (from: string, segment: string): string | undefined => {
    if (segment === "self") return from
    if (segment === "super") return parent(from)
    if (segment === "crate") return crates.rootOf(from)
    if (segment.startsWith("./")) return child(from, segment.slice(2))
    return crates.named(segment)
  }
  return (from, module) => {
    const [first = "", ...rest] = module.split("::")
    const start = step(from, first) ?? (first.startsWith("./") ? undefined : child(from, first))
    if (start === undefined) return /^(?:std|core|alloc)$/.test(first) ? builtinModule : externalModule
    let found = start
    for (const segment of rest) found = (segment === "super" ? parent(found) : child(found, segment)) ?? found
    return localModule(found)
  }
}

const fileOf = (session: Session, from: Module, segment: string): Meaning => {
  const { kind, path } = session.resolve(from.path, segment)
  const module = kind === "local" ? session.open(path) : undefined
  return module === undefined ? unknown : { tag: "module", module }
}

const keywords: ReadonlySet<string> = new Set(["crate", "self", "super"])

/** The child module that a file declares with `mod name;`. */
const findChild = (session: Session, module: Module, name: string): Meaning => {
  const isDeclared = module.imports(name).some((index) => {
    const found = module.import(index)
    return found?.module === "self" && found.imported === name
  })
  return isDeclared ? fileOf(session, module, `./${name}`) : unknown
}

/** The module or type that a file itself declares under a name. */
const findOwnSpace = (session: Session, module: Module, name: string): Meaning => {
  const child = findChild(session, module, name)
  if (child !== unknown) return child
  return session.symbols(
    module,
    module.members("", name).filter((index) => module.isType(index))
  )
}

/** What a segment of a path means before `::`: a module or type, also where a function has the same name. */
const findSpace = (session: Session, of: Meaning, name: string): Meaning => {
  if (of.tag !== "module") return session.member(of, name)
  if (name === "super") return fileOf(session, of.module, name)
  const own = findOwnSpace(session, of.module, name)
  return own === unknown ? session.member(of, name) : own
}

/** What the first segment of a path means in a file. */
const findFirst = (session: Session, module: Module, name: string, isLast: boolean): Meaning => {
  if (keywords.has(name)) return fileOf(session, module, name)
  const inside = isLast ? session.exported(module, name) : findSpace(session, { tag: "module", module }, name)
  return inside === unknown ? fileOf(session, module, name) : inside
}

const findPath = (session: Session, module: Module, path: ReadonlyArray<string>): Meaning => {
  const [first = "", ...rest] = path
  const start = findFirst(session, module, first, rest.length === 0)
  return rest.reduce<Meaning>(
    (of, name, at) =>
      at === rest.length - 1 && name !== "super" ? session.member(of, name) : findSpace(session, of, name),
    start
  )
}

const isFunction = (meaning: Meaning): boolean => meaning.tag === "symbol" && !meaning.module.isType(meaning.definition)

const findImport: LinkRules["findImport"] = (session, module, { imported, local, module: path }) => {
  // `mod name;`
  if (path === "self" && imported === local && local !== "") {
    const child = fileOf(session, module, `./${imported}`)
    if (child !== unknown) return child
  }
  const segments = path.split("::").filter((segment) => segment !== "")
  const all = imported === "*" || imported === "" ? segments : [...segments, imported]
  const [first = ""] = all
  // A path of the library, or of another crate, must not find itself.
  const found =
    all.length === 1 && !keywords.has(first) ? fileOf(session, module, first) : findPath(session, module, all)
  if (found === unknown && session.resolve(module.path, first).kind !== "local") return external(imported)
  // A function leaves its name to a module.
  return isFunction(found) ? join([found, findOwnSpace(session, module, local)]) : found
}

const fromWildcards = (session: Session, module: Module, name: string): Meaning => {
  for (const index of module.imports("")) {
    const wildcard = module.import(index)
    const of = wildcard?.imported === "*" ? session.imported(module, index) : unknown
    const found = of.tag === "module" && of.module === module ? unknown : session.member(of, name)
    if (found.tag !== "unknown" && found.tag !== "external") return found
  }
  return unknown
}

const findExport = (session: Session, module: Module, name: string): Meaning => {
  const imported = join(module.imports(name).map((index) => session.imported(module, index)))
  // A module and a function may have the same name.
  const own = session.symbols(module, module.members("", name))
  if (imported !== unknown && imported.tag !== "external") return join([imported, own])
  if (own !== unknown) return own
  const found = fromWildcards(session, module, name)
  return found === unknown ? imported : found
}

/** Whether two files belong to one crate. */
const areOfOneCrate = (session: Session, a: string, b: string): boolean => {
  const [{ kind, path }, other] = [session.resolve(a, "crate"), session.resolve(b, "crate")]
  return other.kind === kind && other.path === path
}

/** The only macro of a crate with a name. */
const findMacro = (session: Session, module: Module, name: string): Meaning => {
  const [path, ...others] = session.list("name", name).filter((each) => areOfOneCrate(session, each, module.path))
  const defining = path === undefined || others.length > 0 ? undefined : session.open(path)
  return defining === undefined ? external(name) : session.symbols(defining, defining.members("", name))
}

const findGlobal = (session: Session, module: Module, name: string): Meaning => {
  if (name.endsWith("!")) return findMacro(session, module, name)
  // Within an inline module, `super` is the file itself: which one is meant is not known here.
  const isNested = module.visible.definitions.some(
    ({ container, kind, scope }) => kind === "module" && scope === -1 && container === ""
  )
  if (name === "super" && isNested) return unknown
  const found = keywords.has(name) ? fileOf(session, module, name) : fromWildcards(session, module, name)
  if (found !== unknown || keywords.has(name)) return found
  const crate = fileOf(session, module, name)
  return crate === unknown ? external(name) : crate
}

/** Rust: the module tree of `mod`, paths of `use`, and `impl` in any file of a crate. */
export const rustRules: LinkRules = {
  makeResolve,
  findExport,
  findImport,
  findInFolder: () => unknown,
  findGlobal,
  moduleValue: () => unknown,
  otherParts: (session, { definition, module }, name) =>
    session
      .list("name", `${module.definition(definition)?.qualifiedName}.${name}`)
      .filter((each) => each !== module.path && areOfOneCrate(session, each, module.path))
      .map((each) => session.open(each))
      .filter((each) => each !== undefined),
  callMakesInstance: true,
  separatesStatics: false,
  ordersBasesLast: false
}
