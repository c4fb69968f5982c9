const newline = 0x0a
const carriageReturn = 0x0d

/** A line that is not empty, without its line ending, counted from 1; `bytes` is undefined if it exceeds the limit. */
export interface RawLine {
  readonly number: number
  readonly bytes: Buffer | undefined
}

/**
 * Splits a byte stream into lines, which end with `\n` or `\r\n`. Counts empty lines and leaves them out. Keeps at most
 * `maxLineBytes` of an incomplete line.
 */
export class LineReader {
  readonly #maxLineBytes: number
  #parts: Array<Buffer> = []
  #size = 0
  #number = 1

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes
  }

  /**
   * Returns the lines that a chunk completes, and a line over the limit as soon as it exceeds it; the rest of that line
   * is skipped. Lines may share the memory of the chunk.
   */
  push(chunk: Uint8Array): ReadonlyArray<RawLine> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Array<RawLine> = []
    let start = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      this.#append(bytes.subarray(start, end), lines)
      this.#finish(lines)
      start = end + 1
    }
    this.#append(bytes.subarray(start), lines)
    return lines
  }

  /** Ends the stream and returns its last line, if that lacks a newline. */
  end(): ReadonlyArray<RawLine> {
    const lines: Array<RawLine> = []
    this.#finish(lines)
    return lines
  }

  #append(part: Buffer, lines: Array<RawLine>): void {
    if (this.#size > this.#maxLineBytes || part.length === 0) return
    this.#size += part.length
    if (this.#size <= this.#maxLineBytes) {
      this.#parts.push(part)
      return
    }
    this.#parts = []
    lines.push({ number: this.#number, bytes: undefined })
  }

  #finish(lines: Array<RawLine>): void {
    const [first] = this.#parts
    const whole = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts)
    const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole
    if (bytes.length > 0) lines.push({ number: this.#number, bytes })
    this.#parts = []
    this.#size = 0
    this.#number += 1
  }
}
