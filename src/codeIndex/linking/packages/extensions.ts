import type { Import } from "../../../adapters/parser/facts/Facts.ts"
import type { LinkRules, Session } from "../LinkRules.ts"
import { alternativesOf, type Meaning, type SymbolMeaning, unknown } from "../Meaning.ts"
import type { Module } from "../Module.ts"

/** How well an extension fits: by its declared receiver, or as far as is known; undefined if it does not. */
type Fit = "sure" | "possible" | undefined

/** The types that a value may have: several where a platform each declares its own (`expect`, `actual`); none if not known. */
const typesOf = (meaning: Meaning): ReadonlyArray<Meaning> =>
  alternativesOf(meaning).flatMap((each) => {
    if (each.tag !== "instance") return []
    return [each.of.tag === "applied" ? each.of.of : each.of]
  })

const isSameType = (a: Meaning, b: Meaning): boolean => {
  if (a.tag === "external") return b.tag === "external" && a.name === b.name
  return a.tag === "symbol" && b.tag === "symbol" && a.module === b.module && a.definition === b.definition
}

/** How a language sees extensions of other files. */
interface Extensions {
  /** Whether they are members of static classes rather than at the top level. */
  readonly areMembers: boolean
  /** Whether a package sees those of the packages around it. */
  readonly isNested: boolean
  /** Whether one is only taken of a value whose type is known to have no such member: members win. */
  readonly isStrict: boolean
}

/** Whether a value may be of the type that an extension extends; `extended` is unknown for a type parameter. */
const fit = ({ isStrict }: Extensions, session: Session, receiver: Meaning, extended: Meaning): Fit => {
  const types = typesOf(receiver)
  const wanted = typesOf(extended)
  const line = types
    .flatMap((type) => (type.tag === "symbol" ? session.line(type) : [type]))
    .map((type) => (type.tag === "applied" ? type.of : type))
  if (line.some((each) => wanted.some((one) => isSameType(each, one)))) return "sure"
  // What the library's types extend is not known.
  const isOpen = types.length === 0 || line.some(({ tag }) => tag === "external" || tag === "unknown")
  if (isStrict) return wanted.length === 0 && !isOpen ? "possible" : undefined
  if (types.length === 0 || wanted.length === 0) return "possible"
  return isOpen && wanted.some(({ tag }) => tag === "external") ? "possible" : undefined
}

/** Whether a file sees what another one has for all: by its package, or by an import of the name or of all. */
const isVisible = ({ isNested }: Extensions, from: Module, { visible }: Module, name: string): boolean =>
  from.visible.package === visible.package ||
  (isNested && from.visible.package.startsWith(visible.package === "" ? "" : `${visible.package}.`)) ||
  [...from.imports(name), ...from.imports("")].some((index) => {
    const found = from.import(index)
    return found?.module === visible.package && (found.imported === name || found.imported === "*")
  })

const importsOf = (module: Module, name: string): ReadonlyArray<Omit<Import, "line">> =>
  module
    .imports(name)
    .flatMap((index) => module.import(index) ?? [])
    .filter(({ imported }) => imported === name)

/** Whether an import by name leads out of the view, so that it hides what the packages that the file sees have. */
const isHidden = (from: Module, name: string, candidates: ReadonlyArray<SymbolMeaning>): boolean =>
  importsOf(from, name).some(
    ({ module: imported }) => !candidates.some(({ module }) => module.visible.package === imported)
  )

/**
 * The extensions of a name that a file sees. Members of Kotlin's types are seen in their own file only, and before what is
 * imported.
 */
const candidatesIn = (
  rules: Extensions,
  session: Session,
  from: Module,
  name: string
): ReadonlyArray<SymbolMeaning> => {
  const own = from.extensions(name).map((definition): SymbolMeaning => ({ tag: "symbol", module: from, definition }))
  const others = session
    .list("name", name)
    .filter((path) => path !== from.path)
    .map((path) => session.open(path))
    .filter((module) => module !== undefined)
    .filter((module) => isVisible(rules, from, module, name))
  const found = others.flatMap((module) =>
    module
      .extensions(name)
      .filter((definition) => rules.areMembers || module.definition(definition)?.scope === -1)
      .map((definition): SymbolMeaning => ({ tag: "symbol", module, definition }))
  )
  const all = [...own, ...found]
  return isHidden(from, name, all) ? own : all
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

/**
 * The extension that a call on a value means: the one whose declared receiver is the value's type or a base of it; where that
 * is not known, the only one of its name that the file sees. Of a value whose type is not known it must be imported by name.
 */
const findExtension = (
  rules: Extensions,
  session: Session,
  module: Module,
  receiver: Meaning,
  name: string
): Meaning => {
  const fits = candidatesIn(rules, session, module, name).map((symbol) => {
    const [value = -1] = symbol.module.definition(symbol.definition)?.parameters ?? []
    return { symbol, how: fit(rules, session, receiver, session.evaluate(symbol.module, value)) }
  })
  const sure = fits.filter(({ how }) => how === "sure")
  const isOpen = typesOf(receiver).length > 0 || importsOf(module, name).length > 0
  const chosen = sure.length > 0 ? sure : fits.filter(({ how }) => isOpen && how === "possible")
  return join(
    session,
    chosen.map(({ symbol }) => symbol)
  )
}

type FindExtension = NonNullable<LinkRules["findExtension"]>

/** Kotlin's extensions are at the top level. */
export const findKotlinExtension: FindExtension = (...of) =>
  findExtension({ areMembers: false, isNested: false, isStrict: false }, ...of)

/** Those of C# are members of static classes, for namespaces within that of the class and for those that use it. */
export const findCsharpExtension: FindExtension = (...of) =>
  findExtension({ areMembers: true, isNested: true, isStrict: true }, ...of)
