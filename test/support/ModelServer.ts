import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"

/** A request as the server got it. */
export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body's JSON, a request of a language model's. */
  readonly body: {
    readonly model?: string
    readonly stream?: boolean
    readonly tools?: ReadonlyArray<{ readonly name: string; readonly input_schema: object }>
    readonly response_format?: {
      readonly json_schema?: { readonly name?: string; readonly strict?: boolean; readonly schema?: object }
    }
    readonly system?: string
    readonly messages?: ReadonlyArray<{ readonly role: string; readonly content: string }>
    readonly [field: string]: unknown
  }
  readonly text: string
}

/** What the server answers: its body in pieces, each a packet of its own where that is possible. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces?: ReadonlyArray<string | Uint8Array>
  /** `open`: nothing more comes, and the connection stays. `broken`: the connection is cut. */
  readonly end?: "open" | "broken"
}

/** A server on this machine that speaks as language models do. */
export interface ModelServer {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string
  /** Everything received so far. */
  readonly requests: ReadonlyArray<ReceivedRequest>
}

const send = (response: ServerResponse, reply: Reply): void => {
  const pieces = [...(reply.pieces ?? [])]
  const next = (): void => {
    const piece = pieces.shift()
    if (piece !== undefined) response.write(piece, () => setImmediate(next))
    else if (reply.end === "broken") response.destroy()
    else if (reply.end !== "open") response.end()
  }
  response.writeHead(reply.status ?? 200, { "content-type": "text/event-stream", ...reply.headers })
  response.flushHeaders()
  next()
}

/** Starts a server that answers each request by `reply`, given how many came before; stopped at the end of the scope. */
export const makeModelServer = Effect.fnUntraced(function* (
  reply: (request: ReceivedRequest, before: number) => Reply | Effect.Effect<Reply>
) {
  const requests: Array<ReceivedRequest> = []
  const run = Effect.runForkWith(yield* Effect.context())
  const answer = (received: ReceivedRequest, response: ServerResponse): void => {
    const given = reply(received, requests.push(received) - 1)
    if (Effect.isEffect(given)) run(Effect.map(given, (said) => send(response, said)))
    else send(response, given)
  }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString()
      answer(
        { path: request.url ?? "", headers: request.headers, body: text === "" ? {} : JSON.parse(text), text },
        response
      )
    })
  })
  const started = Effect.callback<ModelServer>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, requests }))
    })
  })
  const stopped = Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })
  return yield* Effect.acquireRelease(started, () => stopped)
})

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

/** A text in pieces of so many bytes, cut through characters and lines. */
export const inPieces = (text: string, size: number): ReadonlyArray<Uint8Array> => {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size)
  )
}

const thirds = (text: string): ReadonlyArray<string> => {
  const size = Math.max(1, Math.ceil(text.length / 3))
  return [text.slice(0, size), text.slice(size, 2 * size), text.slice(2 * size)].filter((part) => part !== "")
}

/** The stream of the Messages API for a text, or for a tool's input. */
export const anthropicStream = (said: string | object, reason = "end_turn"): string => {
  const text = typeof said === "string" ? said : JSON.stringify(said)
  const delta = (part: string) =>
    typeof said === "string" ? { type: "text_delta", text: part } : { type: "input_json_delta", partial_json: part }
  return [
    `event: message_start\n${event({
      type: "message_start",
      message: {
        id: "msg_1",
        role: "assistant",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 21, output_tokens: 1 }
      }
    })}`,
    `event: content_block_start\n${event({
      type: "content_block_start",
      index: 0,
      content_block:
        typeof said === "string" ? { type: "text", text: "" } : { type: "tool_use", id: "t", name: "n", input: {} }
    })}`,
    `event: ping\n${event({ type: "ping" })}`,
    ...thirds(text).map((part) => event({ type: "content_block_delta", index: 0, delta: delta(part) })),
    event({ type: "content_block_stop", index: 0 }),
    event({ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 34 } }),
    `event: message_stop\n${event({ type: "message_stop" })}`
  ].join("")
}

/** The stream of chat completions for a text. */
export const openaiStream = (said: string | object, reason = "stop"): string => {
  const text = typeof said === "string" ? said : JSON.stringify(said)
  const chunk = (delta: object, finish: string | null) =>
    event({
      id: "c",
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finish }],
      usage: null
    })
  return [
    chunk({ role: "assistant", content: "" }, null),
    ...thirds(text).map((part) => chunk({ content: part }, null)),
    chunk({}, reason),
    event({ id: "c", choices: [], usage: { prompt_tokens: 21, completion_tokens: 34 } }),
    "data: [DONE]\n\n"
  ].join("")
}

/** A whole document. */
export const json = (status: number, document: object, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  pieces: [JSON.stringify(document)]
})
