/** The first line of a connection. */
export const initializeRequest = JSON.stringify({
  jsonrpc: "2.0",
  id: "initialize",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})

/** Takes a request back. */
export const cancelled = (requestId: string | number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId, reason: "enough" }
})
