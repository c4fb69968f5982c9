import type { Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { iterables, promises } from "./genericTypes.ts"
import type { Inference } from "./Inference.ts"
import type { Session } from "./LinkRules.ts"
import {
  alternativesOf,
  type Bindings,
  either,
  isUndecided,
  join,
  type Meaning,
  recursive,
  unknown
} from "./Meaning.ts"
import type { Module } from "./Module.ts"
import { isDerived } from "./refine.ts"

type Conditional = Value & { readonly tag: "conditional" }

/** Maximum conditions within one, which may branch at each. */
const maxSteps = 64

const primitives: ReadonlySet<string> = new Set(["String", "Number", "Boolean", "BigInt", "Symbol"])

/** The type of primitive values that has a constant of a type: as it is written in JSON. */
const primitiveOf = (name: string): string | undefined => {
  if (name.startsWith('"')) return "String"
  if (name === "true" || name === "false") return "Boolean"
  return /^[-\d]/.test(name) ? "Number" : undefined
}

/** The name of a type of the library, or of an instance of one. */
const nameOf = (meaning: Meaning): string | undefined => {
  const type = meaning.tag === "instance" ? meaning.of : meaning
  const of = type.tag === "applied" ? type.of : type
  return of.tag === "external" ? of.name : undefined
}

/** Whether a primitive value, a constant or `never` is of a type of the library; undefined if that is not known. */
const isPrimitiveOf = (given: string, to: string): boolean | undefined => {
  if (given === "never" || given === to) return true
  if (to === "never") return false
  const base = primitiveOf(given)
  if (base !== undefined) return base === to || (to === "PropertyKey" && base !== "Boolean")
  if (!primitives.has(given)) return undefined
  return primitives.has(to) || to === "object" ? false : undefined
}

/** Evaluates types that depend on what another type is. */
export class Conditions {
  readonly #session: Session
  readonly #inference: Inference
  #nested = 0
  #steps = 0

  constructor(session: Session, inference: Inference) {
    this.#session = session
    this.#inference = inference
  }

  /** What a conditional type is; of several types that are checked, what it is of each. */
  choose(module: Module, value: Conditional, bindings: Bindings | undefined): Meaning {
    if (this.#nested === 0) this.#steps = 0
    this.#steps += 1
    if (this.#steps > maxSteps) return unknown
    this.#nested += 1
    const given = this.#session.settle(this.#session.evaluateIn(module, value.check, bindings))
    const found = alternativesOf(given).map((each) => this.chooseFor(module, value, each, bindings))
    this.#nested -= 1
    return isUndecided(given) || found.length === 1 ? either(found) : join(found)
  }

  private chooseFor(module: Module, value: Conditional, given: Meaning, bindings: Bindings | undefined): Meaning {
    const { check, holds, otherwise, to } = value
    const verdict = this.isOf(module, to, given, bindings)
    const mayHold = verdict !== false || !this.isBound(module, check, bindings)
    const parts: Array<Meaning> = []
    if (holds >= 0 && mayHold) {
      parts.push(this.#session.evaluateIn(module, holds, this.#inference.match(module, to, given, bindings)))
    }
    if (otherwise >= 0 && verdict !== true) parts.push(this.#session.evaluateIn(module, otherwise, bindings))
    return parts.length === 0 ? recursive : either(parts)
  }

  /** Whether it is known what a type parameter stands for that is checked. */
  private isBound(module: Module, check: ValueIndex, bindings: Bindings | undefined): boolean {
    const value = module.value(check)
    const type = value.tag === "instance" ? module.value(value.of) : value
    return type.tag !== "variable" || (bindings?.module === module && bindings.types.has(type.id))
  }

  private isOf(module: Module, to: ValueIndex, given: Meaning, bindings: Bindings | undefined): boolean | undefined {
    if (given.tag === "unknown") return undefined
    const type = this.#session.evaluateIn(module, to, bindings)
    const [name, wanted] = [nameOf(given), nameOf(type)]
    if (name !== undefined && wanted !== undefined) return isPrimitiveOf(name, wanted)
    if (name === "never") return true
    if (wanted !== undefined) return this.isOfLibrary(given, wanted)
    if (type.tag === "literal" && type.module.value(type.value).tag === "function") return this.isFunction(given, name)
    const own = this.#session.instanceOf(type)
    if (own.tag !== "instance" || own.of.tag !== "symbol") return undefined
    if (name !== undefined) return primitives.has(name) || primitiveOf(name) !== undefined ? false : undefined
    const isOfBase = given.tag === "instance" && given.of.tag === "symbol" && isDerived(this.#session, given.of, own.of)
    return isOfBase ? true : undefined
  }

  /** Whether something of the project is of a type of the library. */
  private isOfLibrary(given: Meaning, wanted: string): boolean | undefined {
    if (wanted === "object") return true
    if (wanted === "never" || primitives.has(wanted) || primitiveOf(wanted) !== undefined) return false
    const isContainer = promises.has(wanted) || iterables.has(wanted)
    if (!isContainer || given.tag !== "instance" || given.of.tag !== "symbol") return isContainer ? false : undefined
    const line = this.#session.line(given.of)
    if (line.some((each) => nameOf(each) === wanted)) return true
    return line.every(({ tag }) => tag === "symbol") ? false : undefined
  }

  private isFunction(given: Meaning, name: string | undefined): boolean | undefined {
    if (name !== undefined) return primitives.has(name) || primitiveOf(name) !== undefined ? false : undefined
    if (given.tag === "literal") return given.module.value(given.value).tag === "function"
    const isNamed = given.tag === "symbol" && !given.module.isType(given.definition)
    return isNamed ? true : undefined
  }
}
