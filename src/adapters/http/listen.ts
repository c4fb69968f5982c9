import { createServer, type Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { Cause, Effect, Option, Predicate, Schema } from "effect"
import * as HttpEffect from "effect/http/HttpEffect"
import { TracerDisabledWhen } from "effect/http/HttpMiddleware"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Activity } from "./Activity.ts"
import { CertificateInvalid, type CertificateFiles, makeTlsServer } from "./certificates.ts"
import { findHostProblem } from "./hostHeader.ts"
import { answerInvalidRequests } from "./invalidRequests.ts"
import { type AddressRanges, findPeer, type Peer } from "./peers.ts"
import { errorResponse } from "./responses.ts"

/** The address cannot be listened on. */
class ListenFailed extends FailureReason<ListenFailed>()(
  "ListenFailed",
  { address: Schema.String, detail: Schema.String },
  ({ address, detail }) => ({
    code: "listen_failed",
    message: `Cannot listen on ${escapeControls(address)}: ${escapeControls(detail)}`,
    hint: "Name another address with --listen; port 0 takes any free one."
  })
) {}

/** The error of {@link listen}. */
class ListenError extends ServiceError<ListenError>()(
  "ListenError",
  Schema.Union([ListenFailed, CertificateInvalid])
) {}

/** A web-standard handler, and how long its last answers may take. */
interface ListenOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Serves TLS with it, and with its next one when the files change; undefined: without TLS. */
  readonly certificate?: CertificateFiles | undefined
  /** Proxies whose `X-Forwarded-*` headers count. */
  readonly proxies: AddressRanges
  /** Further methods of requests than those of MCP and of browsers. */
  readonly furtherMethods?: ReadonlyArray<string>
  /** The target is what the first line of the request has: the address of a request is a normalized one. */
  readonly handle: (request: Request, peer: Peer, target: string) => Promise<Response>
  /** Called when the server stops, after the calls in flight. */
  readonly onStop: Effect.Effect<void>
  readonly graceMillis: number
}

/** Limits of requests: time for a whole one to arrive, its body too, and the size of headers. */
const limits = {
  requestTimeout: 15_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep connections: otherwise one closes just as its proxy sends a request.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  // A missing one is refused below, in JSON.
  requireHostHeader: false
}
const pollMillis = 20

/** Methods of requests that handlers see. */
const methods = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"]

/** Refuses other methods; a web-standard request cannot even be made of some. */
const methodRefused = errorResponse.bind(undefined, 405, "method_not_allowed", "This method is not served", {
  headers: { allow: methods.join(", ") }
})

const problems: ReadonlyMap<unknown, string> = new Map([
  ["EADDRINUSE", "another program listens there"],
  ["EADDRNOTAVAIL", "this machine has no such address"],
  ["EACCES", "only an administrator may"],
  ["ENOTFOUND", "there is no such host"]
])

const describeCause = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause)
  return (Predicate.hasProperty(cause, "code") ? problems.get(cause.code) : undefined) ?? message
}

const makeServer = ({ certificate }: ListenOptions): Effect.Effect<Server, ListenError> =>
  certificate === undefined
    ? Effect.sync(() => createServer(limits))
    : Effect.mapError(
        makeTlsServer(limits, certificate),
        (detail) => new ListenError({ reason: new CertificateInvalid({ detail }) })
      )

const badRequest = (problem: string) => HttpServerResponse.fromWeb(errorResponse(400, "bad_request", problem))

/** Answers one request, always with JSON where something is wrong with it or with us. */
const answerWith = (activity: Activity, { certificate, furtherMethods = [], handle, proxies }: ListenOptions) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const { headers, method, remoteAddress, url } = request
    const problem = findHostProblem(toIncomingMessage(request))
    if (problem !== undefined) return badRequest(problem)
    if (!methods.includes(method) && !furtherMethods.includes(method))
      return HttpServerResponse.fromWeb(methodRefused())
    const peer = findPeer(proxies, Option.getOrUndefined(remoteAddress), headers, certificate !== undefined)
    return yield* HttpEffect.fromWebHandler((asked) => activity.track(asked, () => handle(asked, peer, url)))
  }).pipe(
    Effect.catch((error) =>
      error.reason._tag === "InternalError"
        ? // The error has the request as well, with its address and headers.
          Effect.logError("Internal error", Cause.die(error.reason.cause)).pipe(
            Effect.as(HttpServerResponse.fromWeb(errorResponse(500, "internal_error", "Internal error")))
          )
        : Effect.succeed(badRequest("The request has no valid address or headers"))
    ),
    // Handlers run uninterruptibly otherwise, so that a client that goes away would not abort its request.
    Effect.interruptible
  )

/** Stops: accepts no connection, answers 503 to new calls, waits for those in flight, and closes all connections. */
const drain = Effect.fnUntraced(function* (server: Server, activity: Activity, options: ListenOptions) {
  activity.isDraining = true
  server.close()
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
 * Fails with `ListenError` if the address cannot be listened on, or the certificate cannot be used.
 */
export const listen = Effect.fn("Http.listen")(function* (options: ListenOptions) {
  const server = yield* makeServer(options)
  answerInvalidRequests(server)
  const address = `${options.host}:${options.port}`
  const http = yield* NodeHttpServer.make(() => server, {
    host: options.host,
    port: options.port,
    disablePreemptiveShutdown: true
  }).pipe(
    Effect.mapError(
      ({ cause }) => new ListenError({ reason: new ListenFailed({ address, detail: describeCause(cause) }) })
    )
  )
  const activity = new Activity()
  // Spans of requests would have session ids and addresses in them; calls have spans of their own.
  yield* Effect.provideService(http.serve(answerWith(activity, options)), TracerDisabledWhen, () => true)
  yield* Effect.addFinalizer(() => drain(server, activity, options))
  const bound = server.address()
  return typeof bound === "object" && bound !== null ? bound.port : options.port
})
