/** A request over HTTP, without its address. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" }

/** A call in the era without sessions. */
export const modernCall = (name: string, given: object): Message => ({
  headers: { ...accept, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name,
      arguments: given,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
      }
    }
  })
})

/** The first message of a session. */
export const initialize: Message = {
  headers: accept,
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } }
  })
}

/** A call in a session. */
export const sessionCall = (session: string, id: number, name: string, given: object): Message => ({
  headers: { ...accept, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" },
  body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } })
})

/** That a call in a session is no longer wanted. */
export const cancellation = (session: string, requestId: number): Message => ({
  headers: { ...accept, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" },
  body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })
})

/** The end of a session, sent by DELETE. */
export const endSession = (session: string): Message => ({
  headers: { ...accept, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" },
  body: ""
})
