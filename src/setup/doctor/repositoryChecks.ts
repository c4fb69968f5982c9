import process from "node:process"
import { Effect, Option, Result } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { inSetUpTime } from "../../sharing/sync/enable.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { refsOfRemote } from "../../sharing/sync/remotes.ts"
import { askRemote } from "../../sharing/sync/sightings.ts"
import { status } from "../../sharing/sync/status.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { registrations } from "./registrations.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

/** Git and the repository; everything else needs them. */
export const repositoryChecks = Effect.gen(function* () {
  const { gitDirectory, objectFormat } = yield* (yield* Git).repository
  return [
    pass("node", `Node ${process.versions.node}.`),
    pass("git", "Version 2.34 or newer."),
    pass("repository", `${gitDirectory} (${objectFormat}).`)
  ]
})

/** Settings that cannot be as they are, that nobody has, or that strangers may not set. */
export const settingsChecks = Effect.gen(function* () {
  const settings = yield* Settings
  const checks: ReadonlyArray<Check> = [
    ...(yield* settings.problems).map(({ hint, message }) => fail("settings", message, hint)),
    ...(yield* settings.warnings).map((warning) => warn("settings", warning))
  ]
  return checks.length === 0 ? [pass("settings", "All known.")] : checks
})

/** Whether agents that work here can ask, as far as the repository tells: clients also have files for the user. */
export const mcpChecks = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return []
  const found = yield* Effect.mapError(registrations(workTree.value), inaccessible)
  return [
    found.length > 0
      ? pass("mcp", `An entry in ${found.join(", ")}.`)
      : warn(
          "mcp",
          "No coding agent's file here has an entry: agents cannot ask, unless by a file for the user.",
          "ultragit mcp install"
        )
  ]
})

/** What a remote has now, asked within the time of a set-up. */
const seenNow = (refs: SyncRefs) => Effect.result(inSetUpTime(askRemote(refs)))

/** A remote that notes are shared with: what was fetched, and what it has now. */
const sharedChecks = Effect.fnUntraced(function* (remote: string) {
  const refs = yield* refsOfRemote(Option.some(remote))
  const now = yield* seenNow(refs)
  const { ahead, behind, fetched, known, warnings } = yield* status({ remote: Option.some(remote), ask: false })
  const isNewer =
    Result.isSuccess(now) && Option.isSome(now.success) && now.success.value !== Option.getOrUndefined(known)
  const checks: ReadonlyArray<Check> = [
    ...warnings.map((warning) => warn("sync", warning)),
    ...(fetched ? [] : [warn("sync", `git fetch does not bring the notes of ${remote}.`, "ultragit sync enable")]),
    ...(Result.isFailure(now) ? [warn("sync", `${remote} could not be asked: ${now.failure.message}`)] : []),
    ...(behind > 0
      ? [warn("sync", `${remote} had ${behind} notes commits that are not here.`, "ultragit sync pull")]
      : isNewer
        ? [warn("sync", `${remote} has notes that are not here.`, "ultragit sync pull")]
        : []),
    ahead > 0
      ? warn("sync", `${ahead} notes commits are not on ${remote} yet.`, "ultragit sync push")
      : pass("sync", `Shared with ${remote}.`)
  ]
  return checks
})

/** Whether there are notes to share with the usual remote, if there is one. */
const unsharedChecks = Effect.gen(function* () {
  const refs = yield* Effect.option(refsOfRemote(Option.none()))
  if (Option.isNone(refs)) return [pass("sync", "Notes are not shared.")]
  const { remote } = refs.value
  const now = yield* seenNow(refs.value)
  if (Result.isFailure(now)) return [pass("sync", `Notes are not shared, and ${remote} could not be asked for any.`)]
  return Option.isNone(now.success)
    ? [pass("sync", `Notes are not shared; ${remote} has none.`)]
    : [warn("sync", `${remote} has notes, which are not shared with it.`, "ultragit sync enable")]
})

/** How notes here stand to those they are shared with. Asks the remotes. */
export const syncChecks = Effect.gen(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  return syncRemote.length === 0 ? yield* unsharedChecks : (yield* Effect.forEach(syncRemote, sharedChecks)).flat()
})
