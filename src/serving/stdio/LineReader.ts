const newline = 0x0a
const carriageReturn = 0x0d

/** What a `LineReader` found. */
export interface LineEvents {
  /** One line, without its newline and carriage return; never empty, never over the limit. */
  readonly line: (bytes: Buffer) => void
  /** A line that passed the limit; the rest of it is skipped. Told once a line, as soon as it is known. */
  readonly tooLong: () => void
}

/**
 * Cuts a byte stream into lines. Holds at most `limit` bytes of an unfinished line, however long the line is.
 */
export class LineReader {
  readonly #limit: number
  readonly #events: LineEvents
  #parts: Array<Buffer> = []
  #size = 0
  #skipping = false

  /** `limit`: bytes of the longest line. */
  constructor(limit: number, events: LineEvents) {
    this.#limit = limit
    this.#events = events
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end))
      this.#finish()
      start = end + 1
    }
    this.#append(chunk.subarray(start))
  }

  /** The stream is over: what is left counts as a line. */
  end(): void {
    this.#finish()
  }

  #append(part: Buffer): void {
    if (this.#skipping || part.length === 0) return
    this.#size += part.length
    if (this.#size <= this.#limit) {
      this.#parts.push(part)
      return
    }
    this.#parts = []
    this.#skipping = true
    this.#events.tooLong()
  }

  #finish(): void {
    const parts = this.#parts
    const skipped = this.#skipping
    this.#parts = []
    this.#size = 0
    this.#skipping = false
    if (skipped) return
    const [first] = parts
    const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts)
    const line = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole
    if (line.length > 0) this.#events.line(line)
  }
}
