import { Option } from "effect"
import { forEachIn, type PackedChanges } from "./packedChanges.ts"

const day = 86_400
/**
 * Days after which a commit counts half. Predicting the last commits of libuv, precision and recall were best from two to
 * six years (`bench/evidence/coChange.ts`).
 */
const halfLifeDays = 3 * 365
/** Minimum commits that changed both files. */
const minSupport = 2
/** Minimum share of the commits to a file that also changed the other. */
const minConfidence = 0.1
/** A hub changes in more than this share of all commits: changelogs, version numbers. */
const hubShare = 0.1
/** Minimum commits of a history with hubs. In a small one, any file may change in a tenth of all commits. */
const minCommitsForHubs = 50

/** A file that historically changes together with another one. */
export interface CoChange {
  readonly path: string
  /** Number of commits that changed both. */
  readonly support: number
  /** Share of the commits to the queried file that changed this one as well, older commits counting less. */
  readonly confidence: number
  /** Share of the commits to this file that changed the queried one as well. */
  readonly reverseConfidence: number
  /** Committer time of the first commit that changed both, in seconds since 1970. */
  readonly since: number
}

/** A rename of a path, with the committer time. */
interface Move {
  readonly time: number
  readonly to: number
}

/** The changes of a history by today's paths. */
export interface CoChangeIndex {
  readonly changes: PackedChanges
  /** Number of each path. */
  readonly numbers: ReadonlyMap<string, number>
  /** Today's path of each edit; −1 if the file is gone. */
  readonly today: Int32Array
  /** Weight of each commit, from 0 to 1: the older, the smaller. */
  readonly weights: Float64Array
  /** Sum of the weights of the commits that edited each path. */
  readonly totals: Float64Array
  /** Sum of all weights. */
  readonly total: number
}

const groupMoves = ({ moves, paths, times }: PackedChanges): ReadonlyMap<number, ReadonlyArray<Move>> => {
  const found = new Map<number, Array<Move>>()
  for (let commit = 0; commit < times.length; commit += 1) {
    forEachIn(moves, commit, (from, position) => {
      if (position % 2 !== 0) return
      const move = { time: times[commit] ?? 0, to: moves.values[position + 1] ?? 0 }
      const others = found.get(from)
      if (others === undefined) found.set(from, [move])
      else others.push(move)
    })
  }
  const nameOf = ({ to }: Move): string => paths[to] ?? ""
  for (const list of found.values()) {
    list.sort((a, b) => a.time - b.time || (nameOf(a) < nameOf(b) ? -1 : 1))
  }
  return found
}

/** Maximum renames of a file to follow. */
const maxMoves = 32

/**
 * Finds today's path of a file that a commit edited under a path. It follows the first rename after the commit. Without
 * one, the file is where it was, or gone; then another branch may have renamed it before.
 */
const makeFollower = (changes: PackedChanges, present: ReadonlySet<string>) => {
  const moves = groupMoves(changes)
  const isPresent = changes.paths.map((path) => present.has(path))
  return (path: number, time: number): number => {
    let [at, since] = [path, time]
    for (let count = 0; count < maxMoves; count += 1) {
      const known = moves.get(at)
      if (known === undefined) break
      const next = known.find((move) => move.time > since) ?? (isPresent[at] === true ? undefined : known.at(-1))
      if (next === undefined) break
      at = next.to
      since = Math.max(since, next.time)
    }
    if (isPresent[at] === true) return at
    return isPresent[path] === true ? path : -1
  }
}

/** Indexes a number of further commits; whether some are left. */
type IndexNext = (commits: number) => boolean

/**
 * Prepares to index changes by the paths that are present, a few commits at a time, because histories are long.
 *
 * @param now time at which a commit has its full weight, in seconds since 1970
 */
export const makeIndexer = (changes: PackedChanges, present: ReadonlySet<string>, now: number) => {
  const { edits, paths, times } = changes
  const follow = makeFollower(changes, present)
  const today = new Int32Array(edits.values.length)
  const weights = times.map((time) => 2 ** (-Math.max(0, now - time) / (halfLifeDays * day)))
  const totals = new Float64Array(paths.length)
  const lastCommits = new Int32Array(paths.length).fill(-1)
  let next = 0
  const indexCommit = (commit: number) => {
    forEachIn(edits, commit, (path, position) => {
      const current = follow(path, times[commit] ?? 0)
      // Two former names of one file count once.
      const counts = current >= 0 && lastCommits[current] !== commit
      today[position] = counts ? current : -1
      if (!counts) return
      lastCommits[current] = commit
      totals[current] = (totals[current] ?? 0) + (weights[commit] ?? 0)
    })
  }
  const indexNext: IndexNext = (commits) => {
    for (const end = Math.min(next + commits, times.length); next < end; next += 1) indexCommit(next)
    return next < times.length
  }
  const index = (): CoChangeIndex => ({
    changes,
    numbers: new Map(paths.map((path, number) => [path, number])),
    today,
    weights,
    totals,
    total: weights.reduce((sum, weight) => sum + weight, 0)
  })
  return { indexNext, index }
}

interface Shared {
  readonly support: number
  readonly weight: number
  readonly since: number
}

const none: Shared = { support: 0, weight: 0, since: Number.POSITIVE_INFINITY }

/** Sums up the commits that a file shares with each other file. */
const findShared = ({ changes: { edits, times }, today, weights }: CoChangeIndex, file: number) => {
  const found = new Map<number, Shared>()
  for (let at = today.indexOf(file), commit = 0; at !== -1; at = today.indexOf(file, at)) {
    while ((edits.starts[commit + 1] ?? Number.POSITIVE_INFINITY) <= at) commit += 1
    const [time = 0, weight = 0] = [times[commit], weights[commit]]
    forEachIn(edits, commit, (_, position) => {
      const other = today[position] ?? -1
      if (other < 0 || other === file) return
      const before = found.get(other) ?? none
      const [support, sum] = [before.support + 1, before.weight + weight]
      found.set(other, { support, weight: sum, since: Math.min(before.since, time) })
    })
    at = edits.starts[commit + 1] ?? today.length
  }
  return found
}

/** Finds the files that historically change together with a file, the most likely first. */
export const findCoChanges = (index: CoChangeIndex, path: string): ReadonlyArray<CoChange> => {
  const { changes, numbers, total, totals } = index
  const file = numbers.get(path)
  if (file === undefined) return []
  const hasHubs = changes.times.length >= minCommitsForHubs
  const totalOf = (number: number): number => totals[number] ?? 0
  const found = Array.from(findShared(index, file)).flatMap(([number, { since, support, weight }]) => {
    const isHub = hasHubs && totalOf(number) > hubShare * total
    const confidence = weight / totalOf(file)
    const isLikely = support >= minSupport && confidence >= minConfidence
    if (isHub || !isLikely) return []
    const other = Option.fromUndefinedOr(changes.paths[number])
    const reverseConfidence = weight / totalOf(number)
    return Option.toArray(Option.map(other, (name) => ({ path: name, support, confidence, reverseConfidence, since })))
  })
  return found.toSorted((a, b) => b.confidence - a.confidence || b.support - a.support || (a.path < b.path ? -1 : 1))
}
