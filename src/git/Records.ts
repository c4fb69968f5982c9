/** A receiver of output in chunks of any size. */
export interface ChunkReader {
  /** Takes the next chunk; keeps no reference to it. */
  push(chunk: Uint8Array): void
  /** Takes the end of the output. */
  end(): void
}

/**
 * Cuts a byte stream into records that end with one delimiter byte (10 for lines, 0 for `-z`). A last record without
 * its delimiter counts. A record is only valid during the call.
 */
export const makeRecordReader = (delimiter: number, onRecord: (record: Buffer) => void): ChunkReader => {
  let pending: Array<Buffer> = []
  return {
    push: (chunk) => {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let start = 0
      for (let end = buffer.indexOf(delimiter); end !== -1; end = buffer.indexOf(delimiter, start)) {
        const rest = buffer.subarray(start, end)
        onRecord(pending.length === 0 ? rest : Buffer.concat([...pending, rest]))
        pending = []
        start = end + 1
      }
      if (start < buffer.length) pending.push(Buffer.from(buffer.subarray(start)))
    },
    end: () => {
      if (pending.length > 0) onRecord(Buffer.concat(pending))
      pending = []
    }
  }
}
