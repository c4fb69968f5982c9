import { Effect } from "effect"
import { FilterInvalid, LimitInvalid, PipelineError } from "../subject/PipelineError.ts"

const maxDepth = 10

/** The error for an argument that has a value other than `expected`. */
export const invalid = (name: string, expected: string, value: unknown): PipelineError =>
  new PipelineError({ reason: new FilterInvalid({ name, expected, value: String(value) }) })

const checkPositive = (name: string, value: number | undefined): Effect.Effect<void, PipelineError> =>
  value === undefined || (Number.isSafeInteger(value) && value > 0)
    ? Effect.void
    : Effect.fail(new PipelineError({ reason: new LimitInvalid({ name, value: String(value) }) }))

const checkDepth = (depth: number | undefined): Effect.Effect<void, PipelineError> =>
  depth === undefined || (Number.isSafeInteger(depth) && depth >= 0 && depth <= maxDepth)
    ? Effect.void
    : Effect.fail(invalid("depth", `a whole number from 0 to ${maxDepth}`, depth))

/** The numeric arguments of a question. */
interface Numbers {
  readonly max_tokens?: number
  readonly limit?: number
  readonly max_regions?: number
  readonly depth?: number
}

/** Fails with `LimitInvalid` for a limit that is not a positive integer, with `FilterInvalid` for a depth out of range. */
export const checkNumbers = Effect.fnUntraced(function* (query: Numbers) {
  yield* checkPositive("max_tokens", query.max_tokens)
  yield* checkPositive("limit", query.limit)
  yield* checkPositive("max_regions", query.max_regions)
  yield* checkDepth(query.depth)
})
