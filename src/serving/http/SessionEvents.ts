import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server"

interface StoredEvent {
  readonly id: string
  readonly stream: string
  readonly message: JSONRPCMessage
}

/** Number of messages of a session that can be sent again. */
const maxEvents = 200

/** The latest messages of a session, for clients that resume a stream after a lost connection (MCP, transports). */
export class SessionEvents implements EventStore {
  #events: Array<StoredEvent> = []
  #next = 1

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = String(this.#next)
    this.#next += 1
    this.#events = [...this.#events.slice(1 - maxEvents), { id, stream, message }]
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
