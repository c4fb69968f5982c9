import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

/** Maximum commits in memory. */
const maxKept = 50_000

/**
 * Asks git. It needs long to find renames in a commit that changes thousands of files, so they are looked for only where they
 * decide: without them a renamed file is two.
 */
const listBroad = Effect.fnUntraced(function* (git: Git["Service"], ids: ReadonlyArray<ObjectId>, minFiles: number) {
  const broad = new Set<ObjectId>()
  const undecided: Array<ObjectId> = []
  yield* git.changes(
    ids,
    ({ files, id }) => {
      if (files.length >= 2 * minFiles) broad.add(id)
      else if (files.length >= minFiles) undecided.push(id)
    },
    { renames: false }
  )
  yield* git.changes(undecided, ({ files, id }) => {
    if (files.length >= minFiles) broad.add(id)
  })
  return broad
})

/** The commits that change many files. Kept in memory, because they are behind the lines of many files. */
export class BroadCommits extends Context.Service<
  BroadCommits,
  {
    /** Finds the commits that change at least so many files, a renamed file counted once. */
    find(ids: ReadonlyArray<ObjectId>, minFiles: number): Effect.Effect<ReadonlySet<ObjectId>, GitError>
  }
>()("ultragit/evidence/finding/BroadCommits") {
  static readonly layerNoDeps = Layer.effect(
    BroadCommits,
    Effect.gen(function* () {
      const git = yield* Git
      const kept = new LRUCache<string, boolean>({ max: maxKept })
      let keptContext = ""
      const find = Effect.fn("Evidence.findBroad")(function* (ids: ReadonlyArray<ObjectId>, minFiles: number) {
        if (ids.length === 0) return new Set<ObjectId>()
        const context = yield* git.blameContext
        if (context !== keptContext) kept.clear()
        keptContext = context
        const keyOf = (id: ObjectId): string => `${minFiles} ${id}`
        const known = new Map(ids.map((id) => [id, kept.get(keyOf(id))]))
        const unknown = ids.filter((id) => known.get(id) === undefined)
        const broad = yield* listBroad(git, unknown, minFiles)
        if (keptContext === context) for (const id of unknown) kept.set(keyOf(id), broad.has(id))
        return new Set(ids.filter((id) => known.get(id) ?? broad.has(id)))
      })
      return BroadCommits.of({ find })
    })
  )
}
