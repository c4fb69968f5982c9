import type { ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { joinOverloads, mapAlternatives, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Members } from "./Members.ts"
import type { ShapeDefinition } from "./Shape.ts"

/** The overloads that take a number of arguments; all of them if none does. */
const takersOf = (
  overloads: ReadonlyArray<ShapeDefinition>,
  count: number | undefined
): ReadonlyArray<ShapeDefinition> => {
  if (count === undefined || overloads.length < 2) return overloads
  const takers = overloads.filter(({ arity: [least, most] }) => count >= least && (most === -1 || count <= most))
  return takers.length === 0 ? overloads : takers
}

/** Finds what calls give. */
export class Calls {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #members: Members
  readonly #held: (symbol: SymbolMeaning, value: ValueIndex) => Meaning

  /** `held`: what a member holds or yields, as it depends on what it was taken from. */
  constructor(
    session: Session,
    rules: LinkRules,
    members: Members,
    held: (symbol: SymbolMeaning, value: ValueIndex) => Meaning
  ) {
    this.#session = session
    this.#rules = rules
    this.#members = members
    this.#held = held
  }

  /** What calling gives, with a number of arguments, if it is known. */
  readonly call = (callee: Meaning, count?: number): Meaning => {
    switch (callee.tag) {
      case "symbol":
        return this.callSymbol(callee, count)
      case "literal": {
        const value = callee.module.value(callee.value)
        return value.tag === "function"
          ? this.#session.evaluateIn(callee.module, value.yields, callee.bindings)
          : unknown
      }
      case "builtin":
        return callee.yields
      case "module":
        return this.call(this.#rules.moduleValue(this.#session, callee.module), count)
      case "union":
        return mapAlternatives(callee, (each) => this.call(each, count))
      case "applied":
        return this.call(callee.of, count)
      case "instance":
        return this.callInstance(callee)
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

  private callInstance(instance: Meaning & { readonly tag: "instance" | "typeof" }): Meaning {
    const { callMember } = this.#rules
    const called = callMember === undefined ? unknown : this.#session.member(instance, callMember)
    if (called.tag === "symbol") return this.call(called)
    return joinOverloads(this.#members.signaturesOf(instance).map((each) => this.call(each)))
  }

  private callSymbol(symbol: SymbolMeaning, count: number | undefined): Meaning {
    const { definition, module } = symbol
    if (this.#rules.callMakesInstance && module.isType(definition)) return this.#session.instanceOf(symbol)
    const content = this.#session.settle(symbol)
    if (content !== symbol) return this.call(content, count)
    const overloads = module.group(definition).filter(({ yields }) => yields >= 0)
    return joinOverloads(takersOf(overloads, count).map(({ yields }) => this.yielded(symbol, yields)))
  }

  /** What a call yields. A function that returns what it is given does not return what other calls give. */
  private yielded(symbol: SymbolMeaning, yields: ValueIndex): Meaning {
    const found = this.#held(symbol, yields)
    return found.tag === "union" && symbol.module.value(yields).tag === "given" ? unknown : found
  }
}
