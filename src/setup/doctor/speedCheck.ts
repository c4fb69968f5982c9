import { join } from "node:path"
import { Duration, Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import {
  type AuxiliaryIndex,
  type BlameGain,
  gainTimeLimit,
  measureBlameGain
} from "../../adapters/git/read/AuxiliaryIndexes.ts"
import { type Check, pass, warn } from "./Check.ts"
import { type CommitGraph, countPacks, findCommitGraph } from "./commitGraph.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

type Report = (text: string) => Effect.Effect<void>

/** Number of commits from which blame can gain from an auxiliary index. */
const minCommits = 2000
/** Commits that the commit-graph may lack before a new one pays off. */
const maxMissingCommits = 500
/** Packs without a common index from which one pays off. */
const minPacks = 20
/** An auxiliary index is recommended where blame with it takes at most this part of its time. */
const maxRemainingTime = 0.9

const timeLimit = `${Duration.toSeconds(gainTimeLimit)} s`

/** A missing or outdated auxiliary index, and the commands that write it. */
interface Fault {
  readonly index: AuxiliaryIndex
  readonly fault: string
  readonly fixes: ReadonlyArray<string>
}

const findGraphFault = (graph: Option.Option<CommitGraph>, newest: ReadonlyArray<string>): string | undefined => {
  if (Option.isNone(graph) || graph.value.commits === 0) return "there is no commit-graph"
  const { commits, has, withPaths } = graph.value
  if (withPaths === 0) return "the commit-graph has no changed paths"
  const withoutPaths = commits - withPaths
  if (withoutPaths >= maxMissingCommits) {
    return `the commit-graph has no changed paths for ${withoutPaths} of ${commits} commits`
  }
  const missing = newest.filter((commit) => !has(commit)).length
  if (missing < maxMissingCommits) return undefined
  return `the commit-graph is out of date: it lacks ${missing} of the newest ${newest.length} commits`
}

const isGraphOff = Effect.gen(function* () {
  const last = (yield* (yield* Git).config).findLast(({ key }) => key === "core.commitgraph")
  return last !== undefined && ["false", "no", "off", "0"].includes(last.value.toLowerCase())
})

const findFaults = Effect.fnUntraced(function* (newest: ReadonlyArray<string>) {
  const objects = join((yield* (yield* Git).repository).commonDirectory, "objects")
  const isOff = yield* isGraphOff
  const graph = findGraphFault(yield* Effect.mapError(findCommitGraph(objects), inaccessible), newest)
  const { indexed, packs } = yield* Effect.mapError(countPacks(objects), inaccessible)
  const faults: Array<Fault> = []
  const fault = isOff ? "core.commitGraph is off" : graph
  if (fault !== undefined) {
    const enable = isOff ? ["git config core.commitGraph true"] : []
    const write = graph === undefined ? [] : ["git commit-graph write --reachable --changed-paths"]
    faults.push({ index: "commit-graph", fault, fixes: [...enable, ...write] })
  }
  if (packs - indexed >= minPacks) {
    const covered = indexed === 0 ? "no common index" : `a common index of only ${indexed}`
    const fixes = ["git multi-pack-index write"]
    faults.push({ index: "multi-pack-index", fault: `${packs} packs have ${covered}`, fixes })
  }
  return faults
})

const formatMillis = (millis: number): string => `${millis.toFixed(millis < 10 ? 1 : 0)} ms`

/** The check for indexes that are missing: recommends those that pay off, with the measured gain. */
export const judgeGain = (faults: ReadonlyArray<Fault>, measured: Option.Option<BlameGain>): Check => {
  const advise = (fixable: ReadonlyArray<Fault>, gain: string) =>
    warn(
      "speed",
      `Blame is slow on this history: ${fixable.map(({ fault }) => fault).join(", and ")}; ${gain}.`,
      fixable.flatMap(({ fixes }) => fixes).join("\n")
    )
  if (Option.isNone(measured)) return advise(faults, `the gain could not be measured within ${timeLimit}`)
  const { afterMillis, beforeMillis, files, written } = measured.value
  if (Option.isNone(afterMillis)) {
    return pass("speed", "Git writes no commit-graph in shallow clones, or with grafts or replaced objects.")
  }
  const [before, after] = [formatMillis(beforeMillis), formatMillis(afterMillis.value)]
  const blame = `git blame of ${files === 1 ? "one file" : `${files} files`} takes`
  if (afterMillis.value > beforeMillis * maxRemainingTime) {
    return pass("speed", `Nothing to gain: ${blame} ${before}, and ${after} with a ${written.join(" and a ")}.`)
  }
  const percent = Math.round(100 * (1 - afterMillis.value / beforeMillis))
  return advise(
    faults.filter(({ index }) => written.includes(index)),
    `fixed, ${blame} ${after} instead of ${before}, ${percent} % less, as measured here`
  )
}

/**
 * Checks what makes blame of a deep history fast: a commit-graph with changed paths, and one index of many packs. Measures
 * what a missing one would gain, without touching the repository.
 */
export const speedCheck = Effect.fnUntraced(function* (
  report: Report,
  measure: typeof measureBlameGain = measureBlameGain
) {
  const git = yield* Git
  const head = yield* Effect.option(git.resolveCommit("HEAD"))
  const newest = Option.isNone(head) ? [] : yield* git.walk({ from: [head.value], maxCount: minCommits })
  if (newest.length < minCommits) return [pass("speed", "The history is short.")]
  const faults = yield* findFaults(newest)
  if (faults.length === 0) return [pass("speed", "The commit-graph has changed paths.")]
  const indexes = faults.map(({ index }) => index)
  yield* report(`Measuring the gain of a ${indexes.join(" and a ")}, at most ${timeLimit} …`)
  // A failed measurement still leaves the advice.
  const measured = yield* Effect.orElseSucceed(measure(indexes), () => Option.none<BlameGain>())
  return [judgeGain(faults, measured)]
})
