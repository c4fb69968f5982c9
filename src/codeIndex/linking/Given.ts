import type { DefinitionIndex, Facts, Reference, Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { HeldFunctions } from "./HeldFunctions.ts"
import { mayBeOwn } from "./implicitCalls.ts"
import type { Session } from "./LinkRules.ts"
import { join, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** What a call gives. */
type Arguments = Pick<Reference, "given" | "named">

const hasGiven = ({ given, named }: Reference): boolean => given !== undefined || named !== undefined

/** Finds what the calls of a file give to the parameters of its functions. */
export class Given {
  readonly #facts: Facts
  readonly #module: Module
  readonly #session: Session
  readonly #held: HeldFunctions
  #found: Map<DefinitionIndex, Array<Arguments>> | undefined

  constructor(session: Session, held: HeldFunctions, module: Module, facts: Facts) {
    this.#facts = facts
    this.#module = module
    this.#session = session
    this.#held = held
  }

  /** What a parameter is declared as by the base; otherwise what calls in the file give, unknown if that may be too much. */
  find({ at, declared = -1, definition, name }: Value & { readonly tag: "given" }): Meaning {
    const known = this.#session.evaluate(this.#module, declared)
    if (known !== unknown) return known
    const calls = this.collect().get(definition) ?? []
    const given = calls.map((call) => call.given?.[at] ?? call.named?.find(([each]) => each === name)?.[1] ?? -1)
    return join([...new Set(given)].map((value) => this.#session.evaluate(this.#module, value)))
  }

  /** Collects what calls give before something is asked that depends on it: what is being found out is unknown meanwhile. */
  prepare(): void {
    if (this.#module.visible.values.some(({ tag }) => tag === "given")) this.collect()
  }

  /** Calls by the function that they call. Those of members, and of what a parameter is given, may depend on the others. */
  private collect(): ReadonlyMap<DefinitionIndex, ReadonlyArray<Arguments>> {
    if (this.#found !== undefined) return this.#found
    this.#found = new Map()
    const calls = this.#facts.references.filter(hasGiven)
    const steps = Map.groupBy(calls, ({ value }) => this.stepOf(value))
    for (const step of ["names", "members", "given"] as const) {
      for (const call of steps.get(step) ?? []) this.add(this.#found, [call.value], call)
    }
    for (const { passes, runs = [], value } of this.#facts.references) {
      const isOwn = passes === undefined || mayBeOwn(this.#session.evaluate(this.#module, value))
      if (!isOwn) this.add(this.#found, runs, { given: passes })
    }
    return this.#found
  }

  private stepOf(value: ValueIndex): "names" | "members" | "given" {
    if (this.#module.rootOf(value).tag === "given") return "given"
    const { tag } = this.#module.value(value)
    return tag === "definition" || tag === "import" ? "names" : "members"
  }

  private add(
    found: Map<DefinitionIndex, Array<Arguments>>,
    callees: ReadonlyArray<ValueIndex>,
    call: Arguments
  ): void {
    const called = callees.flatMap((value) => this.#held.find(this.#session.evaluate(this.#module, value)))
    for (const definition of new Set(called.flatMap((symbol) => this.bodiesOf(symbol)))) {
      const calls = found.get(definition)
      if (calls === undefined) found.set(definition, [call])
      else calls.push(call)
    }
  }

  /** The definitions of this file that take the arguments. */
  private bodiesOf({ definition, module }: SymbolMeaning): ReadonlyArray<DefinitionIndex> {
    if (module !== this.#module) return []
    if (!module.isType(definition)) return [definition]
    const name = module.definition(definition)?.qualifiedName ?? ""
    return [...module.members(name, "constructor"), ...module.members(name, "__init__")]
  }
}
