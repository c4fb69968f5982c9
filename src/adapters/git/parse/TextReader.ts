import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, truncatedOutput, unexpectedOutput } from "./Records.ts"

/**
 * Splits a byte stream into records that end with NUL, decoded as paths are. Faster than a reader of bytes where there are many,
 * because all records of a chunk become text at once. A last record without NUL is passed on, but reported as a problem.
 * `onRecord` returns false for a record that git does not write.
 */
export const makeTextReader = (onRecord: (record: string) => unknown): ChunkReader => {
  let rest = Buffer.alloc(0)
  let problem: string | undefined
  const take = (record: string) => {
    if (onRecord(record) === false) problem ??= unexpectedOutput
  }
  return {
    push: (chunk) => {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(0)
      rest = Buffer.from(bytes.subarray(end + 1))
      if (end !== -1) decodePath(bytes.subarray(0, end)).split("\0").forEach(take)
    },
    end: () => {
      if (rest.length === 0) return
      take(decodePath(rest))
      problem ??= truncatedOutput
    },
    problem: () => problem
  }
}
