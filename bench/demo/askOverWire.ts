import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect, Predicate } from "effect"
import process from "node:process"
import { heading, message } from "./Printer.ts"
import type { DemoQuestion } from "./questions.ts"
import { showing } from "./wire.ts"

const member = (value: unknown, key: string): unknown => (Predicate.hasProperty(value, key) ? value[key] : undefined)

/** Shortens a message: omits the text of an answer that repeats its structured content, and the schemas of tools. */
const shortenMessage = (sent: JSONRPCMessage): unknown => {
  const result = member(sent, "result")
  const tools = member(result, "tools")
  if (Array.isArray(tools)) {
    const shortTools = tools.map((tool: unknown) => ({
      name: member(tool, "name"),
      title: member(tool, "title"),
      description: member(tool, "description"),
      inputSchema: "…",
      outputSchema: "…"
    }))
    return { ...sent, result: { tools: shortTools } }
  }
  if (member(result, "structuredContent") === undefined || !Predicate.isObject(result)) return sent
  return { ...sent, result: { ...result, content: [{ type: "text", text: "(the same as structuredContent)" }] } }
}

const connect = (program: string, directory: string) =>
  Effect.acquireRelease(
    Effect.promise(() => {
      const client = new Client({ name: "demonstration", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
      const stdio = new StdioClientTransport({
        command: process.execPath,
        args: [program, "mcp", "start", "--repo", directory],
        cwd: directory,
        stderr: "inherit"
      })
      return client
        .connect(showing(stdio, (direction, sent) => message(direction, shortenMessage(sent))))
        .then(() => client)
    }),
    (client) => Effect.promise(() => client.close())
  )

/** Asks the questions over MCP with the official client and prints all messages. `program`: path of the built program. */
export const askOverWire = Effect.fnUntraced(function* (
  program: string,
  directory: string,
  questions: ReadonlyArray<DemoQuestion>
) {
  heading("Start and initialize the server")
  const client = yield* connect(program, directory)
  heading("List the tools")
  yield* Effect.promise(() => client.listTools())
  for (const { arguments: given, title, tool } of questions) {
    heading(title)
    const answer = yield* Effect.promise(() => client.callTool({ name: tool, arguments: given }))
    if (answer.isError === true) return yield* Effect.die(new Error(`${tool} failed`))
  }
})
