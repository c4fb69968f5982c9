import type { Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { Session } from "./LinkRules.ts"
import { applyBuiltin } from "./builtinMembers.ts"
import { type Bindings, joinUnion, mapAlternatives, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** Maximum nested values to look into; deeper ones are what they are without arguments. */
const maxDepth = 24

type Conditional = Value & { readonly tag: "conditional" }
type Variable = Value & { readonly tag: "variable" }
type Derived = Extract<Value, { readonly of: ValueIndex }>

/** Whether a type has type parameters that are known. */
const isGeneric = ({ definition, module }: SymbolMeaning): boolean =>
  module.group(definition).some(({ typeParameters }) => typeParameters !== undefined)

/** How values are evaluated otherwise. */
interface Evaluation extends Pick<Session, "call" | "evaluate" | "instanceOf"> {
  readonly instanceOfSymbol: (symbol: SymbolMeaning) => Meaning
  /** What a module itself is. */
  readonly moduleValue: (module: Module) => Meaning
  readonly choose: (module: Module, value: Conditional, bindings: Bindings) => Meaning
  readonly derive: (module: Module, value: Derived, of: Meaning, bindings: Bindings) => Meaning
}

/** Evaluates what depends on type parameters, where it is known what these stand for. */
export class Applied {
  readonly #evaluation: Evaluation
  readonly #bindings = new WeakMap<ReadonlyArray<Meaning>, Bindings>()
  #depth = 0

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation
  }

  /** An instance of a type with arguments. */
  readonly instanceOf = (applied: Meaning & { readonly tag: "applied" }, of: Meaning): Meaning => {
    const { arguments: given } = applied
    if (of.tag === "external") return applyBuiltin(this.#evaluation, applied, of.name)
    if (of.tag === "union") return mapAlternatives(of, (each) => this.instanceOf(applied, each))
    if (of.tag === "module") return this.instanceOf(applied, this.#evaluation.moduleValue(of.module))
    if (of.tag === "generic") return this.instanceOfGeneric(of, given)
    return of.tag === "symbol" && isGeneric(of)
      ? this.#evaluation.instanceOfSymbol({ ...of, arguments: given })
      : this.#evaluation.instanceOf(of)
  }

  /** An instance of a type that is no definition. */
  instanceOfGeneric(
    { module, value: index }: Meaning & { readonly tag: "generic" },
    given: ReadonlyArray<Meaning>
  ): Meaning {
    const value = module.value(index)
    if (value.tag !== "generic") return unknown
    return this.#evaluation.instanceOf(this.evaluate(module, value.of, this.bind(module, [value.parameters], given)))
  }

  /** What the type parameters of a type stand for, if it has arguments. */
  bindingsOf(type: SymbolMeaning | undefined): Bindings | undefined {
    if (type?.arguments === undefined) return undefined
    const { definition, module } = type
    return this.bind(
      module,
      module.group(definition).map(({ typeParameters = [] }) => typeParameters),
      type.arguments
    )
  }

  /** Binds lists of parameters to the same arguments, and those without one to their defaults. */
  private bind(
    module: Module,
    parameters: ReadonlyArray<ReadonlyArray<ValueIndex>>,
    given: ReadonlyArray<Meaning>
  ): Bindings | undefined {
    const known = this.#bindings.get(given)
    if (known !== undefined) return known
    const types = new Map<number, Meaning>()
    const bindings = { module, types }
    this.#bindings.set(given, bindings)
    for (const list of parameters) {
      for (const [at, each] of list.entries()) {
        const [value, type] = [module.value(each), given[at]]
        if (value.tag !== "variable") continue
        if (type !== undefined && type.tag !== "unknown") types.set(value.id, type)
        else if (at >= given.length) this.addDefault(value, bindings)
      }
    }
    return types.size === 0 ? undefined : bindings
  }

  private addDefault(
    { id, otherwise }: Variable,
    { module, types }: Bindings & { readonly types: Map<number, Meaning> }
  ): void {
    if (otherwise === undefined || types.has(id)) return
    const type = this.evaluate(module, otherwise, { module, types })
    if (type.tag !== "unknown") types.set(id, type)
  }

  /** Adds what type parameters stand for by default of which nothing is known. */
  readonly withDefaults: Session["withDefaults"] = (module, parameters, known) => {
    const values = parameters.map((each) => module.value(each))
    const isOpen = (each: Value): each is Variable =>
      each.tag === "variable" && each.otherwise !== undefined && known?.types.has(each.id) !== true
    const open = values.filter(isOpen)
    if (open.length === 0) return known
    const bindings = { module, types: new Map(known?.module === module ? known.types : []), self: known?.self }
    for (const each of open) this.addDefault(each, bindings)
    return bindings
  }

  evaluate(module: Module, index: ValueIndex, bindings: Bindings | undefined): Meaning {
    const isOwn = bindings !== undefined && bindings.module === module
    const depends = isOwn && (module.hasVariables(index) || (bindings.self !== undefined && module.namesThis(index)))
    if (!depends || this.#depth >= maxDepth) return this.#evaluation.evaluate(module, index)
    this.#depth += 1
    const found = this.find(module, index, bindings)
    this.#depth -= 1
    return found
  }

  private find(module: Module, index: ValueIndex, bindings: Bindings): Meaning {
    const value = module.value(index)
    if (value.tag === "function" || value.tag === "object") return { tag: "literal", module, value: index, bindings }
    if (value.tag === "union") {
      return joinUnion(
        value,
        value.of.map((each) => this.evaluate(module, each, bindings))
      )
    }
    if (value.tag === "conditional") return this.#evaluation.choose(module, value, bindings)
    if (value.tag === "this" && bindings.self !== undefined) return bindings.self
    if (value.tag === "generic" || !("of" in value)) return this.#evaluation.evaluate(module, index)
    const bound = value.tag === "variable" ? bindings.types.get(value.id) : undefined
    return bound ?? this.#evaluation.derive(module, value, this.evaluate(module, value.of, bindings), bindings)
  }
}
