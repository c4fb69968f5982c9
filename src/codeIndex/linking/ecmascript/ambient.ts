import { ambientBases, ambientGlobal, ambientGlobals, ambientModule, ambientModules } from "../shapeNames.ts"
import { iterables, pairMaps, promises, records, transparent } from "../genericTypes.ts"
import type { Session } from "../LinkRules.ts"
import { declarationIn, external, join, maxTargets, type Meaning, type SymbolMeaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"
import { baseNameOf } from "../paths.ts"

/** Resolves to the folder of the project that a file belongs to, as no module does. */
export const projectOf = "<project>"

/** Names of the language that projects add to but do not replace: their own members are known otherwise. */
const standard: ReadonlySet<string> = new Set([
  ..."Object Function String Number Boolean BigInt Symbol Error RegExp Date Math JSON Reflect Proxy ImportMeta".split(
    " "
  ),
  ..."undefined NaN Infinity arguments console process require module exports __dirname __filename".split(" "),
  ..."parseInt parseFloat isNaN setTimeout clearTimeout setInterval clearInterval queueMicrotask fetch".split(" "),
  ...iterables,
  ...pairMaps,
  ...promises.keys(),
  ...records,
  ...transparent
])

/** Objects that have the globals of a browser as members. */
const windows: ReadonlySet<string> = new Set(["window", "self", "globalThis"])

/** Whether a file is of the project around another file, or of one around that. */
const isAround = (session: Session, from: Module, path: string): boolean => {
  const { path: folder } = session.resolve(path, projectOf)
  return folder === "/" || from.path.startsWith(folder)
}

const openAll = (session: Session, paths: ReadonlyArray<string>): ReadonlyArray<Module> =>
  paths.map((path) => session.open(path)).filter((found) => found !== undefined)

/** Files of the project around a file, or of one around that, whose shape has a name. */
const findFiles = (session: Session, from: Module, name: string): ReadonlyArray<Module> =>
  openAll(
    session,
    session.list("name", name).filter((path) => isAround(session, from, path))
  )

/** Whether other declarations may add to a type or namespace. */
const isOpen = ({ definition, module }: SymbolMeaning): boolean =>
  module.group(definition).every(({ kind }) => kind === "interface" || kind === "namespace" || kind === "module")

/** What adds to a type or namespace of a library is not all of it. */
const withLibrary = (found: Meaning, name: string): Meaning =>
  found.tag === "symbol" && isOpen(found) ? join([found, external(name)]) : found

const globalIn = (session: Session, module: Module, name: string): Meaning => {
  const declared = module.members("global", name)
  return session.symbols(module, declared.length > 0 ? declared : module.members("", name))
}

/** Declarations of a global in other packages, by `declare global`. */
const declaredElsewhere = (session: Session, name: string): ReadonlyArray<Meaning> =>
  openAll(session, session.list("name", ambientGlobal(name))).flatMap((module) => {
    const declared = module.members("global", name)
    return declared.length === 0 ? [] : [session.symbols(module, declared)]
  })

const isWhole = (found: Meaning): boolean => found.tag !== "symbol" || !isOpen(found)

/**
 * What a global is, by the projects around a file rather than by other packages, and by what is not merged with others rather than
 * by interfaces. Of many interfaces it is the first, which has the members of all.
 */
const declaredGlobal = (session: Session, from: Module, name: string): Meaning => {
  const near = findFiles(session, from, ambientGlobal(name)).map((module) => globalIn(session, module, name))
  const all = near.some(isWhole) ? near : [...near, ...declaredElsewhere(session, name)]
  const whole = all.filter(isWhole)
  const open = near.length > 0 ? near : all
  const found = whole.length > 0 ? whole : open.slice(0, open.length > maxTargets ? 1 : undefined)
  return join(found.map((each) => withLibrary(each, name)))
}

const globalPrefix = "global."

/** The name of what is declared for all files, as shapes list it; undefined of anything else. */
const globalNameOf = (session: Session, { definition, module }: SymbolMeaning): string | undefined => {
  const { qualifiedName = "" } = module.definition(definition) ?? {}
  const isDeclared = qualifiedName.startsWith(globalPrefix)
  if (!isDeclared && module.visible.exports.length > 0) return undefined
  if (session.list("name", ambientGlobals).length === 0) return undefined
  const name = isDeclared ? qualifiedName.slice(globalPrefix.length) : qualifiedName
  return session.list("name", ambientGlobal(name)).includes(module.path) ? name : undefined
}

const listOthers = (session: Session, { module }: SymbolMeaning, name: string): ReadonlyArray<Module> =>
  openAll(
    session,
    session.list("name", name).filter((path) => path !== module.path)
  )

/** Other files that declare a member of a global interface or namespace; of a type within the first, which has the members of all. */
export const otherParts = (session: Session, type: SymbolMeaning, name: string): ReadonlyArray<Module> => {
  const known = globalNameOf(session, type)
  if (known === undefined) return []
  const others = listOthers(session, type, ambientGlobal(`${known}.${name}`))
  const { qualifiedName = "" } = type.module.definition(type.definition) ?? {}
  const [first] = others
  const isOfTypes = first?.members(qualifiedName, name).some((each) => first.isType(each))
  return first !== undefined && isOfTypes === true ? [first] : others
}

/** A global interface as other files declare it that say what it extends. */
export const extendingParts = (session: Session, type: SymbolMeaning): ReadonlyArray<SymbolMeaning> => {
  const known = globalNameOf(session, type)
  if (known === undefined) return []
  return listOthers(session, type, ambientBases(known)).flatMap((module) => declarationIn(type, module) ?? [])
}

/** What a name means that a file does not declare: what the project declares for all of its files, or something of a library. */
export const findGlobal = (session: Session, from: Module, name: string): Meaning => {
  if (name === "exports" && from.visible.exports.length > 0) return { tag: "module", module: from }
  if (standard.has(name) || session.list("name", ambientGlobals).length === 0) return external(name)
  if (windows.has(name)) {
    const found = session.instanceOf(declaredGlobal(session, from, "Window"))
    return found === unknown ? external(name) : join([found, external(name)])
  }
  const found = declaredGlobal(session, from, name)
  return found === unknown ? external(name) : found
}

/** Names under which a module may be declared: its own, and patterns such as `*.svg` and `*?raw`. */
const candidatesOf = (module: string): ReadonlyArray<string> => {
  const base = baseNameOf(module)
  const ends = [...base.matchAll(/[.?]/g)].map(({ index }) => `*${base.slice(index)}`)
  return [module, ...ends]
}

/** A module that the project declares, as a namespace; unknown without such a module. */
const findModule = (session: Session, from: Module, module: string): Meaning => {
  if (session.list("name", ambientModules).length === 0) return unknown
  for (const name of candidatesOf(module)) {
    const found = join(
      findFiles(session, from, ambientModule(name)).map((each) => session.symbols(each, each.members("", name)))
    )
    if (found !== unknown) return found
  }
  return unknown
}

/** What such a module is set to: by `export =` or `export default`. */
const wholeOf = (session: Session, found: Meaning): Meaning => {
  if (found.tag !== "symbol") return unknown
  return session.evaluate(found.module, found.module.definition(found.definition)?.value ?? -1)
}

/** What is taken from a module that is no file of the view: what the project declares of it, or something of a package. */
export const fromDeclared = (session: Session, from: Module, module: string, imported: string): Meaning => {
  const library = external(imported === "*" ? module : imported)
  const found = findModule(session, from, module)
  if (found === unknown) return library
  const whole = wholeOf(session, found)
  // Without a default of its own, a module is its default.
  if (imported === "default" && whole !== unknown) return whole
  if (imported === "*" || imported === "default") return join([whole === unknown ? found : whole, library])
  const member = session.member(found, imported)
  return member === unknown ? library : withLibrary(member, imported)
}
