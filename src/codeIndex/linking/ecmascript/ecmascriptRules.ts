import { isBuiltin } from "node:module"
import {
  builtinModule,
  externalModule,
  type LinkRules,
  localModule,
  type Resolution,
  type Resolve,
  type Session
} from "../LinkRules.ts"
import type { LinkView } from "../LinkView.ts"
import { alternativesOf, external, join, mapAlternatives, type Meaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { below, folderOf, foldersAround, joinPath } from "../paths.ts"
import { extendingParts, findGlobal, fromDeclared, otherParts, projectOf } from "./ambient.ts"
import { callLibrary } from "./libraryFunctions.ts"
import { Packages } from "./packages.ts"
import { PathMappings } from "./pathMappings.ts"

const localOr = (path: string | undefined, otherwise: Resolution): Resolution =>
  path === undefined ? otherwise : localModule(path)

/** The innermost folder around a file with a package or a configuration of its own, with a `/` at the end. */
const findProject = (view: LinkView, from: string): string =>
  `${foldersAround(from).find((folder) => ["package.json", "tsconfig.json"].some((name) => view.has(below(folder, name)))) ?? ""}/`

const makeResolve = (view: LinkView): Resolve => {
  const packages = new Packages(view)
  const mappings = new PathMappings(view, (module) => packages.find(module))
  return (from, module) => {
    if (module === projectOf) return localModule(findProject(view, from))
    // Bundlers let a query follow the path.
    const name = module.replace(/[?].*$/, "")
    if (name === "") return externalModule
    if (name.startsWith("node:") || isBuiltin(name)) return builtinModule
    if (/^\.{0,2}\/|^\.{1,2}$/.test(name)) {
      const path = name.startsWith("/") ? name.slice(1) : joinPath(folderOf(from), name)
      return localOr(path === undefined ? undefined : packages.fileAt(path), externalModule)
    }
    const internal = name.startsWith("#") ? packages.findInternal(from, name) : undefined
    return localOr(internal ?? mappings.find(from, name) ?? packages.find(name), externalModule)
  }
}

/** What an import means, or an export that names another module. */
const passedOn = (
  session: Session,
  module: Module,
  from: { readonly module: string; readonly imported: string }
): Meaning => {
  const { kind, path } = session.resolve(module.path, from.module)
  if (kind === "external") return fromDeclared(session, module, from.module, from.imported)
  if (kind === "builtin") return external(from.imported === "*" ? from.module : from.imported)
  const target = session.open(path)
  if (target === undefined) return unknown
  return from.imported === "*" ? { tag: "module", module: target } : session.exported(target, from.imported)
}

const fromStars = (session: Session, module: Module, name: string): Meaning => {
  let otherwise: Meaning = unknown
  for (const { from } of module.exports("*")) {
    const found = from === undefined ? unknown : passedOn(session, module, { module: from.module, imported: name })
    if (found.tag === "external") otherwise = found
    else if (found.tag !== "unknown") return found
  }
  return otherwise
}

const findExport = (session: Session, module: Module, name: string): Meaning => {
  const own = module.exports(name)
  if (own.length > 0) {
    return join(
      own.map(({ from, value }) =>
        from === undefined ? session.evaluate(module, value) : passedOn(session, module, from)
      )
    )
  }
  const whole = moduleValue(session, module)
  if (name === "default") return whole === unknown ? { tag: "module", module } : whole
  const found = fromStars(session, module, name)
  return found === unknown && whole !== unknown ? session.member(whole, name) : found
}

/** Whether a module is set to another, directly or by others between them. */
const isSetTo = (session: Session, module: Module, other: Module, seen: Set<Module>): boolean => {
  if (module === other) return true
  if (seen.has(module) || module.exports("=").length === 0) return false
  seen.add(module)
  return alternativesOf(session.exported(module, "=")).some(
    (each) => each.tag === "module" && isSetTo(session, each.module, other, seen)
  )
}

/** What `module.exports` or `export =` is set to, apart from modules that are set to this one. */
const moduleValue = (session: Session, module: Module): Meaning =>
  module.exports("=").length === 0
    ? unknown
    : mapAlternatives(session.exported(module, "="), (each) =>
        each.tag === "module" && isSetTo(session, each.module, module, new Set()) ? unknown : each
      )

/** Folders are no modules. */
const nothing = (): Meaning => unknown

/** TypeScript and JavaScript: ES modules and CommonJS, in any mixture. */
export const ecmascriptRules: LinkRules = {
  makeResolve,
  findExport,
  findInFolder: nothing,
  findImport: passedOn,
  otherParts,
  extendingParts,
  findGlobal,
  moduleValue,
  callLibrary,
  callMakesInstance: false,
  constructMember: "new",
  prototypeMember: "prototype",
  classMember: "constructor",
  followsValues: true,
  functionsHaveMethods: true,
  namesBySymbols: true,
  separatesStatics: true,
  ordersBasesLast: false
}
