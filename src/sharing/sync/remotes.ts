import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { type ConfigEntry, Git } from "../../adapters/git/Git.ts"
import { remotesIn } from "../../notes/remotes/RemoteNotes.ts"
import { pullsRef } from "../../notes/pulls/PullsNote.ts"
import { refsOf, type SyncRefs } from "../../notes/remotes/refs.ts"
import { RemoteUnknown, RemoteUnusable, SyncError } from "./SyncError.ts"

/** Returns the values of `remote.<name>.fetch`. */
export const fetchRefspecs = (entries: ReadonlyArray<ConfigEntry>, remote: string): ReadonlyArray<string> =>
  entries.filter(({ key }) => key === `remote.${remote}.fetch`).map(({ value }) => value)

/** Returns the default remote: the first sync remote, else the only remote, else `origin`. */
const defaultRemote = (shared: ReadonlyArray<string>, known: ReadonlyArray<string>): string => {
  const [first] = shared
  if (first !== undefined) return first
  const [only, ...more] = known
  return only !== undefined && more.length === 0 ? only : "origin"
}

/** Returns the refs for imported pull requests, if they are shared with a remote: one or none. */
export const sharedPullsRefs = Effect.fnUntraced(function* ({ remote }: SyncRefs) {
  const { syncPulls } = yield* (yield* Settings).values
  return syncPulls.includes(remote) ? [refsOf(remote, pullsRef)] : []
})

/**
 * Returns the refs of a remote. Fails with `GitError` outside a repository, with `SyncError` if git's configuration has no such remote (a URL does not count),
 * or if its name does not fit into a ref.
 */
export const refsOfRemote = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const git = yield* Git
  const { noteRef, syncRemote } = yield* (yield* Settings).values
  yield* git.repository // Fails outside a repository, where git.config has only the user's entries.
  const known = remotesIn(yield* git.config)
  const remote = Option.getOrElse(named, () => defaultRemote(syncRemote, known))
  if (!known.includes(remote)) return yield* new SyncError({ reason: new RemoteUnknown({ remote, known }) })
  const refs = refsOf(remote, noteRef)
  const usable = !remote.includes(",") && (yield* git.isRefName(refs.tracking))
  return usable ? refs : yield* new SyncError({ reason: new RemoteUnusable({ remote }) })
})
