import type { Session } from "../LinkRules.ts"
import { type Meaning, type SymbolMeaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"

/** How well an extension fits: by its declared receiver, or as far as is known; undefined if it does not. */
type Fit = "sure" | "possible" | undefined

const typeOf = (meaning: Meaning): Meaning | undefined => {
  if (meaning.tag !== "instance") return undefined
  return meaning.of.tag === "applied" ? meaning.of.of : meaning.of
}

const isSameType = (a: Meaning, b: Meaning): boolean => {
  if (a.tag === "external") return b.tag === "external" && a.name === b.name
  return a.tag === "symbol" && b.tag === "symbol" && a.module === b.module && a.definition === b.definition
}

/** Whether a value may be of the type that an extension extends; `extended` is unknown for a type parameter. */
const fit = (session: Session, receiver: Meaning, extended: Meaning): Fit => {
  const type = typeOf(receiver)
  const wanted = typeOf(extended)
  if (type === undefined || wanted === undefined) return "possible"
  const line = type.tag === "symbol" ? session.line(type) : [type]
  if (line.some((each) => isSameType(each, wanted))) return "sure"
  // What the library's types extend is not known.
  const isOpen = wanted.tag === "external" && line.some(({ tag }) => tag === "external" || tag === "unknown")
  return isOpen ? "possible" : undefined
}

/** Whether a file sees the top level of another one: by its package, or by an import of the name or of all. */
const isVisible = (from: Module, { visible }: Module, name: string): boolean =>
  from.visible.package === visible.package ||
  [...from.imports(name), ...from.imports("")].some((index) => {
    const found = from.import(index)
    return found?.module === visible.package && (found.imported === name || found.imported === "*")
  })

/** The extensions of a name that a file sees; those that are members of types are seen in their own file only. */
const candidatesIn = (session: Session, from: Module, name: string): ReadonlyArray<SymbolMeaning> => {
  const own = from.extensions(name).map((definition): SymbolMeaning => ({ tag: "symbol", module: from, definition }))
  const others = session
    .list("name", name)
    .filter((path) => path !== from.path)
    .map((path) => session.open(path))
    .filter((module) => module !== undefined)
    .filter((module) => isVisible(from, module, name))
  return [
    ...own,
    ...others.flatMap((module) =>
      module
        .extensions(name)
        .filter((definition) => module.definition(definition)?.scope === -1)
        .map((definition): SymbolMeaning => ({ tag: "symbol", module, definition }))
    )
  ]
}

const join = (session: Session, found: ReadonlyArray<SymbolMeaning>): Meaning => {
  const [first] = found
  if (first === undefined) return unknown
  const isOne = found.every(({ module }) => module === first.module)
  const names = new Set(found.map(({ definition, module }) => module.definition(definition)?.qualifiedName))
  return isOne && names.size === 1
    ? session.symbols(
        first.module,
        found.map(({ definition }) => definition)
      )
    : unknown
}

const isImported = (module: Module, name: string): boolean =>
  module.imports(name).some((index) => module.import(index)?.imported === name)

/**
 * The extension that a call on a value means: the one whose declared receiver is the value's type or a base of it; where that
 * is not known, the only one of its name that the file sees. Of a value whose type is not known it must be imported by name.
 */
export const findExtension = (session: Session, module: Module, receiver: Meaning, name: string): Meaning => {
  const fits = candidatesIn(session, module, name).map((symbol) => {
    const [value = -1] = symbol.module.definition(symbol.definition)?.parameters ?? []
    return { symbol, how: fit(session, receiver, session.evaluate(symbol.module, value)) }
  })
  const sure = fits.filter(({ how }) => how === "sure")
  const isOpen = typeOf(receiver) !== undefined || isImported(module, name)
  const chosen = sure.length > 0 ? sure : fits.filter(({ how }) => isOpen && how === "possible")
  return join(
    session,
    chosen.map(({ symbol }) => symbol)
  )
}
