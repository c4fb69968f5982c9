import type { Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { elementOf, entryOf, itemOf, promised } from "./builtinMembers.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { join, maxAlternatives, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Members } from "./Members.ts"

/** Finds what is in promises, lists, dictionaries and objects. */
export class Parts {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #members: Members

  constructor(session: Session, rules: LinkRules, members: Members) {
    this.#session = session
    this.#rules = rules
    this.#members = members
  }

  /** What has arguments of types, as a list has, and as a literal its entries. */
  apply(of: Meaning, value: Value & { readonly tag: "apply" }, evaluate: (each: ValueIndex) => Meaning): Meaning {
    if (of === unknown) return unknown
    const entries = value.entries?.map(([key, each]) => [key, evaluate(each)] as const)
    const applied = { tag: "applied" as const, of, arguments: value.arguments.map(evaluate) }
    return entries === undefined ? applied : { ...applied, entries: new Map(entries) }
  }

  /** What a promise gives, an iterable, or what is at a position or key: as `value` says, which is made of it. */
  takeOut(of: Meaning, value: Value): Meaning {
    if (value.tag === "await") return this.takeOutOfPromise(of)
    const declared = this.declaredBy(of)
    if (declared !== undefined) return this.takeOut(declared, value)
    const isApplied = value.tag === "item" || value.tag === "element"
    if (isApplied && of.tag === "symbol" && (this.#members.isGeneric(of) || this.isInstantiated(of))) return of
    if (isApplied && of.tag === "instance" && of.of.tag === "symbol") return this.takeOutByMethod(of, value.tag)
    if (value.tag === "item") return itemOf(this.#session, of, value.key)
    if (of.tag === "literal") return this.takeOutOfObject(of, value)
    return value.tag === "entry" ? entryOf(this.#session, of, value.at) : elementOf(this.#session, of)
  }

  /** Whether a function with an index is the function with types for its type parameters: `New[int]`. */
  private isInstantiated({ definition, module }: SymbolMeaning): boolean {
    return this.#rules.instantiatesByIndex === true && module.definition(definition)?.kind === "function"
  }

  /** What a class of the project gives where it is indexed or iterated. */
  private takeOutByMethod(of: Meaning, tag: "item" | "element"): Meaning {
    const { asyncIterationMember, asyncNextMember, indexMember, iterationMember, nextMember } = this.#rules
    if (tag === "item") return this.callMember(of, indexMember) ?? unknown
    const iterator = this.callMember(of, iterationMember)
    if (iterator !== undefined) return this.takeNext(iterator, nextMember)
    const awaiting = this.callMember(of, asyncIterationMember)
    return awaiting === undefined ? this.takeOutOfBase(of) : this.takeNext(awaiting, asyncNextMember)
  }

  /** What a method gives; undefined without such a method. */
  private callMember(of: Meaning, name: string | undefined): Meaning | undefined {
    const called = name === undefined ? unknown : this.#session.member(of, name)
    return called.tag === "symbol" ? this.#session.call(called) : undefined
  }

  /** What an iterator gives for each element: by its type, or by its own method. */
  private takeNext(iterator: Meaning, name: string | undefined): Meaning {
    const element = elementOf(this.#session, iterator)
    const own = this.#session.settle(iterator)
    if (element !== unknown || own.tag !== "instance") return element
    return this.callMember(own, name) ?? unknown
  }

  /** What a class gives that is derived from a list of the library. */
  private takeOutOfBase(of: Meaning): Meaning {
    const line = of.tag === "instance" && of.of.tag === "symbol" ? this.#session.line(of.of) : []
    return join(line.map((each) => elementOf(this.#session, { tag: "instance", of: each })))
  }

  /** What a type of its own is declared by. */
  private declaredBy(of: Meaning): Meaning | undefined {
    if (this.#rules.definesTypes !== true || of.tag !== "instance" || of.of.tag !== "symbol") return undefined
    const { definition, module } = of.of
    const alias = module.group(definition).find(({ kind, value }) => kind === "type" && value >= 0)
    return alias === undefined ? undefined : this.#session.instanceOf(this.#session.evaluate(module, alias.value))
  }

  /** What is at a constant key of an object; at another key any of its members, unless they are many. */
  private takeOutOfObject(of: Meaning & { readonly tag: "literal" }, value: Value): Meaning {
    const found = of.module.value(of.value)
    if (found.tag !== "object") return unknown
    if (value.tag === "entry") return this.#session.member(of, String(value.at))
    if (found.members.length > maxAlternatives || found.spread !== undefined) return unknown
    return join(found.members.map(([, each]) => this.#session.evaluateIn(of.module, each, of.bindings)))
  }

  private takeOutOfPromise(meaning: Meaning): Meaning {
    const type = promised(meaning)
    return type === undefined ? meaning : this.#session.instanceOf(type)
  }
}
