import { join } from "node:path"
import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Git } from "../../adapters/git/Git.ts"
import { cacheWhileUnchanged } from "../../adapters/git/process/FileFingerprint.ts"
import { incomingRef } from "./RemoteNotes.ts"

/** Notes of a remote that were fetched: what the waiting ref points at. */
export interface Waiting {
  readonly remote: string
  readonly tip: ObjectId
}

/** What waits of these remotes; looked up again only when refs may have changed. */
export const makeWaiting = (git: Git["Service"]) => {
  let known: { readonly key: string; readonly look: Effect.Effect<ReadonlyArray<Waiting>> } | undefined

  const lookUp = (remotes: ReadonlyArray<string>, noteRef: string) => {
    const refs = remotes.map((remote) => ({ remote, ref: incomingRef(remote, noteRef) }))
    const read = Effect.gen(function* () {
      const { commonDirectory } = yield* git.repository
      // A waiting ref that is broken is none: the next fetch makes it again.
      const found = yield* Effect.forEach(refs, ({ ref, remote }) =>
        Effect.map(
          Effect.orElseSucceed(git.resolveRef(ref), () => Option.none<ObjectId>()),
          Option.map((tip): Waiting => ({ remote, tip }))
        )
      )
      const files = [...refs.map(({ ref }) => ref), "packed-refs", join("reftable", "tables.list")]
      return { waiting: found.flatMap(Option.toArray), files: files.map((file) => join(commonDirectory, file)) }
    })
    const kept = cacheWhileUnchanged(read, ({ files }) => Option.some(files))
    return Effect.match(kept, { onFailure: () => [], onSuccess: ({ waiting }) => waiting })
  }

  return Effect.fnUntraced(function* (remotes: ReadonlyArray<string>, noteRef: string) {
    if (remotes.length === 0) return []
    const key = [noteRef, ...remotes].join("\0")
    if (known?.key !== key) known = { key, look: lookUp(remotes, noteRef) }
    return yield* known.look
  })
}
