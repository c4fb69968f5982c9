import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { CodeReader } from "../../codeIndex/reading/CodeReader.ts"
import { CodeIndex } from "../../codeIndex/service/CodeIndex.ts"
import { compareFindings } from "../findings/compareFindings.ts"
import { isOfHistory, isOn } from "../findings/detectorList.ts"
import { type Health, measureHealth, roundPoints, roundScore } from "../findings/health.ts"
import { toFinding } from "../findings/toFinding.ts"
import type { DiffAnswer, Finding } from "../model/answers.ts"
import type { DiffInput } from "../model/inputs.ts"
import type { makeFindings } from "./makeFindings.ts"

/** Points of the score that each detector won or lost, the most first. */
const movesBetween = (before: Health, now: Health): DiffAnswer["moved_by"] =>
  [...new Set([...before.lost.keys(), ...now.lost.keys()])]
    .map((detector) => ({
      detector,
      points: roundPoints((before.lost.get(detector) ?? 0) - (now.lost.get(detector) ?? 0))
    }))
    .filter(({ points }) => points !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.detector < b.detector ? -1 : 1))

const isCompared = ({ detector }: Finding): boolean => isOn(detector) && !isOfHistory(detector)

/** Makes the effect that compares the findings of the work tree with those of a commit. */
export const makeDiff = Effect.fnUntraced(function* ({ detect }: Effect.Success<typeof makeFindings>) {
  const index = yield* CodeIndex
  const reader = yield* CodeReader
  const git = yield* Git

  /** The commit itself, or where the work on HEAD left it. */
  const findBase = Effect.fnUntraced(function* (revision: string) {
    const commit = yield* git.resolveCommit(revision)
    return Option.getOrElse(yield* git.mergeBase(commit, yield* git.resolveCommit("HEAD")), () => commit)
  })

  return Effect.fn("CodeGraph.diff")(function* ({ base: revision = "HEAD" }: DiffInput) {
    const base = yield* findBase(revision)
    const { baseline, lines, state, wanted, warnings } = yield* detect()
    const earlier = yield* Effect.scoped(
      Effect.gen(function* () {
        const { root, view, warnings: ofExport } = yield* index.commitView(base)
        return { ...(yield* reader.request("detect", { view, question: { root, others: [] } })), warnings: ofExport }
      })
    )
    const before = earlier.found.flatMap(toFinding).filter(isCompared)
    const now = wanted.filter(isCompared)
    const { added, fixed, worse } = compareFindings(before, now)
    const fresh = added.filter(({ id }) => !baseline.has(id))
    const health = { before: measureHealth(before, earlier.lines), now: measureHealth(now, lines) }
    const all = [...warnings, ...earlier.warnings]
    const answer: DiffAnswer = {
      base,
      added: fresh,
      worse,
      fixed,
      unchanged: now.length - added.length - worse.length,
      ...(fresh.length === added.length ? {} : { baselined: added.length - fresh.length }),
      health_score: { before: roundScore(health.before.score), now: roundScore(health.now.score) },
      moved_by: movesBetween(health.before, health.now),
      index: state,
      ...(all.length === 0 ? {} : { warnings: all })
    }
    return answer
  })
})
