import { connect } from "node:net"
import { Effect } from "effect"
import { httpRequest } from "./httpRequest.ts"

/** Headers of a message. */
export const json = { accept: "application/json, text/event-stream", "content-type": "application/json" }

/** The first message of a session. */
export const initialize = (id: number, protocolVersion = "2025-06-18") =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } }
  })

/** Posts a message. */
export const post = (url: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  httpRequest(url, { method: "POST", headers: { ...json, ...headers }, body })

/** Writes bytes to a socket and returns everything that comes back until it closes. */
export const exchange = (base: string, bytes: string): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(base)
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    let received = ""
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()))
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(received)))
  })
