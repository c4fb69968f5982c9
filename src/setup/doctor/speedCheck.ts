import { join } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { type BlameGain, measureBlameGain } from "../../adapters/git/read/AuxiliaryIndexes.ts"
import { pass } from "./Check.ts"
import { ownGraph } from "../../adapters/git/commitGraph/OwnGraph.ts"
import { findGraphFault, isGraphOff, minGraphCommits } from "../../adapters/git/commitGraph/RepositoryGraph.ts"
import { countPacks } from "./countPacks.ts"
import { type Fault, judgeGain, timeLimit } from "./judgeGain.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

type Report = (text: string) => Effect.Effect<void>

/** Packs without a common index from which one pays off. */
const minPacks = 20

const findFaults = Effect.fnUntraced(function* (newest: ReadonlyArray<string>) {
  const git = yield* Git
  const repository = yield* git.repository
  const objects = join(repository.commonDirectory, "objects")
  const isOff = isGraphOff(yield* git.config)
  const graph = yield* Effect.mapError(findGraphFault(objects, newest), inaccessible)
  const { indexed, packs } = yield* Effect.mapError(countPacks(objects), inaccessible)
  const faults: Array<Fault> = []
  const fault = isOff ? "core.commitGraph is off" : graph
  // What a server keeps for the walks of this program makes up for it.
  if (fault !== undefined && (isOff || !(yield* ownGraph(repository).isUsable))) {
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
  const newest = Option.isNone(head) ? [] : yield* git.walk({ from: [head.value], maxCount: minGraphCommits })
  if (newest.length < minGraphCommits) return [pass("speed", "The history is short.")]
  const faults = yield* findFaults(newest)
  if (faults.length === 0) return [pass("speed", "The commit-graph has changed paths.")]
  const indexes = faults.map(({ index }) => index)
  yield* report(`Measuring the gain of a ${indexes.join(" and a ")}, at most ${timeLimit} …`)
  // A failed measurement still leaves the advice.
  const measured = yield* Effect.orElseSucceed(measure(indexes), () => Option.none<BlameGain>())
  return [judgeGain(faults, measured)]
})
