import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server"

interface StoredEvent {
  readonly id: string
  readonly length: number
  readonly stream: string
  readonly message: JSONRPCMessage
}

/** How much of a session can be sent again: messages, and characters in all. The last message is always kept. */
const maxEvents = 200
const maxLength = 256 * 1024

/** The latest messages of a session, for clients that resume a stream after a lost connection (MCP, transports). */
export class SessionEvents implements EventStore {
  readonly #events: Array<StoredEvent> = []
  #length = 0
  #next = 1

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = String(this.#next)
    this.#next += 1
    const { length } = JSON.stringify(message)
    this.#events.push({ id, stream, message, length })
    this.#length += length
    while (this.#events.length > maxEvents || (this.#length > maxLength && this.#events.length > 1)) {
      this.#length -= this.#events.shift()?.length ?? 0
    }
    return Promise.resolve(id)
  }

  getStreamIdForEventId(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.find((event) => event.id === id)?.stream)
  }

  replayEventsAfter(
    lastEventId: string,
    { send }: { readonly send: (id: string, message: JSONRPCMessage) => Promise<void> }
  ): Promise<string> {
    const at = this.#events.findIndex(({ id }) => id === lastEventId)
    const stream = this.#events[at]?.stream ?? ""
    const missed = at === -1 ? [] : this.#events.slice(at + 1).filter((event) => event.stream === stream)
    return missed
      .reduce((sent, { id, message }) => sent.then(() => send(id, message)), Promise.resolve())
      .then(() => stream)
  }
}
