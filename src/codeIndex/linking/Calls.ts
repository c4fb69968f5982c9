import type { ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { Inference } from "./Inference.ts"
import type { GivenArguments, LinkRules, Session } from "./LinkRules.ts"
import { type Bindings, joinOverloads, mapAlternatives, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Members } from "./Members.ts"
import type { ShapeDefinition } from "./ShapeDefinition.ts"

/** The overloads that take a number of arguments; all of them if none does. */
const takersOf = (
  overloads: ReadonlyArray<ShapeDefinition>,
  count: number | undefined
): ReadonlyArray<ShapeDefinition> => {
  if (count === undefined || overloads.length < 2) return overloads
  const takers = overloads.filter(({ arity: [least, most] }) => count >= least && (most === -1 || count <= most))
  return takers.length === 0 ? overloads : takers
}

/** What a member holds or yields, as it depends on what it was taken from, and on what type parameters stand for. */
type Held = (symbol: SymbolMeaning, value: ValueIndex, bindings: Bindings | undefined) => Meaning

interface Parts {
  readonly rules: LinkRules
  readonly members: Members
  readonly inference: Inference
}

type Literal = Meaning & { readonly tag: "literal" }

const nothing: GivenArguments = { count: undefined, receiver: undefined, length: 0, at: () => unknown }

/** Finds what calls give. */
export class Calls {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #members: Members
  readonly #held: Held
  readonly #inference: Inference

  constructor(session: Session, { inference, members, rules }: Parts, held: Held) {
    this.#session = session
    this.#rules = rules
    this.#members = members
    this.#held = held
    this.#inference = inference
  }

  /** What calling gives, with what is given. */
  readonly call = (callee: Meaning, given?: GivenArguments): Meaning => {
    switch (callee.tag) {
      case "symbol":
        return this.callSymbol(callee, given)
      case "literal":
        return this.callLiteral(callee, given)
      case "builtin":
        return callee.yields
      case "module":
        return this.call(this.#rules.moduleValue(this.#session, callee.module), given)
      case "union":
        return mapAlternatives(callee, (each) => this.call(each, given))
      case "applied":
        return this.call(applyFunction(callee), given)
      case "instance":
        return this.callInstance(callee, given)
      case "typeof":
        return this.#rules.callMakesInstance ? callee.of : unknown
      case "unknown":
      case "external":
      case "folder":
      case "super":
      case "generic":
      case "tuple":
        return unknown
    }
  }

  private callLiteral({ bindings, module, value: index }: Literal, given: GivenArguments | undefined): Meaning {
    const value = module.value(index)
    if (value.tag !== "function") return unknown
    const { parameters = [], rest = -1, self = -1, yields } = value
    const isGeneric = given !== undefined && module.hasVariables(yields)
    const found = isGeneric ? this.#inference.infer(module, { parameters, rest, self }, given, bindings) : bindings
    return this.#session.evaluateIn(module, yields, found)
  }

  private callInstance(
    instance: Meaning & { readonly tag: "instance" | "typeof" },
    given: GivenArguments | undefined
  ): Meaning {
    const { callMember } = this.#rules
    const called = callMember === undefined ? unknown : this.#session.member(instance, callMember)
    if (called.tag === "symbol") return this.call(called, given)
    return joinOverloads(this.#members.signaturesOf(instance).map((each) => this.call(each, given)))
  }

  private callSymbol(symbol: SymbolMeaning, given: GivenArguments | undefined): Meaning {
    const { definition, module } = symbol
    if (this.#rules.callMakesInstance && module.isType(definition)) return this.#session.instanceOf(symbol)
    const content = this.#session.settle(symbol)
    if (content !== symbol) return this.call(content, given)
    const overloads = module.group(definition).filter(({ yields }) => yields >= 0)
    return joinOverloads(takersOf(overloads, given?.count).map((each) => this.yielded(symbol, each, given)))
  }

  /** What a call yields. A function that returns what it is given does not return what other calls give. */
  private yielded(symbol: SymbolMeaning, overload: ShapeDefinition, given: GivenArguments | undefined): Meaning {
    const { yields } = overload
    const found = this.#held(symbol, yields, this.bindingsOf(symbol, overload, given))
    return found.tag === "union" && symbol.module.value(yields).tag === "given" ? unknown : found
  }

  /** What type parameters of a function stand for, and of the type whose member it is. */
  private bindingsOf(
    symbol: SymbolMeaning,
    overload: ShapeDefinition,
    given: GivenArguments | undefined
  ): Bindings | undefined {
    const { module, owner, receiver } = symbol
    const known = this.#session.bindingsOf(owner)
    const { parameters, self = -1, typeParameters, yields } = overload
    if (typeParameters === undefined || !module.hasVariables(yields)) return known
    const written = joinBindings(known, this.#session.bindingsOf(symbol))
    const { length } = parameters
    const last = overload.arity[1] === -1 ? length - 1 : length
    const taken = { parameters: parameters.slice(0, last), rest: parameters[last] ?? -1, self }
    const found = this.#inference.infer(module, taken, { ...(given ?? nothing), receiver }, written)
    return this.#session.withDefaults(module, typeParameters, found)
  }
}

/** A function with what its type parameters are said to stand for. */
export const applyFunction = ({ arguments: given, of }: Meaning & { readonly tag: "applied" }): Meaning =>
  mapAlternatives(of, (each) => (each.tag === "symbol" ? { ...each, arguments: given } : each))

/** What type parameters of a module stand for by either. */
export const joinBindings = (a: Bindings | undefined, b: Bindings | undefined): Bindings | undefined => {
  if (a === undefined || b === undefined || a.module !== b.module) return b ?? a
  return { module: a.module, types: new Map([...a.types, ...b.types]), self: b.self ?? a.self }
}
