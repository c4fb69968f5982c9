import type { DefinitionIndex, Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { Module } from "./Module.ts"

/**
 * What a value means once paths are known.
 *
 * - `unknown`: may be anything, also something of the view.
 * - `external`: of another package, of the language's library, or ambient, with its short name. Nothing of the view. `path`:
 *   the qualified name, where it may be that of a package.
 * - `module`: a file as a namespace. `folder`: a package without a file of its own.
 * - `symbol`: a definition and what is merged with it; `receiver` is what it was taken from.
 * - `instance`: an instance of a type: of a `symbol`, an `external` type or an `applied` one. `super`: the same, as the
 *   bases of the symbol see it.
 * - `applied`: a generic type with its arguments. `typeof`: the type of a meaning.
 * - `literal`: a function or object of a file that is no definition, and what type parameters in it stand for. `generic`: a type of a
 *   file that is no definition and has type parameters.
 * - `builtin`: a function of the language's library; what calling it gives, and what it calls in turn: `f` in `f.call`. `gives`: whether
 *   it gives a list of what the function gives that it is given, or of the elements of that.
 * - `tuple`: values by position.
 * - `union`: any of several. `isUndecided`: one of them, and it is not known which, so that only what all of them have is known.
 */
export type Meaning =
  | { readonly tag: "unknown" }
  | { readonly tag: "external"; readonly name: string; readonly path?: string }
  | { readonly tag: "module"; readonly module: Module }
  | { readonly tag: "folder"; readonly path: string }
  | SymbolMeaning
  | { readonly tag: "instance" | "typeof"; readonly of: Meaning }
  | { readonly tag: "super"; readonly of: SymbolMeaning }
  | {
      readonly tag: "applied"
      readonly of: Meaning
      readonly arguments: ReadonlyArray<Meaning>
      /** Of a literal, by constant keys. */
      readonly entries?: ReadonlyMap<string, Meaning>
    }
  | { readonly tag: "literal"; readonly module: Module; readonly value: ValueIndex; readonly bindings?: Bindings }
  | { readonly tag: "generic"; readonly module: Module; readonly value: ValueIndex }
  | {
      readonly tag: "builtin"
      readonly yields: Meaning
      readonly runs?: Meaning
      readonly gives?: "results" | "elements"
    }
  | { readonly tag: "tuple"; readonly of: ReadonlyArray<Meaning> }
  | { readonly tag: "union"; readonly of: ReadonlyArray<Meaning>; readonly isUndecided?: true }

export interface SymbolMeaning {
  readonly tag: "symbol"
  readonly module: Module
  readonly definition: DefinitionIndex
  readonly receiver?: Meaning
  /** Types that a generic type is applied to. */
  readonly arguments?: ReadonlyArray<Meaning>
  /** The generic type with its arguments that declares a member. */
  readonly owner?: SymbolMeaning
}

/** What type parameters of a module stand for, by their number, and what `this` is where types name it. */
export interface Bindings {
  readonly module: Module
  readonly types: ReadonlyMap<number, Meaning>
  readonly self?: Meaning | undefined
}

export const unknown: Meaning = { tag: "unknown" }

/** What a type is that is being found out: as an alternative of that type it adds nothing. */
export const recursive: Meaning = { tag: "unknown" }

export const external = (name: string, path?: string): Meaning =>
  path === undefined ? { tag: "external", name } : { tag: "external", name, path }

/** Maximum definitions that one reference may mean; with more it has no edge. */
export const maxTargets = 4

/** Maximum alternatives that a meaning keeps; with more it is unknown. */
export const maxAlternatives = 8

const hasSameArguments = (a: SymbolMeaning, b: SymbolMeaning): boolean => {
  const [{ arguments: ofA = [] }, { arguments: ofB = [] }] = [a, b]
  const areSame = ofA.length === ofB.length && ofA.every((each, at) => isSame(each, ofB[at] ?? unknown))
  if (!areSame || a.owner === b.owner) return areSame
  return a.owner !== undefined && b.owner !== undefined && hasSameArguments(a.owner, b.owner)
}

/** Whether two are one definition, or merged into one, as a class and a namespace are. */
const isSameDefinition = (a: SymbolMeaning, b: SymbolMeaning): boolean =>
  a.module === b.module &&
  (a.definition === b.definition || a.module.group(a.definition) === a.module.group(b.definition))

const isSame = (a: Meaning, b: Meaning): boolean => {
  if (a === b) return true
  switch (a.tag) {
    case "unknown":
      return b.tag === "unknown"
    case "external":
      return b.tag === "external" && a.name === b.name
    case "module":
      return b.tag === "module" && a.module === b.module
    case "symbol":
      return b.tag === "symbol" && isSameDefinition(a, b) && hasSameArguments(a, b)
    case "instance":
    case "typeof":
      return b.tag === a.tag && isSame(a.of, b.of)
    case "literal":
      return b.tag === "literal" && a.module === b.module && a.value === b.value && a.bindings === b.bindings
    case "generic":
      return b.tag === "generic" && a.module === b.module && a.value === b.value
    case "union":
      return b.tag === "union" && a.isUndecided === b.isUndecided && areSame(a.of, b.of)
    case "folder":
    case "super":
    case "applied":
    case "builtin":
    case "tuple":
      return false
  }
}

const areSame = (a: ReadonlyArray<Meaning>, b: ReadonlyArray<Meaning>): boolean =>
  a.length === b.length && a.every((each, at) => isSame(each, b[at] ?? unknown))

/** A type as another file declares it. What its parameters stand for differs, as they are numbered otherwise there. */
export const declarationIn = (type: SymbolMeaning, module: Module): SymbolMeaning | undefined => {
  const { container = "", name = "" } = type.module.definition(type.definition) ?? {}
  const [definition] = module.members(container, name)
  if (definition === undefined) return undefined
  const given = type.arguments === undefined ? {} : { arguments: [...type.arguments] }
  return { tag: "symbol", module, definition, ...given }
}

/** The alternatives of a meaning. */
export const alternativesOf = (meaning: Meaning): ReadonlyArray<Meaning> =>
  meaning.tag === "union" ? meaning.of : [meaning]

/** The same, where one that is undecided is one of them. */
const partsOf = (meaning: Meaning): ReadonlyArray<Meaning> =>
  isUndecided(meaning) ? [meaning] : alternativesOf(meaning)

/** The same without what type parameters stand for. */
const withoutArguments = (meaning: Meaning): Meaning => {
  if (meaning.tag === "instance" || meaning.tag === "typeof")
    return { tag: meaning.tag, of: withoutArguments(meaning.of) }
  if (meaning.tag === "symbol") return { tag: "symbol", module: meaning.module, definition: meaning.definition }
  if (meaning.tag === "union") return withoutArgumentsIn(meaning)
  return meaning.tag === "literal" ? { tag: "literal", module: meaning.module, value: meaning.value } : meaning
}

const withoutArgumentsIn = (union: Meaning & { readonly tag: "union" }): Meaning => {
  const of = listOnce(union.of.map(withoutArguments)) ?? []
  const [only] = of
  return of.length === 1 && only !== undefined ? only : { ...union, of }
}

/** Lists alternatives, each once, without unknown ones; undefined if they are too many. */
const listOnce = (meanings: ReadonlyArray<Meaning>): ReadonlyArray<Meaning> | undefined => {
  const found: Array<Meaning> = []
  for (const each of meanings) {
    if (each.tag !== "unknown" && !found.some((other) => isSame(each, other))) found.push(each)
    if (found.length > maxAlternatives) return undefined
  }
  return found
}

/** Joins alternatives, each once. Unknown ones are left out if another is known. */
export const join = (meanings: ReadonlyArray<Meaning>): Meaning => {
  const [first] = meanings
  if (meanings.length === 1 && first !== undefined) return first
  const all = meanings.flatMap(partsOf)
  const found = listOnce(all) ?? listOnce(all.map(withoutArguments)) ?? []
  const [only] = found
  if (only === undefined) return unknown
  return found.length === 1 ? only : { tag: "union", of: found }
}

/** Whether it is not known which of several a meaning is. */
export const isUndecided = (meaning: Meaning): boolean => meaning.tag === "union" && meaning.isUndecided === true

const receiversOf = (meanings: ReadonlyArray<Meaning>): ReadonlyArray<Meaning> =>
  meanings.flatMap((each) => (each.tag === "symbol" && each.receiver !== undefined ? [each.receiver] : []))

/** What several types have in common that are equal without their arguments. */
const withoutDifferences = (of: ReadonlyArray<Meaning>): Meaning => {
  const meanings = of.flatMap(alternativesOf)
  const [first = unknown, ...others] = meanings
  const bare = withoutArguments(first)
  const [type, ...rest] = meanings.map((each) => (each.tag === "instance" ? each.of : each))
  if (bare.tag === "symbol") {
    const [receiver, ...more] = receiversOf(meanings)
    return receiver === undefined
      ? bare
      : { ...bare, receiver: more.length === 0 ? receiver : either([receiver, ...more]) }
  }
  if (bare.tag !== "instance" || bare.of.tag !== "symbol" || type?.tag !== "symbol" || others.length === 0) return bare
  const given = type.arguments?.map((each, at) =>
    rest.every((other) => other.tag === "symbol" && isSame(each, other.arguments?.[at] ?? unknown)) ? each : unknown
  )
  return given?.some(({ tag }) => tag !== "unknown") === true
    ? { tag: "instance", of: { ...bare.of, arguments: given } }
    : bare
}

/** What is one of several, of which it is not known which; unknown if one of them is. */
export const either = (meanings: ReadonlyArray<Meaning>): Meaning => {
  const all = meanings
    .flatMap((each) => (isUndecided(each) ? alternativesOf(each) : [each]))
    .filter((each) => each !== recursive)
  if (all.some(({ tag }) => tag === "unknown")) return unknown
  const bare = listOnce(all.map(withoutArguments))
  if (bare === undefined || bare.length === 0) return unknown
  return bare.length === 1 ? withoutDifferences(all) : { tag: "union", of: listOnce(all) ?? bare, isUndecided: true }
}

/** What a union is; of one whose parts must agree what all of them are. */
export const joinUnion = ({ agrees }: Value & { readonly tag: "union" }, of: ReadonlyArray<Meaning>): Meaning =>
  agrees === true ? either(of) : join(of)

/** Joins what overloads give. If they give different types, which one is meant depends on the arguments. */
export const joinOverloads = (given: ReadonlyArray<Meaning>): Meaning => {
  const joined = join(given)
  if (joined.tag !== "union" || given.length < 2) return joined
  const types = joined.of.filter(({ tag }) => tag === "instance")
  return types.length < 2 ? joined : either(joined.of)
}

/** Applies a function to each alternative. */
export const mapAlternatives = (meaning: Meaning, apply: (each: Meaning) => Meaning): Meaning => {
  if (meaning.tag !== "union") return apply(meaning)
  const found = meaning.of.map((each) => mapAlternatives(each, apply))
  return meaning.isUndecided === true ? either(found) : join(found)
}

/** What a member was taken from, and which type declares it, if that has arguments. */
export const withReceiver = (meaning: Meaning, receiver: Meaning, type: SymbolMeaning): Meaning => {
  const ownerOf = ({ module }: SymbolMeaning): SymbolMeaning =>
    module === type.module ? type : (declarationIn(type, module) ?? type)
  return mapAlternatives(meaning, (each) => {
    if (each.tag !== "symbol") return each
    return type.arguments === undefined ? { ...each, receiver } : { ...each, receiver, owner: ownerOf(each) }
  })
}
