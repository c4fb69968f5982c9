/** One line of a file, counted from 1; no bytes when it is longer than the limit. */
export interface RawLine {
  readonly number: number
  readonly bytes: Uint8Array | undefined
}

const newline = 0x0a

/** Cuts a byte stream into lines, and holds at most `limit` bytes of an unfinished one, however long it is. */
export class LineCutter {
  readonly #limit: number
  #parts: Array<Uint8Array> = []
  #size = 0
  #number = 0

  /** `limit`: bytes of the longest line. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The lines that a further piece of the stream ends. */
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

  /** The stream is over: what is left counts as a line. */
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
