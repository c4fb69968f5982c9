import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { isDamage } from "../../notes/readNotes.ts"
import { countSources, type EvidenceSources } from "../../evidence/quotes/countSources.ts"
import { readContext } from "../../writing/context/contextFile.ts"
import { status as syncStatus, type SyncStatus } from "../../sharing/sync/status.ts"
import { isWithoutWorkTrees } from "../../rewrite/hooks/isWithoutWorkTrees.ts"
import { orFail } from "./Check.ts"
import { hookChecks } from "./hookChecks.ts"
import { readQueueState } from "./queueChecks.ts"

const maxRecentCommits = 100

/** The state of a repository in a few numbers. */
export interface StatusOutcome {
  readonly ref: string
  /** Number of notes; absent if they cannot be read. */
  readonly notes?: number
  /** How many of the newest non-merge commits were checked, and how many of these have a note, unless that cannot be read. */
  readonly recent?: { readonly commits: number; readonly annotated?: number }
  readonly hooks: "installed" | "incomplete" | "none"
  /** Whether the repository is bare and has no linked work tree: hooks have nothing to do. */
  readonly bare: boolean
  readonly sync: ReadonlyArray<SyncStatus>
  readonly evidence?: EvidenceSources
  /** Whether a context is set for the next commit. */
  readonly context: boolean
  readonly queue: { readonly waiting: number; readonly failed: number }
  /** What cannot be read, as in a partial clone or a damaged repository. */
  readonly warnings?: ReadonlyArray<string>
}

/** The value, or a warning where objects for it are missing or damaged. */
const orUnreadable = <A, R>(subject: string, read: Effect.Effect<A, GitError, R>) =>
  read.pipe(
    Effect.map((value): Read<A> => ({ value, warnings: [] })),
    Effect.catchIf(isDamage, ({ message }) =>
      Effect.succeed<Read<A>>({ value: undefined, warnings: [`${subject} cannot be read: ${message}`] })
    )
  )

interface Read<A> {
  readonly value: A | undefined
  readonly warnings: ReadonlyArray<string>
}

const countRecent = (commits: ReadonlyArray<ObjectId>, annotated: number | undefined) => ({
  commits: commits.length,
  ...(annotated === undefined ? {} : { annotated })
})

const countNotes = Effect.gen(function* () {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const head = yield* git.resolveCommit("HEAD").pipe(
    Effect.asSome,
    Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
  )
  const evidence = yield* orUnreadable("What answers can quote", countSources(Option.getOrUndefined(head)))
  const walk = Option.match(head, {
    onNone: () => Effect.succeed<ReadonlyArray<ObjectId>>([]),
    onSome: (from) => git.walk({ from: [from], maxCount: maxRecentCommits, merges: false })
  })
  const commits = yield* orUnreadable("The newest commits", walk)
  const read = Option.match(tip, {
    onNone: () => Effect.succeed({ notes: 0, annotated: 0 }),
    onSome: (noted) =>
      Effect.gen(function* () {
        const annotated = (yield* git.noteBlobs(noted, commits.value ?? [])).size
        return { notes: (yield* git.notes(noted)).length, annotated }
      })
  })
  const counted = yield* orUnreadable(`The notes in ${noteRef}`, read)
  const warnings = [...counted.warnings, ...commits.warnings, ...evidence.warnings]
  return {
    ref: noteRef,
    ...(counted.value === undefined ? {} : { notes: counted.value.notes }),
    ...(commits.value === undefined ? {} : { recent: countRecent(commits.value, counted.value?.annotated) }),
    ...(evidence.value === undefined ? {} : { evidence: evidence.value }),
    ...(warnings.length === 0 ? {} : { warnings })
  }
})

const summarizeHooks = Effect.fnUntraced(function* (bare: boolean) {
  if (bare) return "none" as const
  const checks = yield* orFail("hooks")(hookChecks)
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
