import type { ResourceLimits } from "node:worker_threads"
import { type Duration, Effect, type Schema, type Scope } from "effect"
import { DatabaseFailed, SqlError } from "../../adapters/sql/SqlError.ts"
import type { RequestTypes } from "../../adapters/threads/requests.ts"
import { makeThreadClient, ThreadFailed } from "../../adapters/threads/ThreadClient.ts"
import { requestError, type RequestReader } from "./RequestReader.ts"

/** How to read a database on another thread. */
export interface ThreadReaderOptions<E> {
  /** Absolute path of the database. */
  readonly path: string
  /** The script of the thread, which runs `serveReader`. */
  readonly script: URL
  readonly resourceLimits?: ResourceLimits
  /** Decodes the failures of the handlers. */
  readonly error: Schema.Codec<E, unknown>
  /** How long a thread without requests is kept. Its memory includes a page cache of 32 MiB and what the handlers cache. */
  readonly idleTimeToLive: Duration.Input
}

/** Makes a reader that runs requests on a thread of its own, for callers that must not block. */
export const makeThreadReader = <Requests extends RequestTypes<Requests>, E>({
  path,
  error,
  ...options
}: ThreadReaderOptions<E>): Effect.Effect<RequestReader<Requests, E>, never, Scope.Scope> =>
  Effect.map(
    makeThreadClient<Requests, E | SqlError>({ ...options, arguments: [path], error: requestError(error) }),
    (client) => ({
      request: <Name extends keyof Requests>(
        name: Name,
        input: Requests[Name]["input"]
      ): Effect.Effect<Requests[Name]["output"], E | SqlError> =>
        Effect.mapError(client.request(name, input), (failure) =>
          failure instanceof ThreadFailed
            ? new SqlError({
                reason: new DatabaseFailed({ path, detail: `its reader thread exited: ${failure.detail}` })
              })
            : failure
        )
    })
  )
