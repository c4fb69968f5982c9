import { Context, type Effect, type Option } from "effect"
import type { LineRange } from "../domain/LineRange.ts"

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

/** All units of a file in source order, outer before inner. */
export interface Outline {
  /** None: a language without a grammar; `units` is then empty. */
  readonly language: Option.Option<string>
  readonly units: ReadonlyArray<Unit>
  /** Whether parts of the file did not parse. */
  readonly partial: boolean
}

/**
 * Outlines of source files. Pure in (path's extension, content); never fails: what does not parse is left out.
 * Outlines are kept by content, so asking twice costs a hash.
 */
export class Parser extends Context.Service<Parser, {
  outline(path: string, content: Uint8Array): Effect.Effect<Outline>
  /** Languages with a grammar, with their file extensions, for documentation. */
  readonly languages: ReadonlyArray<{ readonly name: string; readonly extensions: ReadonlyArray<string> }>
}>()("ultragit/parser/Parser") {}
