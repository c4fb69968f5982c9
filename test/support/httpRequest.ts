import { type IncomingHttpHeaders, request } from "node:http"
import { Effect } from "effect"

/** An answer over HTTP, read to its end. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface HttpRequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request with exactly these headers. */
export const httpRequest = (
  url: string,
  { body = "", headers = {}, method = "GET" }: HttpRequestOptions = {}
): Effect.Effect<HttpAnswer> =>
  Effect.callback<HttpAnswer>((resume) => {
    const sent = request(
      url,
      { method, headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (response) => {
        let text = ""
        response.on("data", (chunk: Buffer) => (text += chunk.toString()))
        response.on("end", () =>
          resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, text }))
        )
      }
    )
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end(body)
    return Effect.sync(() => sent.destroy())
  })
