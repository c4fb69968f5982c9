/** One line of a file, counted from 1; `bytes` is undefined if the line exceeds the limit. */
export interface RawLine {
  readonly number: number
  readonly bytes: Uint8Array | undefined
}

const newline = 0x0a

/** Splits a byte stream into lines. Buffers at most `limit` bytes of an unfinished line. */
export class LineSplitter {
  readonly #limit: number
  #parts: Array<Uint8Array> = []
  #size = 0
  #number = 0

  /** `limit` is the maximum length of a line, in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a chunk of the stream and returns the lines that it completes. */
  push(chunk: Uint8Array): ReadonlyArray<RawLine> {
    const lines: Array<RawLine> = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end))
      lines.push(this.#finish())
      start = end + 1
    }
    this.#append(chunk.subarray(start))
    return lines
  }

  /** Ends the stream and returns the last line, if it lacks a newline. */
  end(): ReadonlyArray<RawLine> {
    return this.#size === 0 ? [] : [this.#finish()]
  }

  #append(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size <= this.#limit) this.#parts.push(part)
    else this.#parts = []
  }

  #finish(): RawLine {
    const bytes = this.#size <= this.#limit ? Buffer.concat(this.#parts) : undefined
    this.#parts = []
    this.#size = 0
    this.#number += 1
    return { number: this.#number, bytes }
  }
}
