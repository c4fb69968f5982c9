import type { Readable } from "node:stream"
import { LineReader, type RawLine } from "../../domain/LineReader.ts"
import type { JSONRPCMessage, JSONRPCNotification, RequestId, Transport } from "@modelcontextprotocol/server"
import { classify, type Inbound, invalidRequest, readLine, type Refusal } from "./inbound.ts"
import { Batch, PendingRequests } from "./PendingRequests.ts"
import { Outbox, type ProtocolOutput } from "./Outbox.ts"

/** Protocol revisions that allow batches. */
const batchRevisions: ReadonlySet<string> = new Set(["2025-03-26", "2024-11-05"])

const defaultMaxMessageBytes = 10 * 1024 * 1024

interface StdioTransportOptions {
  readonly input: Readable
  readonly output: ProtocolOutput
  /** Largest message in bytes. Default: 10 MiB. */
  readonly maxMessageBytes?: number | undefined
}

const getCancelledId = (message: JSONRPCNotification): RequestId | undefined => {
  const id = message.method === "notifications/cancelled" ? message.params?.["requestId"] : undefined
  return typeof id === "string" || typeof id === "number" ? id : undefined
}

/**
 * Newline-delimited JSON-RPC over two streams (spec mcp §1 and §2) for the SDK's `serveStdio`. Answers invalid input itself:
 * malformed lines, wrong shapes, lines over the limit, and batches in revisions without them. End of input does not abort
 * pending requests: `answered` resolves when all have a response.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void

  /** Resolves when no more requests can arrive: at end of input, or if the output is broken. */
  readonly ended: Promise<"end of input" | "broken output">

  readonly #input: Readable
  readonly #maxLineBytes: number
  readonly #lines: LineReader
  readonly #outbox: Outbox
  readonly #pending = new PendingRequests()
  readonly #answered: Promise<void>
  #end: (reason: "end of input" | "broken output") => void = () => {}
  #complete: () => void = () => {}
  /** Lines that wait for the revision to be negotiated. */
  #backlog: Array<Buffer> = []
  #inputOver = false
  #closed = false
  #revision: string | undefined

  constructor(options: StdioTransportOptions) {
    this.#input = options.input
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#answered = new Promise((resolve) => {
      this.#complete = resolve
    })
    this.#maxLineBytes = options.maxMessageBytes ?? defaultMaxMessageBytes
    this.#lines = new LineReader(this.#maxLineBytes)
    this.#outbox = new Outbox(options.output, {
      full: () => this.#input.pause(),
      drained: () => void (this.#closed || this.#inputOver || this.#input.resume()),
      broken: () => this.#onBroken()
    })
  }

  /** Resolves when input has ended and every request is answered or cancelled. */
  answered(): Promise<void> {
    return this.#answered
  }

  /** Resolves when all messages are written, or the output is broken. */
  flushed(): Promise<void> {
    return this.#outbox.flushed()
  }

  start(): Promise<void> {
    this.#outbox.start()
    this.#input.on("data", this.#onData)
    this.#input.on("end", this.#onInputOver)
    this.#input.on("close", this.#onInputOver)
    this.#input.on("error", this.#onInputOver)
    if (this.#input.readableEnded || this.#input.destroyed) this.#onInputOver()
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message || message.id === undefined) this.#outbox.write(message)
    else this.#answer(message.id, message)
    return Promise.resolve()
  }

  setProtocolVersion(version: string): void {
    this.#revision = version
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true
      this.#backlog = []
      this.#input.off("data", this.#onData)
      this.#input.pause()
      this.#complete()
      this.onclose?.()
    }
    return Promise.resolve()
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#takeLines(this.#lines.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk))
  }

  #takeLines(lines: ReadonlyArray<RawLine>): void {
    for (const { bytes } of lines) {
      if (bytes === undefined) {
        this.#refuse(invalidRequest(`a message is longer than ${this.#maxLineBytes} bytes`))
      } else {
        this.#backlog.push(bytes)
        this.#advance()
      }
    }
  }

  readonly #onInputOver = (): void => {
    if (this.#inputOver) return
    this.#inputOver = true
    this.#takeLines(this.#lines.end())
    this.#end("end of input")
    this.#checkComplete()
  }

  #onBroken(): void {
    this.#inputOver = true
    this.#end("broken output")
    this.#complete()
  }

  /** Processes lines. Those after `initialize` wait for its response, because their meaning depends on the revision. */
  #advance(): void {
    while (!this.#closed && !this.#pending.isInitializing) {
      const line = this.#backlog.shift()
      if (line === undefined) break
      const message = readLine(line)
      if (message.kind === "batch") this.#receiveBatch(message.items)
      else this.#receive(message)
    }
    this.#checkComplete()
  }

  #receive(message: Inbound, batch?: Batch): void {
    switch (message.kind) {
      case "request":
        this.#pending.open(message.message.id, message.message.method, batch)
        this.onmessage?.(message.message)
        return
      case "notification":
        this.#notify(message.message)
        return
      case "refused":
        this.#refuse(message, batch)
        return
      case "ignored":
        return
    }
  }

  #notify(message: JSONRPCNotification): void {
    const cancelled = getCancelledId(message)
    const batch = cancelled === undefined ? undefined : this.#pending.cancel(cancelled)
    this.onmessage?.(message)
    if (batch !== undefined) this.#sendBatch(batch)
  }

  #receiveBatch(items: ReadonlyArray<unknown>): void {
    if (this.#revision === undefined || !batchRevisions.has(this.#revision)) {
      this.#refuse(invalidRequest("arrays of messages are not part of this protocol revision"))
      return
    }
    if (items.length === 0) {
      this.#refuse(invalidRequest("the array is empty"))
      return
    }
    const batch = new Batch()
    // Keeps the batch open while it is filled, so that an early response does not send it.
    batch.waiting += 1
    for (const item of items) this.#receive(this.#inBatch(classify(item)), batch)
    batch.waiting -= 1
    this.#sendBatch(batch)
  }

  #inBatch(message: Inbound): Inbound {
    return message.kind === "request" && message.message.method === "initialize"
      ? invalidRequest("initialize cannot be part of an array", message.message.id)
      : message
  }

  #refuse(refusal: Refusal, batch?: Batch): void {
    const { id, code, message } = refusal
    const answer = { jsonrpc: "2.0" as const, id, error: { code, message } }
    if (batch === undefined) this.#outbox.write(answer)
    else batch.answers.push(answer)
  }

  #answer(id: RequestId, message: JSONRPCMessage): void {
    const settlement = this.#pending.settle(id)
    if (settlement.kind === "alone") this.#outbox.write(message)
    if (settlement.kind === "batch") {
      settlement.batch.answers.push(message)
      this.#sendBatch(settlement.batch)
    }
    this.#advance()
  }

  #sendBatch(batch: Batch): void {
    if (batch.waiting > 0 || batch.answers.length === 0) return
    this.#outbox.write(batch.answers)
    batch.answers.length = 0
  }

  #checkComplete(): void {
    if (this.#inputOver && this.#backlog.length === 0 && this.#pending.awaitedCount === 0) this.#complete()
  }
}
