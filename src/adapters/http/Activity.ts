import { errorResponse } from "./responses.ts"

/** Counts the answers that are being made or sent. Streams that a client holds open with GET are not waited for. */
export class Activity {
  #active = 0
  isDraining = false

  get isIdle(): boolean {
    return this.#active === 0
  }

  /** Runs a handler, and counts it until its body is read or given up, or its client is gone. */
  track(request: Request, handle: () => Promise<Response>): Promise<Response> {
    if (this.isDraining) {
      return Promise.resolve(
        errorResponse(503, "shutting_down", "The server is shutting down", { headers: { connection: "close" } })
      )
    }
    // A handler that throws is one that rejects.
    const answer = () => new Promise<Response>((resolve) => resolve(handle()))
    // Nobody reads the body of an answer to HEAD.
    if (request.method === "GET" || request.method === "HEAD") return answer()
    this.#active += 1
    let isCounted = true
    const end = () => {
      if (isCounted) this.#active -= 1
      isCounted = false
    }
    // A handler that waits for the rest of a body waits for ever once its client is gone.
    request.signal.addEventListener("abort", end, { once: true })
    return answer().then(
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
    const { headers, status, statusText } = response
    if (this.isDraining) headers.set("connection", "close")
    return new Response(endingWith(response.body, end), { headers, status, statusText })
  }
}

/** The same bytes; calls `end` when they are read, given up or fail. */
const endingWith = (bytes: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> => {
  const reader = bytes.getReader()
  return new ReadableStream<Uint8Array>({
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
}
