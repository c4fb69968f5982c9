import type { ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { entryOf } from "./builtinMembers.ts"
import { applyFunction, joinBindings } from "./Calls.ts"
import { takers } from "./genericTypes.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { type Bindings, join, mapAlternatives, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Members } from "./Members.ts"
import type { Module } from "./Module.ts"

/** Whether a type of a library is one of functions that take what its argument says. */
const isTaker = (type: Meaning): type is Meaning & { readonly tag: "applied" } =>
  type.tag === "applied" && type.of.tag === "external" && takers.has(type.of.name)

/** Finds what functions are declared to take. */
export class Parameters {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #members: Members

  constructor(session: Session, rules: LinkRules, members: Members) {
    this.#session = session
    this.#rules = rules
    this.#members = members
  }

  /** What a function is declared to take at a position, at -1 what `this` is in it. */
  parameter(of: Meaning, at: number): Meaning {
    switch (of.tag) {
      case "symbol":
        return this.parameterOfSymbol(of, at)
      case "literal": {
        const value = of.module.value(of.value)
        if (value.tag !== "function") return this.parameter(this.constructorOf(of), at)
        if (at === -1) return this.#session.evaluateIn(of.module, value.self ?? -1, of.bindings)
        const { parameters = [], rest = -1 } = value
        return this.parameterAt(of, parameters, rest, at)
      }
      case "instance":
        return at === 0 && isTaker(of.of)
          ? this.#session.instanceOf(of.of.arguments[0] ?? unknown)
          : join(this.signaturesOf(of).map((each) => this.parameter(each, at)))
      case "applied":
        return this.parameter(applyFunction(of), at)
      case "module":
        return this.parameter(this.#rules.moduleValue(this.#session, of.module), at)
      case "union":
        return mapAlternatives(of, (each) => this.parameter(each, at))
      case "unknown":
      case "external":
      case "folder":
      case "typeof":
      case "super":
      case "generic":
      case "builtin":
      case "tuple":
        return unknown
    }
  }

  private parameterAt(
    { bindings, module }: { readonly module: Module; readonly bindings?: Bindings | undefined },
    parameters: ReadonlyArray<ValueIndex>,
    rest: ValueIndex,
    at: number
  ): Meaning {
    const declared = parameters[at]
    if (declared !== undefined || rest === -1) return this.#session.evaluateIn(module, declared ?? -1, bindings)
    const list = this.#session.evaluateIn(module, rest, bindings)
    const position = at - parameters.length
    const member = this.#session.member(list, String(position))
    const isOfList = list.tag !== "literal" && (member.tag === "unknown" || member.tag === "external")
    return isOfList ? entryOf(this.#session, list, position) : member
  }

  /** The functions as which an instance can be called; without one, what `new` calls of it. */
  private signaturesOf(of: Meaning & { readonly tag: "instance" | "typeof" }): ReadonlyArray<Meaning> {
    const signatures = this.#members.signaturesOf(of)
    return signatures.length > 0 ? signatures : [this.constructorOf(of)]
  }

  /** What `new` calls of an instance or object whose type says so. */
  private constructorOf(of: Meaning): Meaning {
    const { constructMember } = this.#rules
    return constructMember === undefined ? unknown : this.#session.member(of, constructMember)
  }

  private parameterOfSymbol(symbol: SymbolMeaning, at: number): Meaning {
    const { definition, module } = symbol
    if (at === -1) {
      const content = this.#session.settle(symbol)
      return content === symbol ? unknown : this.parameter(content, at)
    }
    if (module.isType(definition)) {
      const made = this.#session.member({ tag: "instance", of: symbol }, "constructor")
      if (made.tag === "symbol" && !made.module.isType(made.definition)) return this.parameter(made, at)
      const content = this.#session.settle(symbol)
      return content === symbol ? unknown : this.parameter(content, at)
    }
    const bindings = joinBindings(this.#session.bindingsOf(symbol.owner), this.#session.bindingsOf(symbol))
    const declared = module.group(definition).map(({ arity: [, most], parameters }) => {
      const last = most === -1 ? parameters.length - 1 : parameters.length
      return this.parameterAt({ module, bindings }, parameters.slice(0, last), parameters[last] ?? -1, at)
    })
    const found = join(declared)
    const content = found === unknown ? this.#session.settle(symbol) : symbol
    return content === symbol ? found : this.parameter(content, at)
  }
}
