import { ambientGlobal, ambientGlobals, ambientModule, ambientModules } from "../shapeNames.ts"
import { iterables, pairMaps, promises, records, transparent } from "../genericTypes.ts"
import type { Session } from "../LinkRules.ts"
import { external, join, type Meaning, unknown } from "../Meaning.ts"
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

/** Files of the project around a file, or of one around that, whose shape has a name. */
const findFiles = (session: Session, from: Module, name: string): ReadonlyArray<Module> =>
  session.list("name", name).flatMap((path) => {
    const { path: folder } = session.resolve(path, projectOf)
    const found = folder === "/" || from.path.startsWith(folder) ? session.open(path) : undefined
    return found === undefined ? [] : [found]
  })

/** What adds to a type or namespace of a library is not all of it. */
const withLibrary = (found: Meaning, name: string): Meaning => {
  if (found.tag !== "symbol") return found
  const isOpen = found.module
    .group(found.definition)
    .every(({ kind }) => kind === "interface" || kind === "namespace" || kind === "module")
  return isOpen ? join([found, external(name)]) : found
}

const globalIn = (session: Session, module: Module, name: string): Meaning => {
  const declared = module.members("global", name)
  return session.symbols(module, declared.length > 0 ? declared : module.members("", name))
}

const declaredGlobal = (session: Session, from: Module, name: string): Meaning =>
  join(
    findFiles(session, from, ambientGlobal(name)).map((module) => withLibrary(globalIn(session, module, name), name))
  )

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
