import type { Writable } from "node:stream"
import { jsonText } from "../../domain/Text.ts"

/** The part of a writable stream that carries the protocol. */
export interface ProtocolOutput {
  readonly write: (text: string, done: (error?: Error | null) => void) => boolean
  readonly on: (event: "error" | "drain" | "close", listener: () => void) => unknown
  readonly writableLength: number
}

/** A stream as the output of the protocol, as it writes now, whatever is put in front of it later. */
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

/** Bytes that may wait for a slow reader before reading stops. */
const patience = 16 * 1024 * 1024

/** What an `Outbox` tells its owner. */
export interface OutboxEvents {
  /** The reader is behind: take no more input. */
  readonly full: () => void
  readonly drained: () => void
  /** The reader is gone. */
  readonly broken: () => void
}

/** Writes lines to a reader that may be slow or gone, and knows when all of them have left. */
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

  /** Queues one line. A line for a reader that is gone is dropped. */
  write(message: unknown): void {
    if (this.#broken) return
    this.#unsent += 1
    this.#output.write(`${jsonText(message)}\n`, this.#onSent)
    if (this.#output.writableLength > patience) this.#events.full()
  }

  /** Resolves when every line has left, or nobody reads any more. */
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
