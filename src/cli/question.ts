import { Effect, Option } from "effect"
import { type CliError, ValidationError } from "effect/cli/CliError"
import type { PlaceInput } from "./place.ts"

/** What the flags and arguments of every question say. */
export interface QuestionInput extends PlaceInput {
  readonly path: string
  readonly anchor: Option.Option<string>
  readonly anchorFlag: Option.Option<string>
  readonly maxTokens: Option.Option<number>
  readonly rev: Option.Option<string>
  readonly verbose: boolean
  readonly format: "markdown" | "json" | "pretty"
  readonly json: boolean
}

/** The name may stand behind the path or behind `--anchor`, not differently at both. */
export const oneAnchor = (input: QuestionInput): Effect.Effect<void, CliError> =>
  Option.isSome(input.anchor) && Option.isSome(input.anchorFlag) && input.anchor.value !== input.anchorFlag.value
    ? Effect.fail(new ValidationError({ message: "Two anchors given: one behind the path and another by --anchor." }))
    : Effect.void
