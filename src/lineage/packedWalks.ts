import { Option, Schema } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import type { FileChange, LineChange } from "../adapters/git/Git.ts"

/** Numbers distinct values in order of first occurrence. */
const makeIndex = <A>() => {
  const known = new Map<A, number>()
  const indexOf = (value: A): number => {
    const found = known.get(value) ?? known.size
    known.set(value, found)
    return found
  }
  return { numberOf: indexOf, values: () => [...known.keys()] }
}

/** The history of a file as stored on disk, with each path once. */
export const PackedFileHistory = Schema.Struct({
  paths: Schema.Array(Schema.String),
  /** Commit, index of the path, index of the previous path (−1 if unchanged). */
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

/** Unpacks the history of a file; none if an index is out of range. */
export const unpackFileHistory = ({
  changes,
  paths
}: typeof PackedFileHistory.Type): Option.Option<ReadonlyArray<FileChange>> =>
  Option.all(
    changes.map(([commit, pathIndex, previousIndex]) =>
      Option.map(Option.fromUndefinedOr(paths[pathIndex]), (path): FileChange => ({
        commit,
        path,
        previousPath: Option.fromNullishOr(paths[previousIndex])
      }))
    )
  )

/** The history of lines as stored on disk, with each path once. */
export const PackedLineHistory = Schema.Struct({
  paths: Schema.Array(Schema.String),
  /** Commit, index of the path, first and last line of each range. */
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

/** Unpacks the history of lines; none if an index is out of range. */
export const unpackLineHistory = ({
  changes,
  paths
}: typeof PackedLineHistory.Type): Option.Option<ReadonlyArray<LineChange>> =>
  Option.all(
    changes.map(([commit, pathIndex, ranges]) =>
      Option.map(Option.fromUndefinedOr(paths[pathIndex]), (path): LineChange => ({
        commit,
        path,
        ranges: ranges.map(([start, end]) => ({ start, end }))
      }))
    )
  )
