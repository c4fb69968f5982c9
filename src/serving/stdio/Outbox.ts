import type { Writable } from "node:stream"
import { jsonText } from "../../domain/Text.ts"

/** The part of a writable stream that the protocol uses. */
export interface ProtocolOutput {
  readonly write: (text: string, done: (error?: Error | null) => void) => boolean
  readonly on: (event: "error" | "drain" | "close", listener: () => void) => unknown
  readonly writableLength: number
}

/** Makes a protocol output that keeps the stream's current `write`, even if it is replaced later. */
export const protocolOutput = (stream: Writable): ProtocolOutput => {
  const write = stream.write.bind(stream)
  return {
    write: (text, done) => write(text, done),
    on: (event, listener) => stream.on(event, listener),
    get writableLength() {
      return stream.writableLength
    }
  }
}

/** Unsent bytes above which input pauses until the reader catches up. */
const highWaterMarkBytes = 16 * 1024 * 1024

/** Callbacks of an `Outbox`. */
interface OutboxEvents {
  /** The buffer exceeds its high-water mark: pause input. */
  readonly full: () => void
  readonly drained: () => void
  /** The reader closed the output. */
  readonly broken: () => void
}

/** Writes lines with backpressure, and tracks when all of them are flushed. */
export class Outbox {
  readonly #output: ProtocolOutput
  readonly #events: OutboxEvents
  #unsent = 0
  #broken = false
  #waiting: Array<() => void> = []

  constructor(output: ProtocolOutput, events: OutboxEvents) {
    this.#output = output
    this.#events = events
  }

  start(): void {
    this.#output.on("error", this.#onBroken)
    this.#output.on("close", this.#onBroken)
    this.#output.on("drain", this.#events.drained)
  }

  /** Queues one line, or drops it if the output is broken. */
  write(message: unknown): void {
    if (this.#broken) return
    this.#unsent += 1
    this.#output.write(`${jsonText(message)}\n`, this.#onSent)
    if (this.#output.writableLength > highWaterMarkBytes) this.#events.full()
  }

  /** Resolves when every line is written, or the output is broken. */
  flushed(): Promise<void> {
    return this.#unsent === 0 || this.#broken
      ? Promise.resolve()
      : new Promise((resolve) => this.#waiting.push(resolve))
  }

  readonly #onSent = (): void => {
    this.#unsent -= 1
    if (this.#unsent === 0) this.#release()
  }

  readonly #onBroken = (): void => {
    if (this.#broken) return
    this.#broken = true
    this.#release()
    this.#events.broken()
  }

  #release(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
