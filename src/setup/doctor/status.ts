import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { countSources, type EvidenceSources } from "../../evidence/quotes/countSources.ts"
import { readContext } from "../../writing/context/contextFile.ts"
import { status as syncStatus, type SyncStatus } from "../../sharing/sync/status.ts"
import { isWithoutWorkTrees } from "../../rewrite/hooks/isWithoutWorkTrees.ts"
import { hookChecks } from "./hookChecks.ts"
import { readQueueState } from "./queueChecks.ts"

const maxRecentCommits = 100

/** The state of a repository in a few numbers. */
export interface StatusOutcome {
  readonly ref: string
  /** Number of notes. */
  readonly notes: number
  /** How many of the newest non-merge commits were checked, and how many of these have a note. */
  readonly recent: { readonly commits: number; readonly annotated: number }
  readonly hooks: "installed" | "incomplete" | "none"
  /** Whether the repository is bare and has no linked work tree: hooks have nothing to do. */
  readonly bare: boolean
  readonly sync: ReadonlyArray<SyncStatus>
  readonly evidence: EvidenceSources
  /** Whether facts are set for the next commit. */
  readonly context: boolean
  readonly queue: { readonly waiting: number; readonly failed: number }
}

const countNotes = Effect.gen(function* () {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const head = yield* git.resolveCommit("HEAD").pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
  )
  const evidence = yield* countSources(Option.getOrUndefined(head))
  const commits = Option.isNone(head)
    ? []
    : yield* git.walk({ from: [head.value], maxCount: maxRecentCommits, merges: false })
  if (Option.isNone(tip)) return { ref: noteRef, notes: 0, recent: { commits: commits.length, annotated: 0 }, evidence }
  const noted = yield* git.noteBlobs(tip.value, commits)
  const notes = (yield* git.notes(tip.value)).length
  return { ref: noteRef, notes, recent: { commits: commits.length, annotated: noted.size }, evidence }
})

const summarizeHooks = Effect.fnUntraced(function* (bare: boolean) {
  if (bare) return "none" as const
  const checks = yield* hookChecks
  if (checks.every((check) => check.status === "pass")) return "installed" as const
  return checks.every(({ message, status }) => status === "warn" && message.startsWith("Not installed"))
    ? ("none" as const)
    : ("incomplete" as const)
})

/** Reads the state of the repository. Fails with `GitError`, `SettingsError` or `SetupError`. */
export const status = Effect.fn("Setup.status")(function* () {
  const { syncRemote } = yield* (yield* Settings).values
  const sync = yield* Effect.forEach(syncRemote, (remote) =>
    Effect.option(syncStatus({ remote: Option.some(remote), ask: false }))
  )
  const { failed, waiting } = yield* readQueueState
  const bare = yield* isWithoutWorkTrees
  const outcome: StatusOutcome = {
    ...(yield* countNotes),
    hooks: yield* summarizeHooks(bare),
    bare,
    sync: sync.flatMap(Option.toArray),
    // An unreadable context file counts as set.
    context: yield* Effect.match(readContext, { onSuccess: Option.isSome, onFailure: () => true }),
    queue: { waiting, failed: failed.length }
  }
  return outcome
})
