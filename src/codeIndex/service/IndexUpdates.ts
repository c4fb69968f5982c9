import { Context, Effect, Layer } from "effect"
import { Indexer } from "../indexing/Indexer.ts"
import { makeUpToDate, type UpToDate } from "./upToDate.ts"

/**
 * Updates of a repository's code index, which all that ask it share: whether another is at work decides what may be read
 * meanwhile. Costs nothing until one is begun.
 */
export class IndexUpdates extends Context.Service<IndexUpdates, UpToDate>()("ultragit/codeIndex/service/IndexUpdates") {
  static readonly layerNoDeps = Layer.effect(
    IndexUpdates,
    Effect.suspend(() => Effect.flatMap(Indexer, makeUpToDate))
  )

  /** Indexes on the calling thread. */
  static readonly layer = IndexUpdates.layerNoDeps.pipe(Layer.provide(Indexer.layer))

  /** Indexes on a thread of its own, for servers. */
  static readonly layerApart = IndexUpdates.layerNoDeps.pipe(Layer.provide(Indexer.layerApart))
}
