import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../adapters/sql/SqlError.ts"
import type { CommitsError } from "./CommitsError.ts"
import type { InputOf, LookupName, OutputOf } from "./reading/lookups.ts"

/** Looks things up in the index, by the name of the lookup: its input and output are plain data, so that it may be done elsewhere. */
export class IndexReader extends Context.Service<
  IndexReader,
  {
    look<Name extends LookupName>(
      name: Name,
      input: InputOf<Name>
    ): Effect.Effect<OutputOf<Name>, CommitsError | SqlError>
  }
>()("ultragit/commitIndex/IndexReader") {
  /** Here and now: for who has nothing else to do meanwhile. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./reading/here.ts")),
      ({ layer }) => layer
    )
  )

  /** On a thread of its own, for who must go on meanwhile. It starts at the first lookup and ends with the layer. */
  static readonly layerApart = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./reading/apart.ts")),
      ({ layer }) => layer
    )
  )
}
