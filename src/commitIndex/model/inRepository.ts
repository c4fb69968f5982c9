import { Effect, Exit, Layer, Scope } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"
import { Sources } from "./Sources.ts"

/** Runs work on git and the notes of the repository at a directory, which are opened for it alone: nothing of them outlives it. */
export const inRepository =
  (directory: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Sources | Exclude<R, Git | Notes>> =>
    Effect.gen(function* () {
      const sources = yield* Sources
      // What others have built is of other repositories.
      const memoMap = yield* Layer.makeMemoMap
      return yield* Effect.acquireUseRelease(
        Scope.make(),
        (scope) =>
          Effect.flatMap(Layer.buildWithMemoMap(sources.at(directory), memoMap, scope), (context) =>
            Effect.provideContext(work, context)
          ),
        (scope) => Scope.close(scope, Exit.void)
      )
    })
