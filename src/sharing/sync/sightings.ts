import { DateTime, Effect, Option, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { readSightings, type Sighting, Sightings, sightingsFile } from "../../notes/remotes/RemoteNotes.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(Sightings))

/** Remotes that are remembered; more have nothing to do with one clone. */
const maxRemotes = 50

const write = Effect.fnUntraced(function* (remotes: ReadonlyArray<Sighting>) {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = privateFiles(commonDirectory)
  if (remotes.length === 0) return yield* files.remove(sightingsFile)
  yield* files.write(sightingsFile, encode({ $schema: "ultragit-remote-notes/v1", remotes }))
})

/** Keeps, for questions that find no notes, whether a remote has notes that are not here. Never fails. */
const keep = Effect.fnUntraced(
  function* ({ notes, remote }: SyncRefs, sighting: Option.Option<Sighting>) {
    const known = yield* readSightings(yield* (yield* Git).repository)
    const others = known.filter((other) => other.remote !== remote || other.ref !== notes)
    const remotes = [...Option.toArray(sighting), ...others].slice(0, maxRemotes)
    if (known.length > 0 || remotes.length > 0) yield* write(remotes)
  },
  Effect.catch((error) => Effect.logDebug("What the remote has was not kept", error.message))
)

/** Forgets that a remote had notes which are not here: they are, or there are none. */
export const forgetSighting = (refs: SyncRefs) => keep(refs, Option.none())

/**
 * What the notes ref of a remote points at now; remembered, with the time, until its notes are here. Talks to the
 * remote; fails with `RemoteFailed`, `GitTimedOut`.
 */
export const askRemote = Effect.fn("Sync.askRemote")(function* (refs: SyncRefs) {
  const there = yield* (yield* GitWrites).remoteRef(refs.remote, refs.notes)
  const known = yield* (yield* Git).resolveRef(refs.tracking)
  const isHere = Option.getOrUndefined(known) === Option.getOrUndefined(there)
  const seen = DateTime.formatIso(yield* DateTime.now).replace(/\.\d+Z$/, "Z")
  yield* keep(
    refs,
    Option.isNone(there) || isHere ? Option.none() : Option.some({ remote: refs.remote, ref: refs.notes, seen })
  )
  return there
})
