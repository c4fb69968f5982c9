import { Effect, Exit, Layer, Scope } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"
import { Sources } from "./Sources.ts"

/** Runs work with git and the notes of the repository at a directory, open until the work ends. */
export const inRepository =
  (directory: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Sources | Exclude<R, Git | Notes>> =>
    Effect.gen(function* () {
      const sources = yield* Sources
      // Sources of a caller may build a layer for each directory: a shared memo map could return that of another repository.
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
