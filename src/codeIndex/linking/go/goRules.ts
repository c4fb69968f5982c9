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
import { below, folderOf } from "../paths.ts"

/** The modules of a view, by the path that their `go.mod` declares; longest first. */
const modulesOf = (view: LinkView): ReadonlyArray<readonly [name: string, folder: string]> =>
  view
    .named("go.mod")
    .flatMap((path) => {
      const name = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(view.text(path) ?? "")?.[1]
      return name === undefined ? [] : [[name, folderOf(path)] as const]
    })
    .toSorted(([a], [b]) => b.length - a.length)

const isWithin = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`)

const makeResolve = (view: LinkView): Resolve => {
  let modules: ReturnType<typeof modulesOf> | undefined
  const isPackage = (folder: string): boolean => view.inFolder(folder).some((each) => each.endsWith(".go"))
  return (from, path) => {
    modules ??= modulesOf(view)
    for (const [name, folder] of modules) {
      if (path !== name && !path.startsWith(`${name}/`)) continue
      const found = path === name ? folder : below(folder, path.slice(name.length + 1))
      if (isPackage(found)) return localModule(`${found}/`)
    }
    for (const [, folder] of modules) {
      const vendored = below(folder, `vendor/${path}`)
      if (isWithin(from, folder) && isPackage(vendored)) return localModule(`${vendored}/`)
    }
    return path.split("/")[0]?.includes(".") === true ? externalModule : builtinModule
  }
}

/** A name of the package in a folder. Files of one folder may define it for different systems. */
const findInPackage = (session: Session, folder: string, name: string, isOf: (module: Module) => boolean): Meaning => {
  const modules = session
    .list("name", name)
    .filter((path) => path.endsWith(".go") && folderOf(path) === folder)
    .map((path) => session.open(path))
    .filter((module) => module !== undefined)
    .filter(isOf)
  return join(modules.map((module) => session.symbols(module, module.members("", name))))
}

const isTest = ({ path }: Module): boolean => path.endsWith("_test.go")

const findInFolder = (session: Session, folder: string, name: string): Meaning =>
  findInPackage(session, folder.slice(0, -1), name, (module) => !isTest(module))

const samePackage = (session: Session, own: Module, name: string): Meaning =>
  findInPackage(session, folderOf(own.path), name, ({ visible }) => visible.package === own.visible.package)

const findGlobal = (session: Session, module: Module, name: string): Meaning => {
  const found = samePackage(session, module, name)
  if (found !== unknown) return found
  for (const index of module.imports("")) {
    const brought = module.import(index)?.imported === "*" ? session.imported(module, index) : unknown
    const meaning = brought.tag === "folder" ? findInFolder(session, brought.path, name) : unknown
    if (meaning !== unknown) return meaning
  }
  return external(name)
}

/** Go: a package is a folder, found by the module path of a `go.mod`. */
export const goRules: LinkRules = {
  makeResolve,
  findExport: () => unknown,
  findImport: importFromFile(findInFolder),
  findInFolder,
  findGlobal,
  moduleValue: () => unknown,
  definesTypes: true,
  instantiatesByIndex: true,
  otherParts: (session, { definition, module }, name) =>
    session
      .list("name", `${module.definition(definition)?.qualifiedName}.${name}`)
      .filter((path) => path !== module.path && folderOf(path) === folderOf(module.path))
      .map((path) => session.open(path))
      .filter((each) => each !== undefined),
  callMakesInstance: true,
  separatesStatics: false,
  ordersBasesLast: false
}
