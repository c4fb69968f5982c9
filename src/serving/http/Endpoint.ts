import { createMcpHandler, isLegacyRequest, type McpHttpHandler, type ProtocolEra } from "@modelcontextprotocol/server"
import type { CallContext } from "../server/ServedToolset.ts"
import { type Served, ToolServer } from "../server/Server.ts"
import { type Body, restoreBody } from "./readBody.ts"
import { refuseBatch, rpcError, type SessionOwner, type Sessions } from "./Sessions.ts"

/** One repository, or the toolsets that need none, over HTTP in both protocol eras. */
export class Endpoint {
  readonly #modern: McpHttpHandler
  readonly #served: Served
  readonly #context: CallContext
  readonly #sessions: Sessions
  readonly #owner: SessionOwner
  readonly #maxBodyBytes: number

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
    this.#maxBodyBytes = maxBodyBytes
    this.#modern = createMcpHandler(({ era }) => this.#makeServer(era), {
      legacy: "reject",
      maxRequestBodySize: maxBodyBytes
    })
  }

  /** Handles a request whose body was read; rejects for nothing that a client can send. */
  handle(given: Request, body: Body): Promise<Response> {
    if (body._tag === "TooLarge") {
      return Promise.resolve(rpcError(413, -32_000, `The body must not exceed ${this.#maxBodyBytes} bytes`))
    }
    const request = restoreBody(given, body)
    const read = body._tag === "Json" ? { parsedBody: body.content } : {}
    // A session is of the older era, whatever its messages say; without one there is no revision that has batches.
    const hasSession = request.headers.has("mcp-session-id")
    if (!hasSession && Array.isArray(read.parsedBody)) return Promise.resolve(refuseBatch())
    return (hasSession ? Promise.resolve(true) : isLegacyRequest(request, read.parsedBody)).then((isLegacy) =>
      isLegacy
        ? this.#sessions.handle(request, read, this.#owner, () => this.#makeServer("legacy"))
        : this.#modern.fetch(request, read)
    )
  }

  #makeServer(era: ProtocolEra): ToolServer {
    return new ToolServer(this.#served, era, this.#context)
  }

  close(): Promise<void> {
    return this.#modern.close()
  }
}
