import { request } from "node:http"
import { Effect } from "effect"
import type { Message } from "./messages.ts"

/** Sends a request on a connection of its own, by POST if it has a message. Returns the body of the answer. */
export const readText = (url: string, message?: Message): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const options = { agent: false, method: message === undefined ? "GET" : "POST", headers: message?.headers ?? {} }
    const sent = request(url, options, (response) => {
      let text = ""
      response.on("data", (chunk: Buffer) => (text += chunk.toString()))
      response.on("end", () => resume(Effect.succeed(text)))
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end(message?.body)
  })
