import { Effect, Option, Struct } from "effect"
import { compareEvidence, type Evidence, type EvidenceStep } from "../../domain/Evidence.ts"
import { compareTimestamps } from "../../domain/Instant.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { findMechanical, type Origin } from "../finding/findOrigins.ts"
import { withoutRequest } from "../messages/references.ts"
import { findBoundary } from "../finding/findBoundary.ts"
import { ifThere } from "../finding/ifThere.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { isInformative, nameCommits, quoteOrigins } from "./quoteOrigins.ts"
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
  /** Newest first, each commit once. */
  readonly changes: ReadonlyArray<CodeChange>
  /** Other changes of the file, newest first, to fill up with where few commits changed the code. */
  readonly others: ReadonlyArray<CodeChange>
  readonly refs: ReadonlyArray<RefTip>
  /** Maximum commits to quote. */
  readonly limit: number
  /** Commits up to which the steps are filled with others. */
  readonly fillTo: number
}

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

/** Gives commits the links of merges that only repeat their subjects, in place of those merges. */
const foldMerges = (
  steps: ReadonlyArray<Evidence>,
  broughtBy: ReadonlyMap<ObjectId, ObjectId>
): ReadonlyArray<Evidence> => {
  const byCommit = new Map(steps.map((step) => [step.commit, step]))
  const folded = new Set<ObjectId>()
  const linked = steps.map((step) => {
    const merge = byCommit.get(broughtBy.get(step.commit) ?? step.commit)
    if (merge === undefined || merge === step || merge.quality !== "names_only") return step
    if (withoutRequest(merge.subject) !== withoutRequest(step.subject)) return step
    folded.add(merge.commit)
    return { ...step, links: [...new Set([...step.links, ...merge.links])] }
  })
  return linked.filter(({ commit }) => !folded.has(commit))
}

/**
 * Quotes the newest commits of a history, past those that only changed white space, layout or names, and names other commits
 * of the file where there are few; each part the newest first. `skippedNotes`: parts of other tools' notes that could not be
 * understood. `missing`: why commits that only changed layout, or documents, are unknown. `isCutOff`: whether the boundary of
 * a shallow clone hides commits.
 */
export const explainSteps = Effect.fn("Evidence.explainSteps")(function* (asked: Steps) {
  const { changes, fillTo, head, limit, others, path, refs } = asked
  // Twice as many, because some are passed over.
  const candidates = changes.slice(0, 2 * limit).map(toOrigin)
  const fillers = others.slice(0, Math.max(0, 2 * fillTo - candidates.length)).map(toOrigin)
  const paths = [...new Set([...candidates, ...fillers].map((each) => each.path))].filter((each) => each.isWellFormed())
  const mechanical = yield* ifThere(findMechanical([...candidates, ...fillers], paths), new Map())
  const boundary = yield* findBoundary([...candidates, ...fillers].map(({ commit }) => commit))
  const isTelling = ({ commit }: Origin): boolean => !mechanical.value.has(commit) && !boundary.has(commit)
  const origins = candidates.filter(isTelling).slice(0, limit)
  const documents = yield* ifThere(readDocuments(origins.map(({ commit }) => commit)), [])
  const quoted = yield* quoteOrigins({ head, path, origins, documents: documents.value, refs })
  const { broughtBy, entries, skippedNotes } = quoted
  const steps = foldMerges(
    keepBest(entries.filter((entry) => entry.kind !== "merge" || isInformative(entry))),
    broughtBy
  )
    .toSorted((a, b) => compareTimestamps(b.timestamp, a.timestamp))
    .map((entry): EvidenceStep => Struct.omit(entry, ["lines", "share"]))
  const filling = fillers.filter(isTelling).slice(0, Math.max(0, fillTo - steps.length))
  const named = yield* nameCommits(filling.map(({ commit }) => commit))
  return {
    steps: [...steps, ...named.map((step): EvidenceStep => ({ ...step, about: "file" }))],
    skippedNotes,
    isCutOff: boundary.size > 0,
    missing: Option.orElse(mechanical.missing, () => documents.missing)
  }
})
