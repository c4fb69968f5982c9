import { Context, Effect, Layer } from "effect"
import type { Reconciler } from "./Reconciler.ts"

/** Brings the code index of the repository up to date. One process does so at a time; others wait for it. */
export class Indexer extends Context.Service<Indexer, Reconciler>()("ultragit/codeIndex/indexing/Indexer") {
  /** Works on the calling thread, but for parsing. For commands. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./localIndexer.ts")),
      ({ makeLocalIndexer }) => Layer.effect(Indexer, makeLocalIndexer)
    )
  )

  /** Works on a thread of its own. For servers. */
  static readonly layerApart = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./threadIndexer.ts")),
      ({ makeThreadIndexer }) => Layer.effect(Indexer, makeThreadIndexer)
    )
  )
}
