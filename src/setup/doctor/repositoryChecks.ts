import process from "node:process"
import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
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

/** How notes here stand to those they are shared with, as far as they were fetched. */
export const syncChecks = Effect.gen(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  if (syncRemote.length === 0) return [pass("sync", "Notes are not shared.")]
  const found = yield* Effect.forEach(syncRemote, (remote) => status({ remote: Option.some(remote), ask: false }))
  return found.flatMap(({ ahead, behind, fetched, remote, warnings }): ReadonlyArray<Check> => [
    ...warnings.map((warning) => warn("sync", warning)),
    ...(fetched ? [] : [warn("sync", `git fetch does not bring the notes of ${remote}.`, "ultragit sync enable")]),
    ...(behind > 0
      ? [warn("sync", `${remote} had ${behind} notes commits that are not here.`, "ultragit sync pull")]
      : []),
    ahead > 0
      ? warn("sync", `${ahead} notes commits are not on ${remote} yet.`, "ultragit sync push")
      : pass("sync", `Shared with ${remote}.`)
  ])
})
