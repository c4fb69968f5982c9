import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { jsonError } from "./responses.ts"

const problems: ReadonlyMap<string, readonly [status: string, message: string]> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", ["408 Request Timeout", "The request did not arrive within 15 s"]],
  ["HPE_HEADER_OVERFLOW", ["431 Request Header Fields Too Large", "The headers are over 16 KiB"]]
])

/** Writes one answer with an error in JSON to a socket, and closes it. */
const answerAndClose = (socket: Duplex, status: string, message: string): void => {
  if (!socket.writable) return void socket.destroy()
  const body = jsonError("bad_request", message)
  socket.on("error", () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** The last request on a connection that the application has seen, and its answer. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Calls `answer` when the connection's turn for it has come. A request whose rest is late or invalid may have an answer
 * already: it gets no other, and its connection ends. Complete ones before it are answered first.
 */
const inTurn = (socket: Duplex, last: Exchange | undefined, answer: () => void): void => {
  if (last === undefined) return answer()
  const { request, response } = last
  if (!request.complete) return response.headersSent ? void socket.destroy() : answer()
  if (response.writableFinished) return answer()
  response.once("close", answer)
}

/** Answers what never becomes a request of the application: no HTTP, late, CONNECT, an unknown `Expect`. */
export const answerInvalidRequests = (server: Server): void => {
  const exchanges = new WeakMap<Duplex, Exchange>()
  const failed = new WeakSet<Duplex>()
  const remember = (request: IncomingMessage, response: ServerResponse) =>
    void exchanges.set(request.socket, { request, response })
  server.prependListener("request", remember).prependListener("checkContinue", remember)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // All that follows the first error is invalid, too.
    if (failed.has(socket)) return
    failed.add(socket)
    const [status, message] = problems.get(error.code ?? "") ?? ["400 Bad Request", "The request is no valid HTTP"]
    inTurn(socket, exchanges.get(socket), () => answerAndClose(socket, status, message))
  })
  server.on("connect", (_request: IncomingMessage, socket: Duplex) =>
    answerAndClose(socket, "405 Method Not Allowed", "This is no proxy")
  )
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { "content-type": "application/json", connection: "close" })
    response.end(jsonError("bad_request", "The only expectation that is met is 100-continue"))
  })
}
