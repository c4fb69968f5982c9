import { Server } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"

// A minimal server on the official SDK, with one tool that does nothing: the yardstick of start-up.
serveStdio(() => {
  const server = new Server({ name: "floor", version: "1.0.0" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => ({ tools: [{ name: "nothing", inputSchema: { type: "object" } }] }))
  server.setRequestHandler("tools/call", () => ({ content: [] }))
  return server
})
