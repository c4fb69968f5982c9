import { DateTime, Effect, Option, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { readSightings, type Sighting, Sightings, sightingsFile } from "../../notes/remotes/RemoteNotes.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(Sightings))

/** Maximum sightings kept in one repository. */
const maxRemotes = 50

const write = Effect.fnUntraced(function* (remotes: ReadonlyArray<Sighting>) {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = privateFiles(commonDirectory)
  if (remotes.length === 0) return yield* files.remove(sightingsFile)
  yield* files.write(sightingsFile, encode({ $schema: "ultragit-remote-notes/v1", remotes }))
})

/** Records for questions without results whether a remote has notes that this repository lacks. Never fails. */
const saveSighting = Effect.fnUntraced(
  function* ({ notes, remote }: SyncRefs, sighting: Option.Option<Sighting>) {
    const known = yield* readSightings(yield* (yield* Git).repository)
    const others = known.filter((other) => other.remote !== remote || other.ref !== notes)
    const remotes = [...Option.toArray(sighting), ...others].slice(0, maxRemotes)
    if (known.length > 0 || remotes.length > 0) yield* write(remotes)
  },
  Effect.catch((error) => Effect.logDebug("Could not record the remote's notes", error.message))
)

/** Removes the sighting of a remote: its notes are merged, or it has none. */
export const forgetSighting = (refs: SyncRefs) => saveSighting(refs, Option.none())

/**
 * Asks a remote for its notes commit. Records a sighting until its notes are merged here. Uses the network; fails with
 * `RemoteFailed` or `GitTimedOut`.
 */
export const askRemote = Effect.fn("Sync.askRemote")(function* (refs: SyncRefs) {
  const there = yield* (yield* GitWrites).remoteRef(refs.remote, refs.notes)
  const known = yield* (yield* Git).resolveRef(refs.tracking)
  const isHere = Option.getOrUndefined(known) === Option.getOrUndefined(there)
  const seen = DateTime.formatIso(yield* DateTime.now).replace(/\.\d+Z$/, "Z")
  yield* saveSighting(
    refs,
    Option.isNone(there) || isHere ? Option.none() : Option.some({ remote: refs.remote, ref: refs.notes, seen })
  )
  return there
})
