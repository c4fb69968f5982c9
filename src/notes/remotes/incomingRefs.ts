import { join } from "node:path"
import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Git } from "../../adapters/git/Git.ts"
import { cacheWhileUnchanged } from "../../adapters/git/process/FileFingerprint.ts"
import { incomingRef } from "./RemoteNotes.ts"

/** Fetched notes of a remote: the commit of its incoming ref. */
export interface IncomingNotes {
  readonly remote: string
  readonly tip: ObjectId
}

/** Reads the incoming refs of remotes. Caches them until the files of the refs change. */
export const makeIncomingReader = (git: Git["Service"]) => {
  let known: { readonly key: string; readonly look: Effect.Effect<ReadonlyArray<IncomingNotes>> } | undefined

  const lookUp = (remotes: ReadonlyArray<string>, noteRef: string) => {
    const refs = remotes.map((remote) => ({ remote, ref: incomingRef(remote, noteRef) }))
    const read = Effect.gen(function* () {
      const { commonDirectory } = yield* git.repository
      // A broken incoming ref counts as missing: the next fetch creates it again.
      const found = yield* Effect.forEach(refs, ({ ref, remote }) =>
        Effect.map(
          Effect.orElseSucceed(git.resolveRef(ref), () => Option.none<ObjectId>()),
          Option.map((tip): IncomingNotes => ({ remote, tip }))
        )
      )
      const files = [...refs.map(({ ref }) => ref), "packed-refs", join("reftable", "tables.list")]
      return { incoming: found.flatMap(Option.toArray), files: files.map((file) => join(commonDirectory, file)) }
    })
    const cached = cacheWhileUnchanged(read, ({ files }) => Option.some(files))
    return Effect.match(cached, { onFailure: () => [], onSuccess: ({ incoming }) => incoming })
  }

  return Effect.fnUntraced(function* (remotes: ReadonlyArray<string>, noteRef: string) {
    if (remotes.length === 0) return []
    const key = [noteRef, ...remotes].join("\0")
    if (known?.key !== key) known = { key, look: lookUp(remotes, noteRef) }
    return yield* known.look
  })
}
