import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { intersect, type LineRange, size } from "../../domain/LineRange.ts"
import { orderByAge } from "../../lineage/orderByAge.ts"
import { formatSeconds, readCommits } from "./people.ts"

/** The parts of hunks that lie in ranges. */
export const clip = (hunks: ReadonlyArray<BlameHunk>, ranges: ReadonlyArray<LineRange>): ReadonlyArray<BlameHunk> =>
  hunks.flatMap((hunk) =>
    ranges.flatMap((range) => Option.toArray(Option.map(intersect(hunk.lines, range), (lines) => ({ ...hunk, lines }))))
  )

/** How many lines hunks have. */
export const countLines = (hunks: ReadonlyArray<BlameHunk>): number =>
  hunks.reduce((sum, { lines }) => sum + size(lines), 0)

const readAuthors = (hunks: ReadonlyArray<BlameHunk>) =>
  readCommits([...new Set(hunks.flatMap(({ commit }) => Option.toArray(commit)))])

/** Who wrote lines and when they were last changed, by blame. */
export const blameEntity = Effect.fn("Evolution.blameEntity")(function* (
  hunks: ReadonlyArray<BlameHunk>,
  ranges: ReadonlyArray<LineRange>
) {
  const own = clip(hunks, ranges)
  const found = yield* readAuthors(own)
  const order = yield* orderByAge(new Map(found.map(({ id, time }) => [id, time])))
  const commits = found.toSorted((a, b) => order(b.id, a.id))
  const [last] = commits
  const uncommitted = countLines(own.filter(({ commit }) => Option.isNone(commit)))
  return {
    ...(last === undefined
      ? {}
      : { last_modified: formatSeconds(last.time), last_author: last.author, most_recent_commit: last.id }),
    commit_count: commits.length,
    num_authors: new Set(commits.map(({ author }) => author)).size,
    uncommitted
  }
})

/**
 * How many lines each author wrote of a file, most first, by blame. Lines that are not committed do not count. `unknown`: further
 * lines, whose authors are not known; where there are any, the bus factor is not known either.
 */
export const findOwnership = Effect.fn("Evolution.findOwnership")(function* (
  hunks: ReadonlyArray<BlameHunk>,
  unknown: number
) {
  const authors = new Map((yield* readAuthors(hunks)).map(({ author, id }) => [id, author]))
  const lines = new Map<string, number>()
  for (const hunk of hunks) {
    const author = Option.isSome(hunk.commit) ? authors.get(hunk.commit.value) : undefined
    if (author !== undefined) lines.set(author, (lines.get(author) ?? 0) + size(hunk.lines))
  }
  const total = [...lines.values()].reduce((sum, count) => sum + count, unknown)
  const sorted = [...lines].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  let covered = 0
  const few = sorted.findIndex(([, count]) => (covered += count) * 2 > total)
  return {
    ownership: sorted.map(([author, count]) => ({
      author,
      percentage: Math.round((count * 1000) / total) / 10,
      lines: count
    })),
    ...(unknown > 0 || few === -1 ? {} : { bus_factor: few + 1 })
  }
})
