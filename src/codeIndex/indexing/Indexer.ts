import { Context, Effect, Layer } from "effect"
import type { Reconciler } from "./Reconciler.ts"

/** Brings the code index of the repository up to date. One process does so at a time; others wait for it. */
export class Indexer extends Context.Service<Indexer, Reconciler>()("ultragit/codeIndex/indexing/Indexer") {
  /** Works on the calling thread, but for parsing. For commands. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => Promise.all([import("./localIndexer.ts"), import("../extracting/Extractor.ts")])),
      ([{ makeLocalIndexer }, { Extractor }]) =>
        Layer.effect(Indexer, makeLocalIndexer).pipe(Layer.provide(Extractor.layer))
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
