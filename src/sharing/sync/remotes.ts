import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { type ConfigEntry, Git } from "../../adapters/git/Git.ts"
import { remotesIn } from "../../notes/remotes/RemoteNotes.ts"
import { refsOf } from "../../notes/remotes/refs.ts"
import { RemoteUnknown, RemoteUnusable, SyncError } from "./SyncError.ts"

/** Values of `remote.<name>.fetch`. */
export const fetchRefspecs = (entries: ReadonlyArray<ConfigEntry>, remote: string): ReadonlyArray<string> =>
  entries.filter(({ key }) => key === `remote.${remote}.fetch`).map(({ value }) => value)

/** The remote meant where none is named: the one notes are shared with, else the only one there is, else `origin`. */
const usual = (shared: ReadonlyArray<string>, known: ReadonlyArray<string>): string => {
  const [first] = shared
  if (first !== undefined) return first
  const [only, ...more] = known
  return only !== undefined && more.length === 0 ? only : "origin"
}

/**
 * The refs of a remote, checked: it is one of git's configuration (an address alone is none), and its name fits into a
 * ref. Fails with `SyncError`.
 */
export const refsOfRemote = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const git = yield* Git
  const { noteRef, syncRemote } = yield* (yield* Settings).values
  const known = remotesIn(yield* git.config)
  const remote = Option.getOrElse(named, () => usual(syncRemote, known))
  if (!known.includes(remote)) return yield* new SyncError({ reason: new RemoteUnknown({ remote, known }) })
  const refs = refsOf(remote, noteRef)
  const usable = !remote.includes(",") && (yield* git.isRefName(refs.tracking))
  return usable ? refs : yield* new SyncError({ reason: new RemoteUnusable({ remote }) })
})
