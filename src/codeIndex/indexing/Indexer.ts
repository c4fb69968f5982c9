import { Context, Effect, Layer, type Scope } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Reconciler } from "./Reconciler.ts"

/** Makes an indexer with what it first needs; the first request loads it. */
const loadLazily = Effect.fnUntraced(function* (load: Effect.Effect<Reconciler, never, Git | Scope.Scope>) {
  const services = yield* Effect.context<Git | Scope.Scope>()
  const loaded = yield* Effect.cached(Effect.provideContext(load, services))
  return Indexer.of({
    reconcile: (force) => Effect.flatMap(loaded, (indexer) => indexer.reconcile(force)),
    reconcileFolder: (root) => Effect.flatMap(loaded, (indexer) => indexer.reconcileFolder(root))
  })
})

const loadLocal = Effect.gen(function* () {
  const [{ makeLocalIndexer }, { Extractor }] = yield* Effect.promise(() =>
    Promise.all([import("./localIndexer.ts"), import("../extracting/Extractor.ts")])
  )
  return yield* Effect.provideContext(makeLocalIndexer, yield* Layer.build(Extractor.layer))
})

const loadApart = Effect.gen(function* () {
  const { makeThreadIndexer } = yield* Effect.promise(() => import("./threadIndexer.ts"))
  return yield* makeThreadIndexer
})

/**
 * Brings the code index of the repository up to date. One process does so at a time; others wait for it. Costs nothing until it
 * is asked to.
 */
export class Indexer extends Context.Service<Indexer, Reconciler>()("ultragit/codeIndex/indexing/Indexer") {
  /** Works on the calling thread, but for parsing. For commands. */
  static readonly layer = Layer.effect(
    Indexer,
    Effect.suspend(() => loadLazily(loadLocal))
  )

  /** Works on a thread of its own. For servers. */
  static readonly layerApart = Layer.effect(
    Indexer,
    Effect.suspend(() => loadLazily(loadApart))
  )
}
