import { createServer, type Server } from "node:http"
import type { Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Schema } from "effect"
import * as HttpEffect from "effect/http/HttpEffect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The address cannot be listened on. */
export class ListenFailed extends FailureReason<ListenFailed>()(
  "ListenFailed",
  { address: Schema.String, detail: Schema.String },
  ({ address, detail }) => ({
    code: "listen_failed",
    message: `Cannot listen on ${escapeControls(address)}: ${escapeControls(detail)}`,
    hint: "Name another address with --listen; port 0 takes any free one."
  })
) {}

/** The error of {@link listen}. */
export class ListenError extends ServiceError<ListenError>()("ListenError", Schema.Union([ListenFailed])) {}

/** A web-standard handler, and how long its last answers may take. */
interface ListenOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly handle: (request: Request) => Promise<Response>
  /** Called when the server stops, after the calls in flight. */
  readonly onStop: Effect.Effect<void>
  readonly graceMillis: number
}

/** Time for a whole request to arrive, its body too. */
const requestTimeoutMillis = 15_000
const maxHeaderBytes = 16 * 1024
const pollMillis = 20

const problems: ReadonlyMap<string, readonly [status: string, message: string]> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", ["408 Request Timeout", "The request did not arrive within 15 s"]],
  ["HPE_HEADER_OVERFLOW", ["431 Request Header Fields Too Large", "The headers are over 16 KiB"]]
])

/** Answers what is no HTTP request with one clear JSON error, and closes the connection. */
const answerInvalid = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable) return void socket.destroy()
  const [status, message] = problems.get(error.code ?? "") ?? ["400 Bad Request", "The request is no valid HTTP"]
  const body = jsonError("bad_request", message)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** Formats an error for a body of JSON. */
export const jsonError = (code: string, message: string, hint?: string): string =>
  JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } })

/** Makes a response with an error in JSON. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  { headers = {}, hint }: { readonly headers?: Readonly<Record<string, string>>; readonly hint?: string } = {}
): Response =>
  new Response(jsonError(code, message, hint), { status, headers: { "content-type": "application/json", ...headers } })

/** Counts the answers that are being made or sent. Streams that a client holds open with GET are not waited for. */
class Activity {
  #active = 0
  isDraining = false

  get isIdle(): boolean {
    return this.#active === 0
  }

  /** Runs a handler, and counts it until its body is read or given up. */
  track(request: Request, handle: ListenOptions["handle"]): Promise<Response> {
    if (this.isDraining) {
      return Promise.resolve(
        errorResponse(503, "shutting_down", "The server is shutting down", { headers: { connection: "close" } })
      )
    }
    if (request.method === "GET") return handle(request)
    this.#active += 1
    let isCounted = true
    const end = () => {
      if (isCounted) this.#active -= 1
      isCounted = false
    }
    return handle(request).then(
      (response) => this.#trackBody(response, end),
      (error: unknown) => {
        end()
        return Promise.reject(error)
      }
    )
  }

  #trackBody(response: Response, end: () => void): Response {
    if (response.body === null) {
      end()
      return response
    }
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        reader.read().then(
          ({ done, value }) => {
            if (done) {
              end()
              controller.close()
            } else controller.enqueue(value)
            return undefined
          },
          (error: unknown) => {
            end()
            controller.error(error)
          }
        ),
      cancel: (reason) => {
        end()
        return reader.cancel(reason)
      }
    })
    const { headers, status, statusText } = response
    if (this.isDraining) headers.set("connection", "close")
    return new Response(body, { headers, status, statusText })
  }
}

/** Stops: answers 503 to new calls, waits for those in flight, and closes all connections. */
const drain = Effect.fnUntraced(function* (server: Server, activity: Activity, options: ListenOptions) {
  activity.isDraining = true
  const idle = Effect.gen(function* () {
    while (!activity.isIdle) {
      server.closeIdleConnections()
      yield* Effect.sleep(pollMillis)
    }
    // The last answer may still be in the socket.
    yield* Effect.sleep(pollMillis)
  })
  yield* Effect.timeoutOption(idle, options.graceMillis)
  yield* options.onStop
  server.closeAllConnections()
})

/**
 * Serves a handler over HTTP until the scope closes; then finishes the calls in flight within the grace. Returns the port.
 * Fails with `ListenError` if the address cannot be listened on.
 */
export const listen = Effect.fn("Http.listen")(function* (options: ListenOptions) {
  const server = createServer({
    requestTimeout: requestTimeoutMillis,
    headersTimeout: requestTimeoutMillis,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: maxHeaderBytes
  })
  server.on("clientError", answerInvalid)
  const address = `${options.host}:${options.port}`
  const http = yield* NodeHttpServer.make(() => server, {
    host: options.host,
    port: options.port,
    disablePreemptiveShutdown: true
  }).pipe(
    Effect.mapError(
      ({ cause }) =>
        new ListenError({
          reason: new ListenFailed({ address, detail: cause instanceof Error ? cause.message : String(cause) })
        })
    )
  )
  const activity = new Activity()
  // Handlers run uninterruptibly otherwise, so that a client that goes away would not abort its request.
  const handler = HttpEffect.fromWebHandler((request) => activity.track(request, options.handle))
  yield* http.serve(Effect.interruptible(handler))
  yield* Effect.addFinalizer(() => drain(server, activity, options))
  const bound = server.address()
  return typeof bound === "object" && bound !== null ? bound.port : options.port
})
