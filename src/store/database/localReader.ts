import { Effect, type Schema, type Scope } from "effect"
import { argv } from "node:process"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { FileFormat } from "../../adapters/sql/Connection.ts"
import { answerRequests } from "../../adapters/threads/answerRequests.ts"
import type { RequestTypes } from "../../adapters/threads/requests.ts"
import { type DatabaseFile, makeDatabaseReader } from "./DatabaseReader.ts"
import { type Handlers, requestError, type RequestReader } from "./RequestReader.ts"

/** Makes a reader that runs requests on the calling thread, for callers that may block. */
export const makeLocalReader = <Requests extends RequestTypes<Requests>, E>(
  file: DatabaseFile,
  handlers: Handlers<Requests, E>
): Effect.Effect<RequestReader<Requests, E>, never, Scope.Scope> =>
  Effect.map(makeDatabaseReader(file), ({ read }) => ({
    request: <Name extends keyof Requests>(
      name: Name,
      input: Requests[Name]["input"]
    ): Effect.Effect<Requests[Name]["output"], E | SqlError> =>
      Effect.flatMap(
        read((snapshot) => handlers[name](input, snapshot)),
        Effect.fromResult
      )
  }))

/** What a reader thread serves. */
export interface ReaderThread<Requests extends RequestTypes<Requests>, E> {
  readonly format: FileFormat
  readonly handlers: Handlers<Requests, E>
  /** Encodes the failures of the handlers. */
  readonly error: Schema.Codec<E, unknown>
}

/** The script of a reader thread: answers the requests of `makeThreadReader`. Only reads, so it may be terminated at any time. */
export const serveReader = <Requests extends RequestTypes<Requests>, E>({
  error,
  format,
  handlers
}: ReaderThread<Requests, E>): Effect.Effect<never> => {
  const [, , path = ""] = argv
  return Effect.flatMap(makeLocalReader({ path, format }, handlers), ({ request }) =>
    answerRequests<Requests, E | SqlError, never>(requestError(error), request)
  ).pipe(Effect.scoped)
}
