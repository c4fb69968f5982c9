/** A receiver of output in chunks of any size. */
export interface ChunkReader {
  /** Takes the next chunk; keeps no reference to it. */
  push(chunk: Uint8Array): void
  /** Takes the end of the output. */
  end(): void
  /** After the end: what is wrong with what came, none when it is something that git writes. */
  problem?(): string | undefined
}

/** The output ends in the middle of something. */
export const truncatedOutput = "its answer is cut off"
/** The output has something in it that git does not write. */
export const unexpectedOutput = "its answer is not understood"

/**
 * Cuts a byte stream into records that end with one delimiter byte (10 for lines, 0 for `-z`). A last record without
 * its delimiter counts, but is a problem: git ends all of them. A record is only valid during the call; `onRecord`
 * returns false where git would not write it.
 */
export const makeRecordReader = (delimiter: number, onRecord: (record: Buffer) => unknown): ChunkReader => {
  let pending: Array<Buffer> = []
  let problem: string | undefined
  const take = (record: Buffer) => {
    if (onRecord(record) === false) problem ??= unexpectedOutput
  }
  return {
    push: (chunk) => {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let start = 0
      for (let end = buffer.indexOf(delimiter); end !== -1; end = buffer.indexOf(delimiter, start)) {
        const rest = buffer.subarray(start, end)
        take(pending.length === 0 ? rest : Buffer.concat([...pending, rest]))
        pending = []
        start = end + 1
      }
      if (start < buffer.length) pending.push(Buffer.from(buffer.subarray(start)))
    },
    end: () => {
      if (pending.length > 0) {
        take(Buffer.concat(pending))
        problem ??= truncatedOutput
      }
      pending = []
    },
    problem: () => problem
  }
}
