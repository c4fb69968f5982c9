import { Option, Schema } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import type { FileChange, LineChange } from "../adapters/git/Git.ts"

/** Values each given the number of its first place. */
const makeIndex = <A>() => {
  const known = new Map<A, number>()
  const indexOf = (value: A): number => {
    const found = known.get(value) ?? known.size
    known.set(value, found)
    return found
  }
  return { numberOf: indexOf, values: () => [...known.keys()] }
}

/** The history of a file as it is kept on disk: each path once. */
export const PackedFileHistory = Schema.Struct({
  paths: Schema.Array(Schema.String),
  /** Commit, path, path before (−1: the same). */
  changes: Schema.Array(Schema.Tuple([ObjectId, Schema.Int, Schema.Int]))
})

export const packFileHistory = (history: ReadonlyArray<FileChange>): typeof PackedFileHistory.Type => {
  const { numberOf, values } = makeIndex<string>()
  const changes = history.map(({ commit, path, previousPath }) => {
    const before = Option.match(previousPath, { onNone: () => -1, onSome: numberOf })
    return [commit, numberOf(path), before] as const
  })
  return { paths: values(), changes }
}

export const unpackFileHistory = ({ changes, paths }: typeof PackedFileHistory.Type): ReadonlyArray<FileChange> =>
  changes.map(([commit, path, before]) => ({
    commit,
    path: paths[path] ?? "",
    previousPath: Option.fromNullishOr(paths[before])
  }))

/** The history of lines as it is kept on disk: each path once. */
export const PackedLineHistory = Schema.Struct({
  paths: Schema.Array(Schema.String),
  /** Commit, path, first and last line of each range. */
  changes: Schema.Array(Schema.Tuple([ObjectId, Schema.Int, Schema.Array(Schema.Tuple([Schema.Int, Schema.Int]))]))
})

export const packLineHistory = (history: ReadonlyArray<LineChange>): typeof PackedLineHistory.Type => {
  const { numberOf, values } = makeIndex<string>()
  const changes = history.map(({ commit, path, ranges }) => {
    const lines = ranges.map(({ end, start }) => [start, end] as const)
    return [commit, numberOf(path), lines] as const
  })
  return { paths: values(), changes }
}

export const unpackLineHistory = ({ changes, paths }: typeof PackedLineHistory.Type): ReadonlyArray<LineChange> =>
  changes.map(([commit, path, ranges]) => ({
    commit,
    path: paths[path] ?? "",
    ranges: ranges.map(([start, end]) => ({ start, end }))
  }))
