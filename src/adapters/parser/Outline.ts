import type { Option } from "effect"
import type { LineRange } from "../../domain/LineRange.ts"

/** Kinds of units, for all languages the same. */
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

/** What the parser finds in a file: an anchor and where it is now. */
export interface Unit {
  readonly type: UnitType
  /** Qualified as the language's programmers write it: `Pool.acquire`, `MqttClient::connect`. */
  readonly name: string
  /** One line, runs of white space folded, without body. */
  readonly signature: string
  /** Decorators, attributes and doc comments included. */
  readonly lines: LineRange
}

/**
 * Why a file was not parsed: its parsing needs more memory or more processor time than a file may take, it is too large
 * to be tried, or the parser broke on it.
 */
export type OutlineFailure = "memory" | "time" | "size" | "parser"

/** All units of a file in source order, outer before inner. */
export interface Outline {
  /** None: a language without a grammar; `units` is then empty. */
  readonly language: Option.Option<string>
  readonly units: ReadonlyArray<Unit>
  /** Whether parts of the file did not parse. */
  readonly partial: boolean
  /** Set where a limit was hit: there are no units then, and `partial` is true. */
  readonly failure?: OutlineFailure
}
