import { randomBytes } from "node:crypto"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server"
import { errorResponse } from "../../adapters/http/responses.ts"
import type { ToolServer } from "../server/Server.ts"
import { SessionEvents } from "./SessionEvents.ts"

/** For whom and what a session is opened; others cannot use it. */
export interface SessionOwner {
  readonly endpoint: string
  /** Name of the principal; undefined without authentication. */
  readonly principal: string | undefined
  /** Distinguishes principals by what they may. */
  readonly rights: string
}

const isSame = (a: SessionOwner, b: SessionOwner): boolean => a.endpoint === b.endpoint && a.rights === b.rights

/** What the body of a request says, if that was read. */
interface ReadBody {
  readonly parsedBody?: unknown
}

/** A conversation of a client of the older era. */
interface Session {
  readonly owner: SessionOwner
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: ToolServer
  /** Milliseconds since the process started. */
  usedAt: number
}

/** Revisions whose messages may come in arrays (MCP 2025-03-26 and before). */
const batchRevisions = new Set(["2024-11-05", "2025-03-26"])

/** Refuses an array of messages, whoever sends it. */
export const refuseBatch = (): Response =>
  rpcError(400, -32_600, "This protocol revision has no batches: send one message a request")

interface SessionLimits {
  readonly maxSessions: number
  readonly maxSessionsEach: number
  readonly idleMillis: number
  readonly maxBodyBytes: number
}

/**
 * The sessions of clients of the older era (2025-11-25 and before): without them a cancelled call would run to its end.
 * Beyond a limit the longest idle one ends: of all, or of a principal.
 */
export class Sessions {
  /** Longest idle first. */
  readonly #sessions = new Map<string, Session>()
  readonly #limits: SessionLimits

  constructor(limits: SessionLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Handles a request of the older era. `makeServer` makes the server of a new session. */
  handle(request: Request, read: ReadBody, owner: SessionOwner, makeServer: () => ToolServer): Promise<Response> {
    const id = request.headers.get("mcp-session-id")
    if (id === null) return this.#start(request, read, owner, makeServer)
    const session = this.#sessions.get(id)
    if (session === undefined || !isSame(session.owner, owner)) {
      return Promise.resolve(
        rpcError(404, -32_001, "Session not found: it has ended or never was. Start a new one with initialize.")
      )
    }
    this.#touch(id, session)
    const revision = session.server.getNegotiatedProtocolVersion() ?? ""
    if (Array.isArray(read.parsedBody) && !batchRevisions.has(revision)) return Promise.resolve(refuseBatch())
    return session.transport.handleRequest(request, read)
  }

  #start(request: Request, read: ReadBody, owner: SessionOwner, makeServer: () => ToolServer): Promise<Response> {
    if (request.method !== "POST") {
      const message = "Streams need a session: send initialize by POST first"
      return Promise.resolve(errorResponse(405, "method_not_allowed", message, { headers: { allow: "POST" } }))
    }
    const { server, transport } = this.#open(owner, makeServer)
    return server
      .connect(transport)
      .then(() => transport.handleRequest(request, read))
      .then((response) => {
        // No session was made: nothing else would end the server.
        if (transport.sessionId === undefined) void server.close()
        return response
      })
  }

  /** Makes a server and its transport, apart from the first request: what they keep would keep that too. */
  #open(owner: SessionOwner, makeServer: () => ToolServer) {
    const server = makeServer()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(32).toString("base64url"),
      onsessioninitialized: (id) => this.#add(id, { owner, transport, server, usedAt: performance.now() }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
      eventStore: new SessionEvents(),
      maxRequestBodySize: this.#limits.maxBodyBytes
    })
    return { server, transport }
  }

  #add(id: string, session: Session): void {
    this.#sessions.set(id, session)
    const { maxSessions, maxSessionsEach } = this.#limits
    if (this.#sessions.size > maxSessions) this.#endLongestIdle(session, [...this.#sessions])
    const { principal } = session.owner
    if (principal === undefined) return
    const own = [...this.#sessions].filter((each) => each[1].owner.principal === principal)
    if (own.length > maxSessionsEach) this.#endLongestIdle(session, own)
  }

  /** Ends a session that is not the newest one and answers nothing now, unless all do. */
  #endLongestIdle(newest: Session, longestIdleFirst: ReadonlyArray<readonly [string, Session]>): void {
    const others = longestIdleFirst.filter(([, session]) => session !== newest)
    const ended = others.find(([, { server }]) => !server.isBusy) ?? others[0]
    if (ended !== undefined) this.#end(...ended)
  }

  #touch(id: string, session: Session): void {
    session.usedAt = performance.now()
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
  }

  #end(id: string, session: Session): void {
    this.#sessions.delete(id)
    void session.transport.close()
  }

  /** Ends the sessions that have been idle for too long. One is idle from the end of its last call. */
  expire(): void {
    const busy = [...this.#sessions].filter(([, { server }]) => server.isBusy)
    for (const each of busy) this.#touch(...each)
    const now = performance.now()
    for (const [id, session] of this.#sessions) {
      if (!session.server.isBusy && now - session.usedAt > this.#limits.idleMillis) this.#end(id, session)
    }
  }

  /** Ends all sessions, and their open streams. */
  close(): Promise<unknown> {
    const open = [...this.#sessions.values()]
    this.#sessions.clear()
    return Promise.allSettled(open.map(({ transport }) => transport.close()))
  }
}

/** Makes a JSON-RPC error that answers no request in particular. */
export const rpcError = (status: number, code: number, message: string): Response =>
  new Response(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }), {
    status,
    headers: { "content-type": "application/json" }
  })
