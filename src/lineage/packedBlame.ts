import { Option, Schema } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import type { BlameHunk } from "../adapters/git/Git.ts"

/** Hunks as stored on disk, with each commit and path once. */
export const PackedBlame = Schema.Struct({
  commits: Schema.Array(ObjectId),
  paths: Schema.Array(Schema.String),
  /**
   * Index of the commit (−1 if not committed yet), index of the path, first and last line, first line in the origin
   * commit.
   */
  hunks: Schema.Array(Schema.Tuple([Schema.Int, Schema.Int, Schema.Int, Schema.Int, Schema.Int]))
})

const indexOf = <A>(known: Map<A, number>, value: A): number => {
  const found = known.get(value) ?? known.size
  known.set(value, found)
  return found
}

export const packBlame = (hunks: ReadonlyArray<BlameHunk>): typeof PackedBlame.Type => {
  const commits = new Map<ObjectId, number>()
  const paths = new Map<string, number>()
  const packed = hunks.map(({ commit, lines, originStart, path }) => {
    const number = Option.match(commit, { onNone: () => -1, onSome: (id) => indexOf(commits, id) })
    return [number, indexOf(paths, path), lines.start, lines.end, originStart] as const
  })
  return { commits: [...commits.keys()], paths: [...paths.keys()], hunks: packed }
}

/** Unpacks hunks; none if an index is out of range. */
export const unpackBlame = ({
  commits,
  hunks,
  paths
}: typeof PackedBlame.Type): Option.Option<ReadonlyArray<BlameHunk>> =>
  Option.all(
    hunks.map(([commit, pathIndex, start, end, originStart]) =>
      Option.map(Option.fromUndefinedOr(paths[pathIndex]), (path): BlameHunk => ({
        commit: Option.fromNullishOr(commits[commit]),
        path,
        lines: { start, end },
        originStart
      }))
    )
  )
