const newline = 0x0a
const carriageReturn = 0x0d

/** Callbacks of a `LineReader`. */
interface LineEvents {
  /** Receives one line without its line ending; never empty or longer than the limit. */
  readonly line: (bytes: Buffer) => void
  /** Called once for a line over the limit, as soon as it exceeds it; the rest of the line is skipped. */
  readonly tooLong: () => void
}

/**
 * Splits a byte stream into lines. Buffers at most `maxLineBytes` of an incomplete line.
 */
export class LineReader {
  readonly #maxLineBytes: number
  readonly #events: LineEvents
  #parts: Array<Buffer> = []
  #size = 0
  #skipping = false

  constructor(maxLineBytes: number, events: LineEvents) {
    this.#maxLineBytes = maxLineBytes
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

  /** Ends the stream; the rest of the buffer counts as a line. */
  end(): void {
    this.#finish()
  }

  #append(part: Buffer): void {
    if (this.#skipping || part.length === 0) return
    this.#size += part.length
    if (this.#size <= this.#maxLineBytes) {
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
