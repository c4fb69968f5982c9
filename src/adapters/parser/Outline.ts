import type { Option } from "effect"
import type { LineRange } from "../../domain/LineRange.ts"

/** Kinds of units, common to all languages. */
export type UnitType =
  | "function"
  | "method"
  | "class"
  | "struct"
  | "enum"
  | "trait"
  | "interface"
  | "impl"
  | "module"
  | "namespace"
  | "constant"
  | "type"

/** A unit of code in a file: its anchor and its current lines. */
export interface Unit {
  readonly type: UnitType
  /** Qualified as the language's programmers write it: `Pool.acquire`, `MqttClient::connect`. */
  readonly name: string
  /** One line without the body, white space folded. */
  readonly signature: string
  /** Decorators, attributes and doc comments included. */
  readonly lines: LineRange
}

/**
 * Why a file has no outline: parsing exceeds the memory or time limit, the file is too large, or the parser failed on
 * it.
 */
export type OutlineFailure = "memory" | "time" | "size" | "parser"

/** The units of a file in source order, outer before inner. */
export interface Outline {
  /** None if the language has no grammar; `units` is then empty. */
  readonly language: Option.Option<string>
  readonly units: ReadonlyArray<Unit>
  /** Whether parts of the file failed to parse. */
  readonly partial: boolean
  /** Set if the file could not be parsed. There are no units then, and `partial` is true. */
  readonly failure?: OutlineFailure
}
