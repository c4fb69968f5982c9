import type { RequestId } from "@modelcontextprotocol/server"

/** Collects the responses to a batch of requests, which are sent together. */
export class Batch {
  readonly answers: Array<unknown> = []
  /** Number of requests without a response. */
  waiting = 0
}

/** A request without a response that was not cancelled. */
interface PendingRequest {
  readonly batch: Batch | undefined
  /** A subscription never ends by itself, so shutdown does not wait for it. */
  readonly subscription: boolean
  readonly initialize: boolean
}

/** How to send a response. */
type Settlement =
  | { readonly kind: "alone" }
  | { readonly kind: "batch"; readonly batch: Batch }
  /** Drop it: the request was cancelled or is unknown. */
  | { readonly kind: "dropped" }

/** Tracks pending requests. Requests with the same id are settled in order of arrival. */
export class PendingRequests {
  readonly #open = new Map<RequestId, Array<PendingRequest>>()
  #awaitedCount = 0
  #initializing = 0

  /** Number of requests that shutdown waits for. */
  get awaitedCount(): number {
    return this.#awaitedCount
  }

  /** Whether the protocol revision is being negotiated. */
  get isInitializing(): boolean {
    return this.#initializing > 0
  }

  open(id: RequestId, method: string, batch?: Batch): void {
    const entry = { batch, subscription: method === "subscriptions/listen", initialize: method === "initialize" }
    const entries = this.#open.get(id)
    if (entries === undefined) this.#open.set(id, [entry])
    else entries.push(entry)
    if (batch !== undefined) batch.waiting += 1
    if (!entry.subscription) this.#awaitedCount += 1
    if (entry.initialize) this.#initializing += 1
  }

  /** Settles a request whose response is about to be sent. */
  settle(id: RequestId): Settlement {
    const entry = this.#take(id, (entries) => entries.shift())
    if (entry === undefined) return { kind: "dropped" }
    return entry.batch === undefined ? { kind: "alone" } : { kind: "batch", batch: entry.batch }
  }

  /** Cancels a request. Returns its batch, which may now be complete. */
  cancel(id: RequestId): Batch | undefined {
    return this.#take(id, (entries) => entries.pop())?.batch
  }

  #take(
    id: RequestId,
    choose: (entries: Array<PendingRequest>) => PendingRequest | undefined
  ): PendingRequest | undefined {
    const entries = this.#open.get(id)
    const entry = entries === undefined ? undefined : choose(entries)
    if (entry === undefined) return undefined
    if (entries?.length === 0) this.#open.delete(id)
    if (entry.batch !== undefined) entry.batch.waiting -= 1
    if (!entry.subscription) this.#awaitedCount -= 1
    if (entry.initialize) this.#initializing -= 1
    return entry
  }
}
