import type { Effect, Option, Schema } from "effect"
import type { Failure } from "./Failure.ts"

/**
 * The interface of a tool: everything that clients, the command line, the README and the snapshots need to know.
 * `input` is a flat struct, `output` a struct; both become JSON Schema without `$ref` at the top level.
 */
export interface Contract<
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>
> {
  readonly name: string
  readonly title: string
  /** The command with the same answers, as typed: `ultragit read`. */
  readonly command: string
  /** When to use the tool, at most 1 KB. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly hints: {
    readonly readOnly: boolean
    readonly idempotent: boolean
    readonly destructive: boolean
  }
}

/** A contract with the program that answers it. */
export interface Tool<
  Input extends Schema.ConstraintCodec<unknown, unknown>,
  Output extends Schema.ConstraintCodec<unknown, unknown>,
  R
> {
  readonly contract: Contract<Input, Output>
  readonly program: (input: Input["Type"]) => Effect.Effect<Output["Type"], Failure, R>
  /** Answers with a text other than the output's JSON; none where the settings do not ask for one. */
  readonly withText?: (
    input: Input["Type"]
  ) => Effect.Effect<Option.Option<{ readonly output: Output["Type"]; readonly text: string }>, Failure, R>
}
