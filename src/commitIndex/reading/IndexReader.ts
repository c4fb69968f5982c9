import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import { IndexFile } from "./IndexFile.ts"
import type { InputOf, RequestName, OutputOf } from "./requests.ts"

/** Runs named requests against the index. Inputs and outputs are plain data, so that a worker thread can run them. */
export class IndexReader extends Context.Service<
  IndexReader,
  {
    request<Name extends RequestName>(
      name: Name,
      input: InputOf<Name>
    ): Effect.Effect<OutputOf<Name>, CommitsError | SqlError>
  }
>()("ultragit/commitIndex/reading/IndexReader") {
  /** Runs requests on the calling thread, for callers that may block. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./localReader.ts")),
      ({ makeLocalReader }) => Layer.effect(IndexReader, makeLocalReader).pipe(Layer.provide(IndexFile.layer))
    )
  )

  /** Runs requests on a worker thread, for callers that must not block. It starts with the first request and ends with the layer. */
  static readonly layerApart = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./threadReader.ts")),
      ({ makeThreadReader }) => Layer.effect(IndexReader, makeThreadReader)
    )
  )
}
