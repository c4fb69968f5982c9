import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from "@modelcontextprotocol/server"
import type { CallContext } from "../server/ServedToolset.ts"
import { type Served, ToolServer } from "../server/Server.ts"
import { rpcError, type SessionOwner, type Sessions } from "./Sessions.ts"

/** Revisions whose messages may come in arrays (MCP 2025-03-26 and before). */
const batchRevisions = new Set(["2024-11-05", "2025-03-26"])

/** Whether the body of a request begins an array. Reads the first bytes of a copy. */
const isBatch = (request: Request): Promise<boolean> => {
  const reader = request.clone().body?.getReader()
  if (reader === undefined) return Promise.resolve(false)
  const decoder = new TextDecoder()
  const readStart = (): Promise<string> =>
    reader.read().then(({ done, value }) => {
      const start = done ? " " : decoder.decode(value, { stream: true }).trimStart()
      return done || start !== "" ? start : readStart()
    })
  return readStart().then(
    (start) => {
      // Rejects if the client goes away before the rest has come.
      reader.cancel().catch(() => undefined)
      return start.startsWith("[")
    },
    () => false
  )
}

/** Whether arrays are refused: by clients of revisions that say which one they speak, and have no arrays. */
const refusesBatches = (request: Request): boolean => {
  const revision = request.headers.get("mcp-protocol-version")
  return revision !== null && !batchRevisions.has(revision)
}

/** One repository, or the toolsets that need none, over HTTP in both protocol eras. */
export class Endpoint {
  readonly #modern: McpHttpHandler
  readonly #served: Served
  readonly #context: CallContext
  readonly #sessions: Sessions
  readonly #owner: SessionOwner

  constructor(
    served: Served,
    context: CallContext,
    {
      maxBodyBytes,
      owner,
      sessions
    }: { readonly sessions: Sessions; readonly owner: SessionOwner; readonly maxBodyBytes: number }
  ) {
    this.#served = served
    this.#context = context
    this.#sessions = sessions
    this.#owner = owner
    this.#modern = createMcpHandler(({ era }) => new ToolServer(served, era, context), {
      legacy: "reject",
      maxRequestBodySize: maxBodyBytes
    })
  }

  /** Handles a request; rejects for nothing that a client can send. */
  handle(request: Request): Promise<Response> {
    const batch = request.method === "POST" ? isBatch(request) : Promise.resolve(false)
    return batch.then((isArray) => {
      if (isArray && refusesBatches(request)) {
        return rpcError(400, -32_600, "This protocol revision has no batches: send one message a request")
      }
      // A session is of the older era, whatever its messages say.
      const hasSession = request.headers.has("mcp-session-id")
      return (hasSession ? Promise.resolve(true) : isLegacyRequest(request)).then((isLegacy) =>
        isLegacy
          ? this.#sessions.handle(request, this.#owner, () => new ToolServer(this.#served, "legacy", this.#context))
          : this.#modern.fetch(request)
      )
    })
  }

  close(): Promise<void> {
    return this.#modern.close()
  }
}
