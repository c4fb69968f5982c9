import { Client as NewClient } from "@modelcontextprotocol/client"
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect, Predicate } from "effect"
import type { ServerCommand } from "../McpProcess.ts"

/** An answer as clients have it. */
export interface Answered {
  readonly isError: boolean
  /** The text as it is. */
  readonly text: string
  /** The text as JSON, of an answer that is no error. */
  readonly value: unknown
  readonly structured: unknown
}

/** Calls a tool by its name. */
export type Call = (name: string, given: Record<string, unknown>) => Effect.Effect<Answered>

const textOf = (content: unknown): string => {
  const [first] = Array.isArray(content) ? content : []
  return Predicate.hasProperty(first, "text") && typeof first.text === "string" ? first.text : ""
}

const answered = (result: { readonly [key: string]: unknown }): Answered => {
  const isError = result["isError"] === true
  const text = textOf(result["content"])
  return { isError, text, value: isError ? undefined : JSON.parse(text), structured: result["structuredContent"] }
}

const parameters = ({ args, command, env }: ServerCommand) => ({
  command,
  args: [...args],
  stderr: "ignore" as const,
  ...(env === undefined ? {} : { env: { ...env } })
})

/** The client of the 1.x SDK, connected. */
export const oldClient = Effect.fnUntraced(function* (server: ServerCommand) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new OldClient({ name: "old", version: "1" })),
    (opened) => Effect.promise(() => opened.close())
  )
  yield* Effect.promise(() => client.connect(new OldTransport(parameters(server))))
  yield* Effect.promise(() => client.listTools())
  const call: Call = (name, given) =>
    Effect.map(
      Effect.promise(() => client.callTool({ name, arguments: given })),
      answered
    )
  return call
})

/** The client of the 2.x SDK, connected by the newest revision. */
export const newClient = Effect.fnUntraced(function* (server: ServerCommand) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(
      () => new NewClient({ name: "new", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
    ),
    (opened) => Effect.promise(() => opened.close())
  )
  yield* Effect.promise(() => client.connect(new NewTransport(parameters(server))))
  yield* Effect.promise(() => client.listTools())
  const call: Call = (name, given) =>
    Effect.map(
      Effect.promise(() => client.callTool({ name, arguments: given })),
      answered
    )
  return call
})
