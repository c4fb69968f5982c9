/**
 * Demonstrates the program: builds it, makes a small annotated repository in a temporary folder, asks the four questions
 * over MCP with the official client, and prints all messages.
 *
 *     npm run demo
 */
import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect, Predicate } from "effect"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { heading, message, note } from "./Printer.ts"
import { makeDemoRepository } from "./repository.ts"
import { showing } from "./wire.ts"

const root = join(import.meta.dirname, "..", "..")

const questions = [
  {
    title: "Why is this code as it is?",
    name: "ultragit_read",
    arguments: { path: "src/broker/client.rs", anchor: "MqttClient::connect" }
  },
  {
    title: "What relies on it?",
    name: "ultragit_deps",
    arguments: { path: "src/broker/client.rs", anchor: "MqttClient::connect" }
  },
  {
    title: "How did this code come to be?",
    name: "ultragit_history",
    arguments: { path: "web/pool.ts", anchor: "Pool.acquire" }
  },
  { title: "What is this folder for?", name: "ultragit_summary", arguments: { path: "web" } }
]

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

const connected = (directory: string) =>
  Effect.acquireRelease(
    Effect.promise(() => {
      const client = new Client({ name: "demonstration", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
      const stdio = new StdioClientTransport({
        command: process.execPath,
        args: [join(root, "dist", "main.js"), "mcp", "start", "--repo", directory],
        cwd: directory,
        stderr: "inherit"
      })
      return client
        .connect(showing(stdio, (direction, sent) => message(direction, shortenMessage(sent))))
        .then(() => client)
    }),
    (client) => Effect.promise(() => client.close())
  )

const demonstrate = Effect.gen(function* () {
  heading("Building the program")
  note(execFileSync("npm", ["run", "--silent", "build"], { cwd: root, encoding: "utf8" }).trim())

  const { directory, git } = yield* makeDemoRepository
  heading("A small repository with an annotated history")
  note(yield* git(["log", "--reverse", "--format=%h %s"]))
  note(
    `${(yield* git(["notes", "--ref=ultragit", "list"])).split("\n").length} of them with a note in refs/notes/ultragit`
  )

  heading("Starting and initializing the server")
  const client = yield* connected(directory)
  heading("Which tools does it have?")
  yield* Effect.promise(() => client.listTools())
  for (const question of questions) {
    heading(question.title)
    const answer = yield* Effect.promise(() => client.callTool({ name: question.name, arguments: question.arguments }))
    if (answer.isError === true) return yield* Effect.die(new Error(`${question.name} failed`))
  }
  heading("Done: the server ends with its input, and the folder is removed.")
}).pipe(Effect.scoped)

await Effect.runPromise(demonstrate)
