import type { RequestId } from "@modelcontextprotocol/server"

/** The answers to one array of requests, which leave together. */
export class Batch {
  readonly answers: Array<unknown> = []
  /** Requests that still owe an answer. */
  waiting = 0
}

/** A request that was received and neither answered nor cancelled. */
interface Entry {
  readonly batch: Batch | undefined
  /** A subscription never ends by itself: nobody waits for it. */
  readonly subscription: boolean
  readonly initialize: boolean
}

/** What is to be done with an answer. */
export type Settlement =
  | { readonly kind: "alone" }
  | { readonly kind: "batch"; readonly batch: Batch }
  /** The request was cancelled or never made. */
  | { readonly kind: "nobody" }

/** Which requests are open. Two requests with one id are both kept, and settled in the order they came. */
export class PendingRequests {
  readonly #open = new Map<RequestId, Array<Entry>>()
  #owed = 0
  #initializing = 0

  /** Requests that end of input waits for. */
  get owed(): number {
    return this.#owed
  }

  /** Whether the revision of the connection is being negotiated. */
  get initializing(): boolean {
    return this.#initializing > 0
  }

  open(id: RequestId, method: string, batch?: Batch): void {
    const entry = { batch, subscription: method === "subscriptions/listen", initialize: method === "initialize" }
    const entries = this.#open.get(id)
    if (entries === undefined) this.#open.set(id, [entry])
    else entries.push(entry)
    if (batch !== undefined) batch.waiting += 1
    if (!entry.subscription) this.#owed += 1
    if (entry.initialize) this.#initializing += 1
  }

  /** An answer is about to leave. */
  settle(id: RequestId): Settlement {
    const entry = this.#take(id, (entries) => entries.shift())
    if (entry === undefined) return { kind: "nobody" }
    return entry.batch === undefined ? { kind: "alone" } : { kind: "batch", batch: entry.batch }
  }

  /** The client takes a request back; the batch it belonged to, which may now be complete. */
  cancel(id: RequestId): Batch | undefined {
    return this.#take(id, (entries) => entries.pop())?.batch
  }

  #take(id: RequestId, choose: (entries: Array<Entry>) => Entry | undefined): Entry | undefined {
    const entries = this.#open.get(id)
    const entry = entries === undefined ? undefined : choose(entries)
    if (entry === undefined) return undefined
    if (entries?.length === 0) this.#open.delete(id)
    if (entry.batch !== undefined) entry.batch.waiting -= 1
    if (!entry.subscription) this.#owed -= 1
    if (entry.initialize) this.#initializing -= 1
    return entry
  }
}
