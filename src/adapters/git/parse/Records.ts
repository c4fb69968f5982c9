/** Receives output in chunks of any size. */
export interface ChunkReader {
  /** Receives the next chunk. Must not keep a reference to it. */
  push(chunk: Uint8Array): void
  /** Receives the end of the output. */
  end(): void
  /** After the end: describes output that git does not write, undefined if there was none. */
  problem?(): string | undefined
}

/** The output ends in the middle of a record. */
export const truncatedOutput = "its answer is cut off"
/** The output contains something that git does not write. */
export const unexpectedOutput = "its answer is not understood"

/**
 * Splits a byte stream into records that end with a delimiter byte (10 for lines, 0 for `-z`). A last record without
 * delimiter is passed on, but reported as a problem, because git ends every record. A record is only valid during the
 * call. `onRecord` returns false for a record that git does not write.
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

/**
 * Splits ASCII output into lines. Faster than {@link makeRecordReader} where there are many, because each chunk becomes text at
 * once. A last line without an end is passed on, but reported as a problem.
 */
export const makeLineReader = (onLine: (line: string) => void): ChunkReader => {
  let rest = ""
  let isCutOff = false
  return {
    push: (chunk) => {
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1")
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) onLine(line)
    },
    end: () => {
      isCutOff = rest !== ""
      if (isCutOff) onLine(rest)
    },
    problem: () => (isCutOff ? truncatedOutput : undefined)
  }
}
