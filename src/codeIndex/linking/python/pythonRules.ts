import {
  builtinModule,
  externalModule,
  importFromFile,
  type LinkRules,
  localModule,
  type Resolve,
  type Session
} from "../LinkRules.ts"
import type { LinkView } from "../LinkView.ts"
import { external, join, type Meaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { below, folderOf, foldersAround } from "../paths.ts"
import { standardModules } from "./standardModules.ts"

const initOf = (folder: string): string => below(folder, "__init__.py")

/** The file or folder of a module at a path without extension. */
const findModule = (view: LinkView, path: string): string | undefined => {
  const file = [initOf(path), `${path}.py`, `${initOf(path)}i`, `${path}.pyi`].find((each) => view.has(each))
  return file ?? (path !== "" && view.hasFolder(path) ? `${path}/` : undefined)
}

/** The folder that holds the package of a file: the first around it that is no package. */
const packageRoot = (view: LinkView, from: string): string =>
  foldersAround(from).find((folder) => !view.has(initOf(folder))) ?? ""

/** Folders in which packages may be: around the file's own package, of the repository, and those of other packages. */
const rootsOf = (view: LinkView): ReadonlyArray<string> => {
  const roots = view
    .named("__init__.py")
    .filter((path) => !view.has(initOf(folderOf(folderOf(path)))))
    .map((path) => folderOf(folderOf(path)))
  return [...new Set(["", "src", "lib", ...roots.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))])]
}

/**
 * Whether a file sees the modules next to it by their bare names: a script does, and in Python 2 what is in a package. A project
 * with a `pyproject.toml` is for Python 3, where such a name means a package that is installed.
 */
const seesNextTo = (view: LinkView, from: string, own: string): boolean =>
  !view.has(initOf(folderOf(from))) || !["", own].some((root) => view.has(below(root, "pyproject.toml")))

const climb = (from: string, dots: number): string | undefined => foldersAround(from)[dots - 1]

const makeResolve = (view: LinkView): Resolve => {
  let roots: ReadonlyArray<string> | undefined
  const absolute = (from: string, name: string): string | undefined => {
    roots ??= rootsOf(view)
    const path = name.replaceAll(".", "/")
    const own = packageRoot(view, from)
    const found = [...new Set([own, ...roots, ...(seesNextTo(view, from, own) ? [folderOf(from)] : [])])]
      .map((root) => findModule(view, below(root, path)))
      .filter((each) => each !== undefined)
    return found.find((each) => !each.endsWith("/")) ?? found[0]
  }
  return (from, module) => {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0
    const name = module.slice(dots)
    if (dots === 0 && standardModules.has(name.split(".")[0] ?? name)) return builtinModule
    const folder = dots === 0 ? undefined : climb(from, dots)
    const path =
      dots === 0
        ? absolute(from, name)
        : folder === undefined
          ? undefined
          : name === ""
            ? (findModule(view, folder) ?? `${folder}/`)
            : findModule(view, below(folder, name.replaceAll(".", "/")))
    return path === undefined ? externalModule : localModule(path)
  }
}

/** A submodule of the package in a folder. */
const submodule = (session: Session, from: string, folder: string, name: string): Meaning => {
  const { kind, path } = session.resolve(below(folder, from), `.${name}`)
  if (kind !== "local") return unknown
  if (path.endsWith("/")) return { tag: "folder", path }
  const module = session.open(path)
  return module === undefined ? unknown : { tag: "module", module }
}

/** What wildcard imports bring. */
const fromWildcards = (session: Session, module: Module, name: string): Meaning => {
  let otherwise: Meaning = unknown
  for (const index of module.imports("").toReversed()) {
    const found = module.import(index)
    if (found?.imported !== "*") continue
    const { kind, path } = session.resolve(module.path, found.module)
    const target = kind === "local" && !path.endsWith("/") ? session.open(path) : undefined
    const meaning = target === undefined ? unknown : session.exported(target, name)
    if (meaning !== unknown) return meaning
    if (kind !== "local") otherwise = external(name)
  }
  return otherwise
}

const findExport = (session: Session, module: Module, name: string): Meaning => {
  const own = module.members("", name)
  const imported = module.imports(name).map((index) => session.imported(module, index))
  const found = join([...(own.length === 0 ? [] : [session.symbols(module, own)]), ...imported])
  if (found !== unknown) return found
  const brought = fromWildcards(session, module, name)
  if (brought !== unknown && brought.tag !== "external") return brought
  const isPackage = /(?:^|\/)__init__\.pyi?$/.test(module.path)
  const inside = isPackage ? submodule(session, "__init__.py", folderOf(module.path), name) : unknown
  return inside === unknown ? brought : inside
}

const findGlobal = (session: Session, module: Module, name: string): Meaning => {
  const found = fromWildcards(session, module, name)
  return found === unknown ? external(name) : found
}

const findInFolder: LinkRules["findInFolder"] = (session, folder, name) =>
  submodule(session, "__init__.py", folder.slice(0, -1), name)

/** Python: packages with and without `__init__.py`, relative and wildcard imports, submodules as attributes. */
export const pythonRules: LinkRules = {
  makeResolve,
  findExport,
  findInFolder,
  findImport: importFromFile(findInFolder),
  otherParts: () => [],
  findGlobal,
  hasSubmodules: true,
  moduleValue: () => unknown,
  callMakesInstance: true,
  definesTypeVariables: true,
  callMember: "__call__",
  indexMember: "__getitem__",
  iterationMember: "__iter__",
  nextMember: "__next__",
  asyncIterationMember: "__aiter__",
  asyncNextMember: "__anext__",
  followsValues: true,
  separatesStatics: false,
  ordersBasesLast: true
}
