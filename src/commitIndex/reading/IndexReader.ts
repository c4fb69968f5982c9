import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import { IndexFile } from "./IndexFile.ts"
import type { InputOf, LookupName, OutputOf } from "./lookups.ts"

/** Looks things up in the index, by the name of the lookup: its input and output are plain data, so that it may be done elsewhere. */
export class IndexReader extends Context.Service<
  IndexReader,
  {
    look<Name extends LookupName>(
      name: Name,
      input: InputOf<Name>
    ): Effect.Effect<OutputOf<Name>, CommitsError | SqlError>
  }
>()("ultragit/commitIndex/reading/IndexReader") {
  /** On the calling thread, for callers that may block. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./here.ts")),
      ({ makeReader }) => Layer.effect(IndexReader, makeReader).pipe(Layer.provide(IndexFile.layer))
    )
  )

  /** On a thread of its own, for callers that must not block. It starts at the first lookup and ends with the layer. */
  static readonly layerApart = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./apart.ts")),
      ({ makeThreadReader }) => Layer.effect(IndexReader, makeThreadReader)
    )
  )
}
