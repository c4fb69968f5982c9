import { join } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { type BlameGain, measureBlameGain } from "../../adapters/git/read/AuxiliaryIndexes.ts"
import { pass } from "./Check.ts"
import { countPacks, findCommitGraph } from "./commitGraph.ts"
import { type Fault, judgeGain, timeLimit } from "./judgeGain.ts"
import type { CommitGraph } from "./parseCommitGraph.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

type Report = (text: string) => Effect.Effect<void>

/** Number of commits from which blame can gain from an auxiliary index. */
const minCommits = 2000
/** Commits that the commit-graph may lack before a new one pays off. */
const maxMissingCommits = 500
/** Packs without a common index from which one pays off. */
const minPacks = 20
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
