import type { Reference, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { type HeldFunctions, isCallable } from "./HeldFunctions.ts"
import { isClass, mayBeOwn } from "./implicitCalls.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** Whether a use of a function runs it. */
export const isRunning = (kind: Reference["kind"]): boolean =>
  kind === "call" || kind === "new" || kind === "decorator" || kind === "element"

/** Finds what runs where a variable, field, parameter or entry is called. */
export class Callees {
  readonly #session: Session
  readonly #held: HeldFunctions
  readonly #module: Module
  readonly #follows: boolean
  /** Whether something of the file is known by what its calls give. */
  readonly #hasGiven: boolean

  constructor(session: Session, held: HeldFunctions, module: Module, rules: LinkRules) {
    this.#session = session
    this.#held = held
    this.#module = module
    this.#follows = rules.followsValues === true
    this.#hasGiven = this.#follows && module.visible.values.some(({ tag }) => tag === "given")
  }

  /** Whether what a reference means, which is so many things, is known only by what was put there, or may be one of several. */
  isByValue({ kind, value }: Reference, count: number): boolean {
    if (!this.#follows) return false
    const written = this.#module.value(value)
    const indexed = this.findIndexed(value)
    if (indexed !== undefined) return (count > 1 || isRunning(kind)) && !this.isClass(indexed)
    if (written.tag === "union") return isRunning(kind) && !this.haveOneName(written.of)
    return this.#hasGiven && this.isGiven(value)
  }

  /** What a value is an element of, at a position or at a key that names no member. */
  private findIndexed(value: ValueIndex): ValueIndex | undefined {
    const written = this.#module.value(value)
    if (written.tag === "item" || written.tag === "element") return written.of
    if (written.tag !== "member" || !written.name.startsWith("[")) return undefined
    const meaning = this.#session.evaluate(this.#module, value)
    const isMember = meaning.tag === "symbol" && meaning.module.definition(meaning.definition)?.name === written.name
    return isMember ? undefined : written.of
  }

  /** Whether a value begins with a parameter of which only calls say what it is. */
  private isGiven(value: ValueIndex): boolean {
    const root = this.#module.rootOf(value, (to) => this.#session.evaluate(this.#module, to) !== unknown)
    if (root.tag !== "given") return false
    return this.#session.evaluate(this.#module, root.declared ?? -1).tag === "unknown"
  }

  /** Whether what may be meant has one name in the file: imported by either of two statements, or defined in two branches. */
  private haveOneName(values: ReadonlyArray<ValueIndex>): boolean {
    const names = values.map((each) => {
      const value = this.#module.value(each)
      if (value.tag === "import") return this.#module.import(value.import)?.local
      return value.tag === "definition" ? this.#module.definition(value.definition)?.name : undefined
    })
    return names[0] !== undefined && names.every((each) => each === names[0])
  }

  /** Whether a call that is known by value has a name there: of a variable that holds one of several things. */
  hasName({ value }: Reference): boolean {
    return this.#module.value(value).tag === "union"
  }

  /** What the platform runs of what it is given; nothing if a function of the project is called. */
  findGiven({ runs = [] }: Reference, meaning: Meaning): ReadonlyArray<SymbolMeaning> {
    if (!this.#follows || runs.length === 0) return []
    const given = mayBeOwn(meaning)
      ? []
      : runs.flatMap((value) => this.#held.find(this.#session.evaluate(this.#module, value)))
    // A class that is given, as to `repository.find(User)`, is not called.
    return given.filter((each) => !isClass(each))
  }

  /** Whether a value is a class: with an index it has type arguments, and is the same. */
  private isClass(value: ValueIndex): boolean {
    return isClass(this.#session.evaluate(this.#module, value))
  }

  /** The functions and classes that run; none where the function itself is named. `isNamed`: whether something is named there. */
  find({ held, kind }: Reference, meaning: Meaning, isNamed: boolean): ReadonlyArray<SymbolMeaning> {
    if (!this.#follows) return []
    if (kind === "raise") return isClass(meaning) ? [] : this.#held.find(meaning).filter(isClass)
    if (!isRunning(kind)) return []
    if (held !== undefined) return this.#held.find(this.#session.evaluate(this.#module, held))
    if (!isNamed || meaning.tag !== "symbol" || !isCallable(meaning)) return this.#held.find(meaning)
    return kind === "call" ? this.#held.findWrapping(meaning) : []
  }
}
