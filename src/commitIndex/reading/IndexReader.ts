import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { RequestReader } from "../../store/database/RequestReader.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import type { Requests } from "./requests.ts"

/** Every start imports this file, and few need the index. */
const lazily = <E, R>(load: () => Promise<Effect.Effect<RequestReader<Requests, CommitsError>, E, R>>) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => Promise.all([import("./failWithIndexMissing.ts"), load()])),
      ([{ failWithIndexMissing }, open]) =>
        Layer.effect(
          IndexReader,
          Effect.map(open, ({ request }) => ({
            request: (name, input) => failWithIndexMissing(request(name, input))
          }))
        )
    )
  )

/** Runs named requests against the index. Inputs and outputs are plain data, so that a worker thread can run them. */
export class IndexReader extends Context.Service<
  IndexReader,
  {
    /** Fails with `IndexMissing` if there is no file. */
    request<Name extends keyof Requests>(
      name: Name,
      input: Requests[Name]["input"]
    ): Effect.Effect<Requests[Name]["output"], CommitsError | SqlError>
  }
>()("ultragit/commitIndex/reading/IndexReader") {
  /** Runs requests on the calling thread, for callers that may block. */
  static readonly layer = lazily(() => import("./localReader.ts").then(({ openHere }) => openHere))

  /** Runs requests on a worker thread, for callers that must not block. It starts with the first request and ends with the layer. */
  static readonly layerApart = lazily(() => import("./threadReader.ts").then(({ openApart }) => openApart))
}
