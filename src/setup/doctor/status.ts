import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { readContext } from "../../writing/context/contextFile.ts"
import { status as syncStatus, type SyncStatus } from "../../sharing/sync/status.ts"
import { hookChecks } from "./hookChecks.ts"
import { queueState } from "./queueChecks.ts"

/** Commits that are looked at. */
const recent = 100

/** How a repository stands. */
export interface StatusOutcome {
  readonly ref: string
  /** Notes there are. */
  readonly notes: number
  /** Of the newest commits that are no merges, how many were looked at and how many have a note. */
  readonly recent: { readonly commits: number; readonly annotated: number }
  readonly hooks: "installed" | "incomplete" | "none"
  readonly sync: ReadonlyArray<SyncStatus>
  /** Whether facts wait for the next commit. */
  readonly context: boolean
  readonly queue: { readonly waiting: number; readonly failed: number }
}

const notedOf = Effect.gen(function* () {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const head = yield* git.resolveCommit("HEAD").pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
  )
  const commits = Option.isNone(head) ? [] : yield* git.walk({ from: [head.value], maxCount: recent, merges: false })
  if (Option.isNone(tip)) return { ref: noteRef, notes: 0, recent: { commits: commits.length, annotated: 0 } }
  const noted = yield* git.noteBlobs(tip.value, commits)
  const notes = (yield* git.notes(tip.value)).length
  return { ref: noteRef, notes, recent: { commits: commits.length, annotated: noted.size } }
})

const hooksOf = Effect.gen(function* () {
  const checks = yield* hookChecks
  if (checks.every((check) => check.status === "pass")) return "installed" as const
  return checks.every(({ message, status }) => status === "warn" && message.startsWith("Not installed"))
    ? ("none" as const)
    : ("incomplete" as const)
})

/** How the repository stands, in a few figures. Fails with `GitError`, `SettingsError`, `SetupError`. */
export const status = Effect.fn("Setup.status")(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  const sync = yield* Effect.forEach(syncRemote, (remote) =>
    Effect.option(syncStatus({ remote: Option.some(remote), ask: false }))
  )
  const { failed, waiting } = yield* queueState
  const outcome: StatusOutcome = {
    ...(yield* notedOf),
    hooks: yield* hooksOf,
    sync: sync.flatMap(Option.toArray),
    // A context file that cannot be read waits all the same.
    context: yield* Effect.match(readContext, { onSuccess: Option.isSome, onFailure: () => true }),
    queue: { waiting, failed: failed.length }
  }
  return outcome
})
