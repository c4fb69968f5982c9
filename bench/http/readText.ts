import { type IncomingHttpHeaders, request } from "node:http"
import { Effect } from "effect"
import type { Message } from "./messages.ts"

interface Answer {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends a request on a connection of its own. */
export const exchange = (url: string, method: string, message?: Message): Effect.Effect<Answer> =>
  Effect.callback((resume) => {
    const sent = request(url, { agent: false, method, headers: message?.headers ?? {} }, (response) => {
      let text = ""
      response.on("data", (chunk: Buffer) => (text += chunk.toString()))
      response.on("end", () => resume(Effect.succeed({ headers: response.headers, text })))
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end(message?.body)
  })

/** Sends a request on a connection of its own, by POST if it has a message. Returns the body of the answer. */
export const readText = (url: string, message?: Message): Effect.Effect<string> =>
  Effect.map(exchange(url, message === undefined ? "GET" : "POST", message), ({ text }) => text)
