import { join } from "node:path"
import { Duration, Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import {
  type AuxiliaryIndex,
  type IndexTimings,
  measureTimeout,
  measureIndexes
} from "../../adapters/git/read/AuxiliaryIndexes.ts"
import { type Check, pass, warn } from "./Check.ts"
import { type CommitGraph, countPacks, findGraph } from "./commitGraph.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

type Say = (text: string) => Effect.Effect<void>

/** Commits from which on blame has something to gain. */
const deep = 2000
/** Commits that the commit-graph may lack before it is worth writing again, and packs that need no index together. */
const bearable = { commits: 500, packs: 20 }
/** What must be left of the time for an aid to be worth a word. */
const worth = 0.9

const patience = `${Duration.toSeconds(measureTimeout)} s`

const writeGraph = "git commit-graph write --reachable --changed-paths"
const writeIndex = "git multi-pack-index write"
const readGraph = "git config core.commitGraph true"

/** What is wrong with the commit-graph of a deep history, if anything. */
const graphFault = (graph: Option.Option<CommitGraph>, newest: ReadonlyArray<string>): string | undefined => {
  if (Option.isNone(graph) || graph.value.commits === 0) return "there is no commit-graph"
  const { commits, has, withPaths } = graph.value
  if (withPaths === 0) return "the commit-graph has no changed paths"
  const bare = commits - withPaths
  if (bare >= bearable.commits) return `the commit-graph has no changed paths for ${bare} of ${commits} commits`
  const lacking = newest.filter((commit) => !has(commit)).length
  if (lacking < bearable.commits) return undefined
  return `the commit-graph is out of date: it lacks ${lacking} of the newest ${newest.length} commits`
}

/** One aid that is wanted: what is wrong without it, and how to get it. */
interface Wish {
  readonly check: string
  readonly aid: AuxiliaryIndex
  readonly fault: string
  readonly fix: string
}

const milliseconds = (time: number): string => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`

/** What is said of a wish: the gain as measured, or nothing to mend where there is none. */
export const adviceOf = (
  wish: Wish,
  before: Option.Option<number>,
  after: Option.Option<number>,
  files: number
): Check => {
  const { aid, check, fault, fix } = wish
  const blamed = files === 1 ? "one file" : `${files} files`
  const slow = `Blame is slow on this history: ${fault}`
  if (Option.isNone(before)) return warn(check, `${slow}; what it costs could not be measured in ${patience}.`, fix)
  if (Option.isNone(after)) {
    return pass(check, `Git writes no ${aid} here: shallow clones, grafts and replaced objects rule it out.`)
  }
  const [now, then] = [milliseconds(before.value), milliseconds(after.value)]
  if (after.value > before.value * worth) {
    return pass(check, `Nothing to gain: git blame of ${blamed} takes ${now}, and ${then} with a ${aid}.`)
  }
  const percent = Math.round(100 * (1 - after.value / before.value))
  const gain = `mended, git blame of ${blamed} takes ${then} instead of ${now}, ${percent} % less, as measured here`
  return warn(check, `${slow}; ${gain}.`, fix)
}

const advise = (wishes: ReadonlyArray<Wish>, trial: Option.Option<IndexTimings>): ReadonlyArray<Check> => {
  const times = Option.match(trial, { onNone: () => [], onSome: (found) => found.times })
  const files = Option.match(trial, { onNone: () => 0, onSome: (found) => found.files })
  return wishes.map((wish, at) => {
    // An aid that git refuses changes nothing for the next one.
    const before = times.slice(0, at + 1).findLast(Option.isSome) ?? Option.none<number>()
    return adviceOf(wish, before, times[at + 1] ?? Option.none(), files)
  })
}

const isOff = Effect.gen(function* () {
  const last = (yield* (yield* Git).config).findLast(({ key }) => key === "core.commitgraph")
  return last !== undefined && ["false", "no", "off", "0"].includes(last.value.toLowerCase())
})

const wishesFor = Effect.fnUntraced(function* (newest: ReadonlyArray<string>) {
  const objects = join((yield* (yield* Git).repository).commonDirectory, "objects")
  const off = yield* isOff
  const written = graphFault(yield* Effect.mapError(findGraph(objects), inaccessible), newest)
  const fixes = [...(off ? [readGraph] : []), ...(written === undefined ? [] : [writeGraph])]
  const fault = off ? "core.commitGraph is off" : written
  const { indexed, packs } = yield* Effect.mapError(countPacks(objects), inaccessible)
  const wishes: ReadonlyArray<Wish> = [
    ...(fault === undefined ? [] : [{ check: "speed", aid: "commit-graph", fault, fix: fixes.join("\n") } as const]),
    ...(packs - indexed < bearable.packs
      ? []
      : [
          {
            check: "packs",
            aid: "multi-pack-index",
            fault: `${packs} packs have ${indexed === 0 ? "no index" : `an index of ${indexed}`} together`,
            fix: writeIndex
          } as const
        ])
  ]
  return wishes
})

/**
 * What makes blame of a deep history quick: a commit-graph with changed paths, and one index where there are many packs.
 * What one that is missing would gain is measured, beside the repository.
 */
export const speedChecks = Effect.fnUntraced(function* (say: Say, measure: typeof measureIndexes = measureIndexes) {
  const git = yield* Git
  const head = yield* Effect.option(git.resolveCommit("HEAD"))
  const newest = Option.isNone(head) ? [] : yield* git.walk({ from: [head.value], maxCount: deep })
  if (newest.length < deep) return [pass("speed", "The history is short.")]
  const wishes = yield* wishesFor(newest)
  const content = wishes.some(({ check }) => check === "speed")
    ? []
    : [pass("speed", "The commit-graph has changed paths.")]
  if (wishes.length === 0) return content
  const aids = wishes.map(({ aid }) => aid)
  yield* say(`Measuring what a ${aids.join(" and a ")} would gain, ${patience} at most …`)
  // Advice without figures is still advice.
  const trial = yield* Effect.orElseSucceed(measure(aids), () => Option.none<IndexTimings>())
  return [...content, ...advise(wishes, trial)]
})
