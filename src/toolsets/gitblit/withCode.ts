import { Data, Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"

/** A failure whose message begins with its code. */
class CodedFailure extends Data.TaggedError("CodedFailure")<Pick<Failure, "code" | "message" | "hint">> {}

/**
 * The same program: the messages of its failures begin with their codes (`INVALID_RANGE: …`), as those of the original do,
 * because an answer of MCP has no other place for them.
 */
export const withCode =
  <I, A, R>(program: (input: I) => Effect.Effect<A, Failure, R>) =>
  (input: I): Effect.Effect<A, Failure, R> =>
    Effect.mapError(
      program(input),
      ({ code, hint, message }) => new CodedFailure({ code, hint, message: `${code}: ${message}` })
    )
