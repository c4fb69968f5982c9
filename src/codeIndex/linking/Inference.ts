import type { Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { argumentsOfGeneric, elementOf, promised } from "./builtinMembers.ts"
import { iterables, promises, transparent } from "./genericTypes.ts"
import { isClass } from "./implicitCalls.ts"
import type { GivenArguments, LinkRules, Session } from "./LinkRules.ts"
import {
  alternativesOf,
  type Bindings,
  either,
  isUndecided,
  type Meaning,
  type SymbolMeaning,
  unknown
} from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** Maximum nested types to compare, and comparisons for one call. */
const [maxDepth, maxSteps] = [12, 400]

/** Maximum members of an interface to compare. */
const maxMembers = 16

/** What a function is declared to take. */
export interface Taken {
  readonly parameters: ReadonlyArray<ValueIndex>
  /** The list of what follows these. */
  readonly rest: ValueIndex
  readonly self: ValueIndex
}

type Types = Map<number, Meaning>

/** The type of what has a value. */
const typeOf = (of: Meaning): Meaning => (of.tag === "instance" ? of.of : { tag: "typeof", of })

/** Whether nothing of the project is known of a value. */
const isForeign = (of: Meaning): boolean => of.tag === "external" || (of.tag === "instance" && of.of.tag === "external")

/** Finds what the type parameters of functions stand for, by comparing what they are declared to take with what calls give. */
export class Inference {
  readonly #session: Session
  readonly #rules: LinkRules
  #steps = 0
  #depth = 0

  constructor(session: Session, rules: LinkRules) {
    this.#session = session
    this.#rules = rules
  }

  /** What type parameters stand for in a call. What is `known` of them already stays. */
  infer(
    module: Module,
    { parameters, rest, self }: Taken,
    given: GivenArguments,
    known: Bindings | undefined
  ): Bindings | undefined {
    if (this.#depth >= maxDepth) return known
    const types: Types = new Map(known?.module === module ? known.types : [])
    const before = types.size
    const steps = this.#steps
    if (this.#depth === 0) this.#steps = 0
    this.#depth += 1
    if (given.receiver !== undefined) this.compare(module, self, given.receiver, types)
    for (let at = 0; at < given.length; at += 1) {
      const declared = parameters[at]
      if (declared !== undefined) this.compare(module, declared, given.at(at), types)
      else this.compareRest(module, rest, given.at(at), { position: at - parameters.length, types })
    }
    this.#depth -= 1
    if (this.#depth === 0) this.#steps = steps
    return types.size === before ? known : { module, types }
  }

  /** What type parameters stand for in a type where something is of that type. What is `known` of them already stays. */
  match(module: Module, type: ValueIndex, given: Meaning, known: Bindings | undefined): Bindings | undefined {
    const own = known?.module === module ? known : undefined
    const types: Types = new Map(own?.types)
    const before = types.size
    const steps = this.#steps
    if (this.#depth === 0) this.#steps = 0
    this.compare(module, type, given, types)
    if (this.#depth === 0) this.#steps = steps
    return types.size === before ? known : { module, types, self: own?.self }
  }

  private compareRest(
    module: Module,
    rest: ValueIndex,
    given: Meaning,
    { position, types }: { readonly position: number; readonly types: Types }
  ): void {
    const value = module.value(rest)
    if (value.tag === "object") {
      const found = value.members.find(([name]) => name === String(position))
      if (found !== undefined) this.compare(module, found[1], given, types)
      return
    }
    const type = value.tag === "instance" ? module.value(value.of) : value
    // `...items: Array<T>`
    if (type.tag === "apply") this.compare(module, type.arguments[0] ?? -1, given, types)
  }

  /** Compares a type, or what has it, with what is given in its place. */
  private compare(module: Module, declared: ValueIndex, given: Meaning, types: Types): void {
    if (given === unknown || !module.hasVariables(declared)) return
    if (this.#depth >= maxDepth || this.#steps >= maxSteps) return
    this.#steps += 1
    this.#depth += 1
    const value = module.value(declared)
    if (isUndecided(given)) this.compareUndecided(module, value, alternativesOf(given), types)
    else for (const each of alternativesOf(given)) this.compareOne(module, value, each, types)
    this.#depth -= 1
  }

  /** Compares with each of what may be given, of which a type parameter may be any. */
  private compareUndecided(module: Module, declared: Value, given: ReadonlyArray<Meaning>, types: Types): void {
    const found = given.map((each) => {
      const own = new Map(types)
      this.compareOne(module, declared, each, own)
      return own
    })
    for (const id of found[0]?.keys() ?? []) {
      if (!types.has(id)) types.set(id, either(found.map((own) => own.get(id) ?? unknown)))
    }
  }

  private compareOne(module: Module, declared: Value, given: Meaning, types: Types): void {
    const { tag } = declared
    if (tag === "variable") this.bind(module, declared, given, types)
    else if (tag === "instance") this.compare(module, declared.of, given, types)
    else if (tag === "union") this.compareUnion(module, declared.of, given, types)
    else if (tag === "apply") this.compareApplied(module, declared, given, types)
    else if (tag === "function") this.compare(module, declared.yields, this.#session.call(given), types)
    else if (tag === "object") this.compareObject(module, declared, given, types)
  }

  private bind(module: Module, { id, of }: Value & { readonly tag: "variable" }, given: Meaning, types: Types): void {
    const value = this.#session.settle(given)
    const known = types.get(id)
    if (value === unknown || known !== undefined) return
    if (isForeign(value) && module.value(of).tag !== "unknown") return
    types.set(id, typeOf(value))
  }

  /** Of `T | Promise<T>` what a promise gives counts, if it is one. */
  private compareUnion(module: Module, parts: ReadonlyArray<ValueIndex>, given: Meaning, types: Types): void {
    const isBare = (part: ValueIndex): boolean => {
      const value = module.value(part)
      return value.tag === "variable" || (value.tag === "instance" && module.value(value.of).tag === "variable")
    }
    for (const part of parts) if (!isBare(part)) this.compare(module, part, given, types)
    for (const part of parts) if (isBare(part)) this.compare(module, part, given, types)
  }

  private compareApplied(
    module: Module,
    { arguments: declared, of }: Value & { readonly tag: "apply" },
    given: Meaning,
    types: Types
  ): void {
    const type = this.#session.evaluate(module, of)
    const compareAll = (all: ReadonlyArray<Meaning>): void => {
      for (const [at, each] of declared.entries()) {
        this.compare(module, each, this.#session.instanceOf(all[at] ?? unknown), types)
      }
    }
    if (type.tag === "external") return this.compareStandard(type.name, given, compareAll)
    if (type.tag === "symbol") compareAll(this.argumentsAs(type, this.#session.settle(given)))
    if (type.tag === "generic") {
      const value = type.module.value(type.value)
      if (value.tag === "generic") compareAll(this.compareBody(type.module, [value.of], value.parameters, given))
    }
  }

  /** Compares with a type of a library. */
  private compareStandard(name: string, value: Meaning, compareAll: (all: ReadonlyArray<Meaning>) => void): void {
    if (transparent.has(name)) return name === "NoInfer" ? undefined : compareAll([{ tag: "typeof", of: value }])
    const given = this.#session.settle(value)
    if (promises.has(name)) {
      const type = promised(given)
      return type === undefined ? undefined : compareAll([type])
    }
    if (iterables.has(name)) return compareAll([typeOf(elementOf(this.#session, given))])
    // A class is given where a type of classes is declared, such as `Type<T>`.
    compareAll(isClass(given) ? [given] : argumentsOfGeneric(given, name))
  }

  /** The arguments that a generic type of the project has where something is an instance of it. */
  private argumentsAs(type: SymbolMeaning, given: Meaning): ReadonlyArray<Meaning> {
    const { definition, module } = type
    if (given.tag === "instance" && given.of.tag === "symbol") {
      const found = this.#session
        .line(given.of)
        .find((each) => each.tag === "symbol" && each.module === module && each.definition === definition)
      if (found?.tag === "symbol") return found.arguments ?? []
    }
    const group = module.group(definition)
    const parameters = group.flatMap(({ typeParameters = [] }) => typeParameters)
    const alias = group.find(({ kind, value }) => kind === "type" && value >= 0)
    if (alias !== undefined) return this.compareBody(module, [alias.value], parameters, given)
    const bases = group.flatMap(({ bases: all }) => all)
    return this.compareBody(module, bases, parameters, given, group[0]?.qualifiedName)
  }

  /** Compares what a type is declared by, and gives what its parameters stand for. */
  private compareBody(
    module: Module,
    parts: ReadonlyArray<ValueIndex>,
    parameters: ReadonlyArray<ValueIndex>,
    given: Meaning,
    name?: string
  ): ReadonlyArray<Meaning> {
    const types: Types = new Map()
    for (const part of parts) this.compare(module, part, given, types)
    if (name !== undefined) this.compareMembers(module, name, given, types)
    return parameters.map((each) => {
      const value = module.value(each)
      return value.tag === "variable" ? (types.get(value.id) ?? unknown) : unknown
    })
  }

  /** Compares the members that an interface declares. */
  private compareMembers(module: Module, name: string, given: Meaning, types: Types): void {
    if (given.tag !== "literal" && given.tag !== "instance") return
    const members = module.membersOf(name).filter(({ value, yields }) => module.hasVariables(Math.max(value, yields)))
    for (const member of members.slice(0, maxMembers)) {
      const found = this.#session.member(given, member.name)
      if (member.value >= 0) this.compare(module, member.value, found, types)
      else this.compare(module, member.yields, this.#session.call(found), types)
    }
  }

  private compareObject(
    module: Module,
    { members }: Value & { readonly tag: "object" },
    given: Meaning,
    types: Types
  ): void {
    const { constructMember } = this.#rules
    for (const [name, member] of members) {
      if (!module.hasVariables(member)) continue
      const value = module.value(member)
      if (name === constructMember && value.tag === "function") {
        this.compare(module, value.yields, this.constructed(given), types)
      } else this.compare(module, member, this.#session.member(this.#session.settle(given), name), types)
    }
  }

  /** What `new` gives of a class. */
  private constructed(given: Meaning): Meaning {
    return given.tag === "symbol" || given.tag === "typeof" || given.tag === "module"
      ? this.#session.instanceOf(given)
      : unknown
  }
}
