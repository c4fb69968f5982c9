import { DateTime, Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { Notes } from "../../notes/Notes.ts"
import { AnnotateError, WritingDisabled } from "../context/AnnotateError.ts"
import { parseSince } from "../../domain/Since.ts"
import { isDisabled } from "../context/environment.ts"
import { BackfillError, SinceInvalid } from "./BackfillError.ts"
import { readFailed } from "./failed.ts"
import { hasMaterial, materialOf } from "./material.ts"
import { inputTokens, requestFor } from "./request.ts"
import { sendable, type Sendable } from "./sendable.ts"

/** Selects commits of the history of HEAD. */
export interface Selection {
  /** Maximum number of commits, oldest first. */
  readonly limit: Option.Option<number>
  /** `2025-01-31`, `2 weeks ago`. */
  readonly since: Option.Option<string>
  /** Globs: only commits that change matching files, and only these changes. */
  readonly paths: ReadonlyArray<string>
  /** Includes commits that failed in an earlier run. */
  readonly resume: boolean
}

/** The plan of a run, made before anything is sent. */
export interface Plan {
  /** Oldest first. Unless `exact`, includes commits without material. */
  readonly commits: ReadonlyArray<ObjectId>
  /** Number of commits that will be sent. */
  readonly calls: number
  readonly may: Sendable
  /** Tokens of all requests, estimated at 3 bytes each. */
  readonly inputTokens: number
  /** Whether all commits were examined; otherwise numbers are estimated from a sample. */
  readonly exact: boolean
  /** Number of commits left out because they failed in an earlier run. */
  readonly failedBefore: number
}

/** Maximum number of commits in the sample for the estimate. */
const maxSamples = 100
/** Number of commits examined concurrently. */
const concurrency = 4

const sinceOf = Effect.fnUntraced(function* (text: string) {
  const seconds = parseSince(text, yield* DateTime.now)
  if (Option.isNone(seconds)) return yield* new BackfillError({ reason: new SinceInvalid({ since: text }) })
  return DateTime.formatIso(DateTime.fromEpochSeconds(seconds.value))
})

/** Lists commits without a note, oldest first, without merges and those whose change a shallow clone does not know. */
const listUnannotated = Effect.fnUntraced(function* (selection: Selection) {
  const git = yield* Git
  const since = Option.isSome(selection.since) ? { since: yield* sinceOf(selection.since.value) } : {}
  const head = yield* git.resolveCommit("HEAD")
  const { index } = yield* (yield* Notes).snapshot
  const walked = yield* git.walk({ from: [head], merges: false, ...since })
  const boundary = yield* readBoundary
  return walked.filter((commit) => index.blob(commit) === undefined && !boundary.has(commit)).toReversed()
})

/** Returns the first `limit` commits with material, and examines no more than necessary. */
const takeWithMaterial = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>, may: Sendable, limit: number) {
  const found: Array<ObjectId> = []
  for (let start = 0; start < commits.length && found.length < limit; start += concurrency) {
    const batch = commits.slice(start, start + concurrency)
    const isSendable = yield* Effect.forEach(batch, (commit) => hasMaterial(commit, may), { concurrency })
    found.push(...batch.filter((_, position) => isSendable[position]))
  }
  return found.slice(0, limit)
})

/** Selects commits at equal distances. */
const sampleEvenly = (commits: ReadonlyArray<ObjectId>): ReadonlyArray<ObjectId> => {
  const step = Math.max(1, commits.length / maxSamples)
  return Array.from(
    { length: Math.min(commits.length, maxSamples) },
    (_, index) => commits[Math.floor(index * step)]
  ).filter((commit) => commit !== undefined)
}

const costOf = (may: Sendable) =>
  Effect.fnUntraced(function* (commit: ObjectId) {
    const material = yield* materialOf(commit, may)
    return Option.isNone(material) ? 0 : inputTokens(yield* requestFor(material.value))
  })

/**
 * Plans which commits to annotate, and estimates the cost. Writes nothing. Fails with `BackfillError`, with `AnnotateError` where
 * writing is turned off, and with what git, settings and notes fail with: `UnbornHead` before the first commit.
 */
export const planBackfill = Effect.fn("Backfill.plan")(function* (selection: Selection) {
  if (isDisabled(yield* GitEnvironment)) return yield* new AnnotateError({ reason: new WritingDisabled() })
  const may = sendable(yield* (yield* Settings).values, selection.paths)
  const failed = new Set<string>((yield* readFailed).map(({ commit }) => commit))
  const all = yield* listUnannotated(selection)
  const candidates = selection.resume ? all : all.filter((commit) => !failed.has(commit))
  const checksMaterial = Option.isSome(selection.limit) || candidates.length <= maxSamples
  const limit = Option.getOrElse(selection.limit, () => candidates.length)
  const commits = checksMaterial ? yield* takeWithMaterial(candidates, may, limit) : candidates
  const sample = sampleEvenly(commits)
  const costs = yield* Effect.forEach(sample, costOf(may), { concurrency })
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  const scale = sample.length === 0 ? 0 : commits.length / sample.length
  return {
    commits,
    may,
    calls: Math.round(costs.filter((cost) => cost > 0).length * scale),
    inputTokens: Math.round(total * scale),
    exact: sample.length === commits.length,
    failedBefore: all.length - candidates.length
  } satisfies Plan
})
