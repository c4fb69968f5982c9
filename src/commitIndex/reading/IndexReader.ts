import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import { IndexFile } from "./IndexFile.ts"
import type { InputOf, RequestName, OutputOf } from "./requests.ts"

/** Looks things up in the index, by the name of the lookup: its input and output are plain data, so that it may be done elsewhere. */
export class IndexReader extends Context.Service<
  IndexReader,
  {
    look<Name extends RequestName>(
      name: Name,
      input: InputOf<Name>
    ): Effect.Effect<OutputOf<Name>, CommitsError | SqlError>
  }
>()("ultragit/commitIndex/reading/IndexReader") {
  /** On the calling thread, for callers that may block. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./localReader.ts")),
      ({ makeLocalReader }) => Layer.effect(IndexReader, makeLocalReader).pipe(Layer.provide(IndexFile.layer))
    )
  )

  /** On a thread of its own, for callers that must not block. It starts at the first lookup and ends with the layer. */
  static readonly layerApart = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./threadReader.ts")),
      ({ makeThreadReader }) => Layer.effect(IndexReader, makeThreadReader)
    )
  )
}
