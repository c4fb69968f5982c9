import { Effect, Option } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { NotesWriter, WriteError } from "../../notes/NotesWriter.ts"
import type { Carried } from "./regions/combineNotes.ts"
import { group, isZero, type Pair } from "./rewrites/groupRewrites.ts"
import { restoreLost } from "./plans/restoreLostNotes.ts"
import { planInto } from "./plans/planInto.ts"
import { distributeRegions } from "./sources/distributeRegions.ts"
import { expandMerges } from "./sources/expandMerges.ts"
import { filterExisting } from "./rewrites/filterExisting.ts"
import { planRevert } from "./plans/planRevert.ts"
import { planRewrites, Progress } from "./plans/planRewrites.ts"
import {
  readRewrites,
  type CopyKind,
  readWaiting,
  type RecordedRewrite,
  recordRewrite,
  recordWaiting,
  type RewriteKind
} from "./rewrites/recordedRewrites.ts"
import { noSuccessors, successorsOf } from "./rewrites/successors.ts"
import { planUnrecorded } from "./plans/planUnrecorded.ts"
import { writeCarried } from "./plans/writeCarried.ts"

/** Result of carrying notes. */
export interface CarryOutcome {
  /** Commits whose note changed. */
  readonly written: ReadonlyArray<ObjectId>
  /** Number of notes that are now on the successor of their commit, from this run or an earlier one. */
  readonly carried: number
  /** Number of commits without a successor. */
  readonly dropped: number
  /** Number of annotated commits whose successor is not in this repository. */
  readonly missing: number
  /** Number of rewritten commits without a note. */
  readonly unnoted: number
}

/** Maximum commits whose notes are written in one notes commit. */
const batchSize = 500

const messages: Record<RewriteKind, string> = {
  amend: "Carry notes over an amend",
  rebase: "Carry notes over a rebase",
  map: "Carry notes over a rewritten history"
}

/** Finds the rewritten commits that are still in the new history, whose tip is the last successor. */
const keptIn = Effect.fnUntraced(function* (pairs: ReadonlyArray<Pair>) {
  const git = yield* Git
  const tip = pairs.findLast(({ from, to }) => from !== to && !isZero(to))
  if (tip === undefined || !(yield* filterExisting([tip.to])).has(tip.to)) return new Set<ObjectId>()
  return yield* git.reachable(
    pairs.map(({ from }) => from),
    tip.to
  )
})

const carryPairs = Effect.fnUntraced(function* (
  pairs: ReadonlyArray<Pair>,
  kind: RewriteKind,
  made: ReadonlyArray<ObjectId>,
  options: { readonly dryRun?: boolean } = {}
) {
  const { dropped, groups } = group(pairs)
  const successors = successorsOf(pairs)
  const targets = new Set(groups.map(({ to }) => to))
  const intermediate = new Set(made.filter((commit) => !targets.has(commit)))
  const progress = new Progress(groups, kind === "rebase" ? yield* keptIn(pairs) : new Set())
  const written: Array<ObjectId> = []
  for (let start = 0; start < groups.length; start += batchSize) {
    const planned = yield* planRewrites(groups.slice(start, start + batchSize), kind, successors, progress)
    const carried = yield* Effect.forEach(planned, ([to, each]) => distributeRegions(to, each, intermediate))
    if (options.dryRun !== true) {
      written.push(...(yield* writeCarried(new Map(carried.flat()), messages[kind], successors)))
    }
  }
  const { missing, noted, rewritten } = progress
  return {
    written,
    carried: noted.size - missing.size,
    dropped,
    missing: missing.size,
    unnoted: rewritten.size - noted.size
  } satisfies CarryOutcome
})

/**
 * Carries the notes of rewritten commits to their successors and resolves the regions there. Several commits with one
 * successor are a squash. Keeps the notes of the old commits. Idempotent.
 *
 * @param made commits made while a rebase had stopped. A region goes to one of them if that commit, and not the
 *   successor, changed its code.
 * @see spec writing §3
 */
export const carryRewrites = Effect.fn("carry.rewrites")(function* (
  pairs: ReadonlyArray<Pair>,
  kind: RewriteKind,
  made: ReadonlyArray<ObjectId> = [],
  options: { readonly dryRun?: boolean } = {}
) {
  if (options.dryRun !== true) yield* recordRewrite({ kind, pairs, made })
  return yield* carryPairs(pairs, kind, made, options)
})

/** The commits whose notes are carried into one commit, and the operation. */
export interface CarryInto {
  readonly kind: CopyKind | "revert"
  /** The squashed or cherry-picked commits, oldest first; for a revert, the reverted commits. */
  readonly sources: ReadonlyArray<ObjectId>
}

const nothingCarried: CarryOutcome = { written: [], carried: 0, dropped: 0, missing: 0, unnoted: 0 }

const writeInto = Effect.fnUntraced(function* (commit: ObjectId, found: Option.Option<Carried>, message: string) {
  if (Option.isNone(found)) return nothingCarried
  const written = yield* writeCarried(new Map([[commit, found.value]]), message, noSuccessors)
  return { ...nothingCarried, written, carried: found.value.count } satisfies CarryOutcome
})

const copyInto = Effect.fnUntraced(function* (commit: ObjectId, { kind, sources }: CarryInto) {
  const found = kind === "revert" ? yield* planRevert(commit, sources) : yield* planInto(commit, kind, sources)
  return yield* writeInto(commit, found, `Carry notes into a ${kind}`)
})

/** Carries the notes of a recorded rewrite or copy. */
const carryAgain = Effect.fnUntraced(function* ({ kind, made, pairs }: RecordedRewrite) {
  if (kind !== "cherry-pick" && kind !== "squash") return yield* carryPairs(pairs, kind, made)
  const sources = pairs.map(({ from }) => from)
  const [commit] = yield* filterExisting(pairs.map(({ to }) => to))
  return commit === undefined ? nothingCarried : yield* copyInto(commit, { kind, sources })
})

/** Carries the notes of commits through the recorded rewrites. Returns the commits whose note changed. */
const carryThrough = Effect.fnUntraced(function* (
  rewrites: ReadonlyArray<RecordedRewrite>,
  commits: ReadonlyArray<ObjectId>
) {
  const noted = new Set(commits)
  const written: Array<ObjectId> = []
  const carried = new Map<RecordedRewrite, number>()
  const countNoted = ({ pairs }: RecordedRewrite): number => pairs.filter(({ from }) => noted.has(from)).length
  // A successor may have been rewritten again: by git's order of hooks, also in a rewrite that was recorded before.
  const findPending = () => rewrites.find((each) => countNoted(each) > (carried.get(each) ?? 0))
  for (let pending = findPending(); pending !== undefined; pending = findPending()) {
    carried.set(pending, countNoted(pending))
    const outcome = yield* carryAgain(pending)
    for (const commit of outcome.written) noted.add(commit)
    written.push(...outcome.written)
  }
  return written
})

/**
 * Carries notes that arrive from another clone on commits that this one has rewritten, cherry-picked or squashed before.
 * Idempotent. What fails or is stopped is done by the next call, whichever commits that is given.
 *
 * @param changed commits whose notes have just changed
 * @returns the commits whose note changed by that
 */
export const carryReceived = Effect.fn("carry.received")(function* (changed: ReadonlyArray<ObjectId>) {
  const arrived = [...new Set([...(yield* readWaiting), ...changed])]
  if (arrived.length === 0) return []
  const rewrites = yield* readRewrites
  const replaced = new Set(rewrites.flatMap(({ pairs }) => pairs.map(({ from }) => from)))
  const waiting = arrived.filter((commit) => replaced.has(commit))
  if (waiting.length === 0) return []
  yield* recordWaiting(waiting)
  const written = yield* carryThrough(rewrites, waiting)
  yield* recordWaiting([])
  return written
})

/** The same after a merge of notes: they have arrived, so that a failure is only a warning. */
export const carryReceivedIfPossible = (changed: ReadonlyArray<ObjectId>) =>
  carryReceived(changed).pipe(
    Effect.catch((error) =>
      Effect.logWarning(
        `Notes that arrived are not carried to rewritten commits yet; the next hook or pull tries again: ${error.message}`
      )
    )
  )

/**
 * Carries notes into a commit that contains the code of other commits: a squash, a cherry-pick, or a revert that
 * restores code. Idempotent.
 *
 * @see spec writing §3
 */
export const carryInto = Effect.fn("carry.into")(function* (commit: ObjectId, into: CarryInto) {
  const { kind } = into
  const sources = kind === "cherry-pick" ? yield* expandMerges(commit, into.sources) : into.sources
  // A revert takes notes over from the commits that explain what it restores, which are not its sources.
  if (kind !== "revert") yield* recordRewrite({ kind, pairs: sources.map((from) => ({ from, to: commit })), made: [] })
  return yield* copyInto(commit, { kind, sources })
})

/**
 * Carries notes into a commit whose source commits git did not record: mailed patches, cherry-picks without commit, or
 * commits undone by a reset and committed again. `named` are candidates, for example from a reused message. Idempotent.
 *
 * @see spec writing §3
 */
export const carryUnrecorded = Effect.fn("carry.unrecorded")(function* (
  commit: ObjectId,
  named: ReadonlyArray<ObjectId> = []
) {
  return yield* writeInto(commit, yield* planUnrecorded(commit, named), "Carry notes with their code")
})

/**
 * Restores notes that another program's write of the notes ref dropped. Does not restore notes removed on purpose.
 * Returns the commits whose note was restored.
 */
export const restoreLostNotes: Effect.Effect<
  ReadonlyArray<ObjectId>,
  WriteError,
  Git | Notes | NotesWriter | Settings
> = restoreLost()
