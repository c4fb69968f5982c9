import { Option, Schema } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import type { BlameHunk } from "../adapters/git/Git.ts"

/** Hunks as they are kept on disk: each commit and path once. */
export const PackedBlame = Schema.Struct({
  commits: Schema.Array(ObjectId),
  paths: Schema.Array(Schema.String),
  /** Commit (−1: not committed yet), path, first and last line now, first line in that commit. */
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

export const unpackBlame = ({ commits, hunks, paths }: typeof PackedBlame.Type): ReadonlyArray<BlameHunk> =>
  hunks.map(([commit, path, start, end, originStart]) => ({
    commit: Option.fromNullishOr(commits[commit]),
    path: paths[path] ?? "",
    lines: { start, end },
    originStart
  }))
