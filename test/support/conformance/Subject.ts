import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type { Connection, Message } from "../Mailbox.ts"
import { request, type ServerCommand, toolCall } from "../McpProcess.ts"
import type { TestTransport } from "./TestTransport.ts"

/** A server under test: what may be asked of it. */
export interface Subject {
  /** Names of its tools, in order. */
  readonly tools: ReadonlyArray<string>
  /** A call that succeeds and gives the same answer each time. */
  readonly call: { readonly name: string; readonly arguments: Message }
  /** A required argument of that tool. */
  readonly required: string
  /** An argument of that tool that must be an integer. */
  readonly integer: string
}

/** A server under test behind a transport. */
export interface ConnectedSubject extends Subject {
  readonly transport: TestTransport
}

/** A server under test that is a program with standard streams. */
export interface ProgramSubject extends Subject {
  readonly command: ServerCommand
}

/** The member of a message, for any JSON value. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((found, key) => (Predicate.hasProperty(found, key) ? found[key] : undefined), value)

/** The text of a tool's answer. */
export const textOf = (message: unknown): unknown => at(message, "result", "content", 0, "text")

/** Code and id of a protocol error. */
export const errorOf = (message: unknown) => ({ code: at(message, "error", "code"), id: at(message, "id") })

/** A ping. */
export const ping = (id: string | number) => request(id, "ping")

/** That the connection still lives. */
export const stillAlive = Effect.fnUntraced(function* (server: Connection) {
  yield* server.send(ping("alive"))
  assert.deepStrictEqual(yield* server.answer("alive"), { jsonrpc: "2.0", id: "alive", result: {} })
})

/** The subject's call. */
export const call = (subject: Subject, id: string | number, extra: Message = {}) =>
  toolCall(id, subject.call.name, { ...subject.call.arguments, ...extra })
