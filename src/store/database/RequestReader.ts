import { type Effect, type Result, Schema } from "effect"
import type { RequestTypes } from "../../adapters/threads/requests.ts"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import type { Snapshot } from "./Snapshot.ts"

/** Answers named requests from a snapshot of a database. */
export type Handlers<Requests extends RequestTypes<Requests>, E> = {
  readonly [Name in keyof Requests]: (
    input: Requests[Name]["input"],
    snapshot: Snapshot
  ) => Result.Result<Requests[Name]["output"], E>
}

/** Runs named requests against a database, on this thread or on another. */
export interface RequestReader<Requests extends RequestTypes<Requests>, E> {
  /** Fails with `DatabaseMissing` if there is no file. */
  request<Name extends keyof Requests>(
    name: Name,
    input: Requests[Name]["input"]
  ): Effect.Effect<Requests[Name]["output"], E | SqlError>
}

/** Encodes every expected failure of a request, for the way between threads. */
export const requestError = <E>(error: Schema.Codec<E, unknown>) => Schema.Union([error, SqlError])
