import { Effect, Option, Struct } from "effect"
import { compareEvidence, type Evidence, type EvidenceStep } from "../../domain/Evidence.ts"
import { toEpochMillis } from "../../domain/Instant.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { findMechanical, type Origin } from "../finding/findOrigins.ts"
import { ifThere } from "../finding/ifThere.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { orderByAge } from "../../lineage/orderByAge.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { placeMerges } from "./placeMerges.ts"
import { nameCommits, quoteOrigins } from "./quoteOrigins.ts"
import { readDocuments } from "./readDocuments.ts"

/** A commit that changed the code. */
export interface CodeChange {
  readonly commit: ObjectId
  /** Path in that commit. */
  readonly path: string
  /** The lines that the commit changed, as it numbers them; undefined for the whole file. */
  readonly ranges?: ReadonlyArray<LineRange>
}

/** The history of code that no annotation speaks of. */
interface Steps {
  /** The commit that the file is looked at in, and its path there. */
  readonly head: ObjectId
  readonly path: string
  /** In the order of git's walk, each commit once. */
  readonly changes: ReadonlyArray<CodeChange>
  /** Other changes of the file, to fill up with where few commits changed the code. */
  readonly others: ReadonlyArray<CodeChange>
  readonly refs: ReadonlyArray<RefTip>
  /** Maximum quotes. */
  readonly limit: number
}

/** Maximum changes whose times are compared, the first of git's walk. */
const maxConsidered = 1_000

const wholeFile: ReadonlyArray<LineRange> = [{ start: 1, end: Number.MAX_SAFE_INTEGER }]

const toOrigin = ({ commit, path, ranges = wholeFile }: CodeChange): Origin => ({
  commit,
  path,
  lines: [],
  originLines: ranges,
  share: 0
})

/** Keeps the best quote of each commit. */
const keepBest = (entries: ReadonlyArray<Evidence>): ReadonlyArray<Evidence> => {
  const best = new Map<ObjectId, Evidence>()
  for (const entry of entries.toSorted(compareEvidence)) if (!best.has(entry.commit)) best.set(entry.commit, entry)
  return [...best.values()]
}

/** Drops merges without changes of their own, which git lists where it follows several of their parents. */
const withoutMerges = Effect.fnUntraced(function* (changes: ReadonlyArray<CodeChange>) {
  const git = yield* Git
  const possible = changes.filter(({ ranges }) => ranges?.length === 0).map(({ commit }) => commit)
  const found = (yield* git.commits(possible)).flatMap(Option.toArray)
  const merges = new Set(found.filter(({ parents }) => parents.length > 1).map(({ id }) => id))
  return changes.filter(({ commit }) => !merges.has(commit))
})

/** Selects the newest changes, newest first; those of the same second by ancestry. */
const selectNewest = Effect.fnUntraced(function* (changes: ReadonlyArray<CodeChange>, count: number) {
  if (count <= 0) return []
  const considered = (yield* withoutMerges(changes)).slice(0, Math.max(maxConsidered, count))
  const times = yield* CommitTimes
  const timeOf = yield* times.authorTimes(considered.map(({ commit }) => commit))
  const newest = considered.toSorted((a, b) => timeOf(b.commit) - timeOf(a.commit)).slice(0, count)
  const order = yield* orderByAge(new Map(newest.map(({ commit }) => [commit, timeOf(commit)])))
  return newest.toSorted((a, b) => order(b.commit, a.commit)).map(toOrigin)
})

/** Orders quotes by their time, newest first; those of the same second by the ancestry of their commits. */
const sortByAge = Effect.fnUntraced(function* <E extends EvidenceStep>(steps: ReadonlyArray<E>) {
  const timeOf = ({ timestamp }: E): number => toEpochMillis(timestamp)
  const order = yield* orderByAge(new Map(steps.map((step) => [step.commit, timeOf(step)])))
  return steps.toSorted((a, b) => order(b.commit, a.commit))
})

/**
 * Quotes the newest commits of a history, past those that only changed white space, layout or names, and names other commits
 * of the file where there are few; each part the newest first. `skippedNotes`: parts of other tools' notes that could not be
 * understood. `missing`: why commits that only changed layout, or documents, are unknown. `isCutOff`: whether the boundary of
 * a shallow clone hides commits.
 */
export const explainSteps = Effect.fn("Evidence.explainSteps")(function* (asked: Steps) {
  const { changes, head, limit, others, path, refs } = asked
  // Twice as many, because some are passed over.
  const candidates = yield* selectNewest(changes, 2 * limit)
  const fillers = yield* selectNewest(others, 2 * limit - candidates.length)
  const paths = [...new Set([...candidates, ...fillers].map((each) => each.path))].filter((each) => each.isWellFormed())
  const mechanical = yield* ifThere(findMechanical([...candidates, ...fillers], paths), new Map())
  const boundary = yield* readBoundary
  const isMeaningful = ({ commit }: Origin): boolean => !mechanical.value.has(commit) && !boundary.has(commit)
  const origins = candidates.filter(isMeaningful).slice(0, limit)
  const documents = yield* ifThere(readDocuments(origins.map(({ commit }) => commit)), [])
  const quoted = yield* quoteOrigins({ head, path, origins, documents: documents.value, refs })
  const { broughtBy, entries, skippedNotes } = quoted
  const own = new Set(origins.map(({ commit }) => commit))
  const best = keepBest(entries)
  const placed = placeMerges({
    changes: yield* sortByAge(best.filter(({ commit }) => own.has(commit))),
    merges: best.filter(({ commit }) => !own.has(commit)),
    broughtBy,
    limit
  })
  const steps = (yield* sortByAge(placed)).map((entry): EvidenceStep => Struct.omit(entry, ["lines", "share"]))
  const filling = fillers.filter(isMeaningful).slice(0, Math.max(0, limit - steps.length))
  const named = yield* nameCommits(filling.map(({ commit }) => commit))
  return {
    steps: [...steps, ...named.map((step): EvidenceStep => ({ ...step, about: "file" }))],
    skippedNotes,
    isCutOff: [...candidates, ...fillers].some(({ commit }) => boundary.has(commit)),
    missing: Option.orElse(mechanical.missing, () => documents.missing)
  }
})
