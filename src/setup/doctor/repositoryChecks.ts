import process from "node:process"
import { Effect, FileSystem, Option, Result } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { withSetUpTimeout } from "../../sharing/sync/enable.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { refsOfRemote } from "../../sharing/sync/remotes.ts"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { formatCount } from "../../domain/Text.ts"
import { askRemote } from "../../sharing/sync/sightings.ts"
import { status } from "../../sharing/sync/status.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { registrations } from "./registrations.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

/** Warns where nothing can be written to the git directory. */
const writeChecks = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const writable = yield* Effect.result(files.access(folder, { writable: true }))
  if (Result.isSuccess(writable)) return []
  const message = `${folder} cannot be written: ${describeFileProblem(writable.failure)}. Notes are read, but not written, and nothing is cached.`
  return [warn("repository", message)]
})

/** Warns where older history is missing. */
const shallowChecks = Effect.gen(function* () {
  const boundary = yield* readBoundary
  const message = "This clone is shallow: what is older than its boundary has no history and no notes here."
  return boundary.size === 0 ? [] : [warn("history", message, "git fetch --unshallow")]
})

/** Checks git and the repository, which all other checks need. */
export const repositoryChecks = Effect.gen(function* () {
  const { commonDirectory, gitDirectory, gitVersion, objectFormat } = yield* (yield* Git).repository
  const checks: ReadonlyArray<Check> = [
    pass("node", `Node ${process.versions.node}.`),
    pass("git", `git ${gitVersion}.`),
    pass("repository", `${gitDirectory} (${objectFormat}).`),
    ...(yield* writeChecks(commonDirectory)),
    ...(yield* shallowChecks)
  ]
  return checks
})

/** Checks for settings that are invalid, unknown, or not allowed in their source. */
export const settingsChecks = Effect.gen(function* () {
  const settings = yield* Settings
  const checks: ReadonlyArray<Check> = [
    ...(yield* settings.problems).map(({ hint, message }) => fail("settings", message, hint)),
    ...(yield* settings.warnings).map((warning) => warn("settings", warning))
  ]
  return checks.length === 0 ? [pass("settings", "All known.")] : checks
})

/** Checks whether a project file of a client has an entry of this server. User files are not checked. */
export const mcpChecks = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return []
  const found = yield* Effect.mapError(registrations(workTree.value), inaccessible)
  return [
    found.length > 0
      ? pass("mcp", `Registered in ${found.join(", ")}.`)
      : warn(
          "mcp",
          "No project file of a coding agent registers the server. Agents can use it only through a user file.",
          "ultragit mcp install"
        )
  ]
})

/** Asks a remote for its notes ref, with the timeout for setting up. */
const askNotesTip = (refs: SyncRefs) => Effect.result(withSetUpTimeout(askRemote(refs)))

/** Compares local notes with what was fetched from a remote and with what it has now. */
const checkSharedRemote = Effect.fnUntraced(function* (remote: string) {
  const refs = yield* refsOfRemote(Option.some(remote))
  const now = yield* askNotesTip(refs)
  const { ahead, behind, fetched, known, warnings } = yield* status({ remote: Option.some(remote), ask: false })
  const isNewer =
    Result.isSuccess(now) && Option.isSome(now.success) && now.success.value !== Option.getOrUndefined(known)
  const checks: ReadonlyArray<Check> = [
    ...warnings.map((warning) => warn("sync", warning)),
    ...(fetched ? [] : [warn("sync", `git fetch does not fetch the notes of ${remote}.`, "ultragit sync enable")]),
    ...(Result.isFailure(now) ? [warn("sync", `Cannot reach ${remote}: ${now.failure.message}`)] : []),
    ...(behind > 0
      ? [warn("sync", `Not merged from ${remote} yet: ${formatCount(behind, "notes commit")}.`, "ultragit sync pull")]
      : isNewer
        ? [warn("sync", `${remote} has new notes.`, "ultragit sync pull")]
        : []),
    ahead > 0
      ? warn("sync", `Not pushed to ${remote} yet: ${formatCount(ahead, "notes commit")}.`, "ultragit sync push")
      : pass("sync", `Shared with ${remote}.`)
  ]
  return checks
})

/** Checks whether the default remote has notes that are not shared yet. */
const checkUnsharedRemote = Effect.gen(function* () {
  const refs = yield* Effect.option(refsOfRemote(Option.none()))
  if (Option.isNone(refs)) return [pass("sync", "Notes are not shared.")]
  const { remote } = refs.value
  const now = yield* askNotesTip(refs.value)
  if (Result.isFailure(now)) return [pass("sync", `Notes are not shared, and ${remote} cannot be reached.`)]
  return Option.isNone(now.success)
    ? [pass("sync", `Notes are not shared; ${remote} has none.`)]
    : [warn("sync", `${remote} has notes, but sharing is not enabled.`, "ultragit sync enable")]
})

/** Compares local notes with those of the remotes. Contacts the remotes. */
export const syncChecks = Effect.gen(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  return syncRemote.length === 0
    ? yield* checkUnsharedRemote
    : (yield* Effect.forEach(syncRemote, checkSharedRemote)).flat()
})
