import { Duration, Effect, Layer } from "effect"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { CodeReader } from "../../../src/codeIndex/reading/CodeReader.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { EmptyAnswerTimeout } from "../../../src/codeIndex/service/EmptyAnswerTimeout.ts"
import { ReconcileTimeout } from "../../../src/codeIndex/service/ReconcileTimeout.ts"
import { MaxReasonWait } from "../../../src/evidence/files/MaxReasonWait.ts"
import { MaxTitleWait } from "../../../src/evidence/files/MaxTitleWait.ts"
import { MaxHistoryWait } from "../../../src/lineage/MaxHistoryWait.ts"
import { codeLayer, servedCodeLayer } from "../../../src/Layers.ts"

/** The two ways in which the program makes and reads a code index. */
export const ways = {
  "on the calling thread": codeLayer,
  "on threads of its own": servedCodeLayer
}

/** What makes answers about a repository wait until all is up to date. */
export const patientlyIn = (directory: string) =>
  Layer.mergeAll(
    Layer.succeed(GitDirectory)(directory),
    Layer.succeed(ReconcileTimeout)(Duration.infinity),
    Layer.succeed(MaxReasonWait)(Duration.infinity),
    Layer.succeed(MaxTitleWait)(Duration.infinity),
    Layer.succeed(MaxHistoryWait)(Duration.infinity)
  )

/** Asks an index without waiting until it is up to date. */
export const withoutWaiting = <A, E, R>(ask: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  ask.pipe(Effect.provideService(ReconcileTimeout, 0), Effect.provideService(EmptyAnswerTimeout, 0))

/** The code index of a repository as a layer. Tests that only read it share one, which is indexed once. */
export const indexOf = (directory: string, way: keyof typeof ways = "on the calling thread") =>
  Layer.provideMerge(Layer.fresh(ways[way]), patientlyIn(directory))

/** Provides the code index of a repository, which always waits until it is up to date. */
export const inRepository =
  (directory: string, way: keyof typeof ways = "on the calling thread") =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, indexOf(directory, way))

/** The same with the reader of its database. */
export const inRepositoryWithReader =
  (directory: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provide(CodeReader.layer), inRepository(directory))

/** Searches by tags, and returns the paths found. */
export const findPaths = (...tags: ReadonlyArray<string>) =>
  Effect.flatMap(CodeIndex, (index) =>
    Effect.map(index.search({ tags }), ({ results }) => results.map(({ path }) => path))
  )
