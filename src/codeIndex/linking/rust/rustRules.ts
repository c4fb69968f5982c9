import { builtinModule, externalModule, type LinkRules, localModule, type Resolve, type Session } from "../LinkRules.ts"
import type { LinkView } from "../LinkView.ts"
import { external, join, type Meaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { baseNameOf, below, folderOf, foldersAround } from "../paths.ts"

const rootNames = ["src/lib.rs", "src/main.rs", "lib.rs", "main.rs"]

/** Files whose child modules are in their own folder. */
const ownsFolder = (path: string, isRoot: boolean): boolean => isRoot || baseNameOf(path) === "mod.rs"

/** The crates of a view by name. */
const cratesOf = (view: LinkView): ReadonlyMap<string, string> =>
  new Map(
    view.named("Cargo.toml").flatMap((path) => {
      const text = view.text(path) ?? ""
      const name = /^\s*\[package\][^[]*?^\s*name\s*=\s*"([^"]+)"/m.exec(text)?.[1]
      const library = /^\s*\[lib\][^[]*?^\s*path\s*=\s*"([^"]+)"/m.exec(text)?.[1]
      const roots = [library ?? "", ...rootNames].map((each) => below(folderOf(path), each))
      const root = roots.find((each) => view.has(each))
      return name === undefined || root === undefined ? [] : [[name.replaceAll("-", "_"), root] as const]
    })
  )

/** Finds `crate`, `self`, `super`, `./name` for a child module, and crates by name. */
const makeResolve = (view: LinkView): Resolve => {
  let crates: ReadonlyMap<string, string> | undefined
  const roots = new Map<string, string | undefined>()
  /** The root of the crate that a file is in. A file under `src/bin`, `tests` and the like may be a root itself. */
  const rootOf = (from: string): string | undefined => {
    const folder = folderOf(from)
    if (!roots.has(folder)) {
      const crate = foldersAround(from).find((each) => view.has(below(each, "Cargo.toml")))
      const around = crate === undefined ? foldersAround(from) : [crate]
      const library = /[^[]*?^\s*path\s*=\s*"([^"]+)"/m.exec(
        (crate === undefined ? "" : (view.text(below(crate, "Cargo.toml")) ?? "")).split(
          /^\s*\[(?:lib|\[bin\])\]/m
        )[1] ?? ""
      )?.[1]
      const candidates = around.flatMap((each) => [library ?? "", ...rootNames].map((name) => below(each, name)))
      const isInside = (root: string) =>
        folderOf(root) === "" || folder === folderOf(root) || folder.startsWith(`${folderOf(root)}/`)
      roots.set(
        folder,
        candidates.find((each) => view.has(each) && isInside(each))
      )
    }
    return roots.get(folder)
  }
  const isRoot = (path: string): boolean => rootOf(path) === path || /(?:^|\/)(?:lib|main)\.rs$/.test(path)
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
    return candidates.find((each) => each !== path && view.has(each)) ?? rootOf(path)
  }
  const step = (from: string, segment: string): string | undefined => {
    if (segment === "self") return from
    if (segment === "super") return parent(from)
    if (segment === "crate") return rootOf(from)
    if (segment.startsWith("./")) return child(from, segment.slice(2))
    crates ??= cratesOf(view)
    return crates.get(segment)
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

/** What the first segment of a path means in a file. */
const findFirst = (session: Session, module: Module, name: string): Meaning => {
  if (keywords.has(name)) return fileOf(session, module, name)
  const inside = session.exported(module, name)
  return inside === unknown ? fileOf(session, module, name) : inside
}

const findPath = (session: Session, module: Module, path: ReadonlyArray<string>): Meaning => {
  const [first = "", ...rest] = path
  const start = findFirst(session, module, first)
  return rest.reduce<Meaning>(
    (of, name) =>
      name === "super" && of.tag === "module" ? fileOf(session, of.module, name) : session.member(of, name),
    start
  )
}

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
  return found === unknown && session.resolve(module.path, first).kind !== "local" ? external(imported) : found
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
  if (imported !== unknown && imported.tag !== "external") return imported
  const own = module.members("", name)
  if (own.length > 0) return session.symbols(module, own)
  const found = fromWildcards(session, module, name)
  return found === unknown ? imported : found
}

const findGlobal = (session: Session, module: Module, name: string): Meaning => {
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
  otherParts: (session, { definition, module }, name) => {
    const { kind, path } = session.resolve(module.path, "crate")
    return session
      .list("name", `${module.definition(definition)?.qualifiedName}.${name}`)
      .filter((each) => each !== module.path)
      .filter((each) => {
        const other = session.resolve(each, "crate")
        return other.kind === kind && other.path === path
      })
      .map((each) => session.open(each))
      .filter((each) => each !== undefined)
  },
  callMakesInstance: true,
  separatesStatics: false,
  ordersBasesLast: false
}
