import { Effect } from "effect"
import { at, textOf } from "../conformance/Subject.ts"
import { initialize, type McpProcess, messagesOf, startServer, toolCall } from "../McpProcess.ts"
import { serverOf } from "../program.ts"

/** What a client got for a call: the answer, or the words of a failure with the code that the log has for it. */
export type Told = { readonly answer: unknown } | { readonly failure: string; readonly code: unknown }

/** A server of a repository with a connection opened, asked call by call. */
export interface Serving {
  readonly server: McpProcess
  readonly ask: (tool: string, args: { readonly [name: string]: unknown }) => Effect.Effect<Told>
}

let calls = 0

const codeIn = (log: string): unknown =>
  at(
    messagesOf(log).findLast((line) => at(line, "annotations", "code") !== undefined),
    "annotations",
    "code"
  )

/** Calls a tool and waits for what it says. */
export const ask = (server: McpProcess, tool: string, args: { readonly [name: string]: unknown }) =>
  Effect.gen(function* () {
    const id = `call ${calls++}`
    yield* server.send(toolCall(id, tool, args))
    const message = yield* server.answer(id)
    return at(message, "result", "isError") === true || at(message, "error") !== undefined
      ? { failure: String(textOf(message) ?? at(message, "error", "message")), code: codeIn(server.log()) }
      : { answer: at(message, "result", "structuredContent") }
  })

/** Starts a server that logs what goes wrong, with variables added to its environment, and opens a connection. */
export const serving = Effect.fnUntraced(function* (
  repository: { readonly directory: string },
  environment: Readonly<Record<string, string>> = {}
) {
  const command = serverOf(repository.directory, "--log-level", "debug")
  const server = yield* startServer({ ...command, env: { ...command.env, ...environment } })
  yield* initialize(server, "2025-11-25")
  const started: Serving = { server, ask: (tool, args) => ask(server, tool, args) }
  return started
})
