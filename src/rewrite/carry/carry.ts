import { Effect, Option } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { NotesWriter, WriteError } from "../../notes/NotesWriter.ts"
import type { Carried } from "./regions/combineNotes.ts"
import { group, isZero, type Pair } from "./rewrites/groupRewrites.ts"
import { healLost } from "./plans/restoreLostNotes.ts"
import { planInto } from "./plans/planInto.ts"
import { spread } from "./sources/distributeRegions.ts"
import { presentOf } from "./rewrites/filterExisting.ts"
import { planRevert } from "./plans/planRevert.ts"
import { planRewrites, Progress, type RewriteKind } from "./plans/planRewrites.ts"
import { successorsOf } from "./rewrites/successors.ts"
import { planUnrecorded } from "./plans/planUnrecorded.ts"
import { writeCarried } from "./plans/writeCarried.ts"

/** What carrying notes did. */
export interface CarryOutcome {
  /** Commits whose note is another than before. */
  readonly written: ReadonlyArray<ObjectId>
  /** Notes that have a place on a commit that took the place of theirs, from this run or an earlier one. */
  readonly carried: number
  /** Commits that nothing took the place of. */
  readonly dropped: number
  /** Commits with a note whose successor is not in this repository. */
  readonly missing: number
  /** Rewritten commits without a note. */
  readonly unnoted: number
}

/** Commits whose notes are written in one notes commit. */
const batch = 500

const messages: Record<RewriteKind, string> = {
  amend: "Carry notes over an amend",
  rebase: "Carry notes over a rebase",
  map: "Carry notes over a rewritten history"
}

/** Which rewritten commits are in the history that they were rewritten to; the last successor is its tip. */
const keptIn = Effect.fnUntraced(function* (pairs: ReadonlyArray<Pair>) {
  const git = yield* Git
  const tip = pairs.findLast(({ from, to }) => from !== to && !isZero(to))
  if (tip === undefined || !(yield* presentOf([tip.to])).has(tip.to)) return new Set<ObjectId>()
  return yield* git.reachable(
    pairs.map(({ from }) => from),
    tip.to
  )
})

/**
 * Brings the notes of commits to those that took their place, regions found anew there; several commits with one
 * successor are a squash. Notes of the old commits stay where they are; doing it twice changes nothing.
 *
 * @param made commits made while a rebase had stopped: a region whose code one of them changes, and the successor does
 *   not, goes there.
 * @see spec writing §3
 */
export const carryRewrites = Effect.fn("carry.rewrites")(function* (
  pairs: ReadonlyArray<Pair>,
  kind: RewriteKind,
  made: ReadonlyArray<ObjectId> = [],
  options: { readonly dryRun?: boolean } = {}
) {
  const { dropped, groups } = group(pairs)
  const successors = successorsOf(pairs)
  const goals = new Set(groups.map(({ to }) => to))
  const between = new Set(made.filter((commit) => !goals.has(commit)))
  const progress = new Progress(groups, kind === "rebase" ? yield* keptIn(pairs) : new Set())
  const written: Array<ObjectId> = []
  for (let start = 0; start < groups.length; start += batch) {
    const planned = yield* planRewrites(groups.slice(start, start + batch), kind, successors, progress)
    const carried = yield* Effect.forEach(planned, ([to, each]) => spread(to, each, between))
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

/** Which notes go to one commit, and why. */
export interface CarryInto {
  readonly kind: "squash" | "cherry-pick" | "revert"
  /** The commits squashed or picked, oldest first; of a revert, those that were reverted. */
  readonly sources: ReadonlyArray<ObjectId>
}

const unexplained: CarryOutcome = { written: [], carried: 0, dropped: 0, missing: 0, unnoted: 0 }

const writeInto = Effect.fnUntraced(function* (commit: ObjectId, found: Option.Option<Carried>, message: string) {
  if (Option.isNone(found)) return unexplained
  const written = yield* writeCarried(new Map([[commit, found.value]]), message, (named) => named)
  return { ...unexplained, written, carried: found.value.count } satisfies CarryOutcome
})

/**
 * Brings notes of other commits to one that took over their code: squashed, picked, or brought back by a revert.
 * Doing it twice changes nothing.
 *
 * @see spec writing §3
 */
export const carryInto = Effect.fn("carry.into")(function* (commit: ObjectId, { kind, sources }: CarryInto) {
  const found = kind === "revert" ? yield* planRevert(commit, sources) : yield* planInto(commit, kind, sources)
  return yield* writeInto(commit, found, `Carry notes into a ${kind}`)
})

/**
 * Brings notes to a commit whose code comes from commits that git did not record: mailed, picked without a commit, or
 * undone by a reset and committed again. `named`: commits that a trace names, if any. Doing it twice changes nothing.
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
 * Brings back notes that a careless writer of the notes ref threw away; the commits whose note came back. What somebody
 * took away on purpose stays away.
 */
export const heal: Effect.Effect<ReadonlyArray<ObjectId>, WriteError, Git | Notes | NotesWriter | Settings> = healLost()
