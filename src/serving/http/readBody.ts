import { Result } from "effect"

/** What a request says: read and parsed once for all that look at it. */
export type Body =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Json"; readonly content: unknown }
  | { readonly _tag: "TooLarge" }
  /** No JSON; without bytes where it was cut short or is no UTF-8. */
  | { readonly _tag: "Invalid"; readonly bytes: Uint8Array<ArrayBuffer> }

/** Reads all chunks; undefined if they are more than `maxBytes`. */
const readChunks = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const chunks: Array<Uint8Array> = []
  const readOn = (size: number): Promise<Uint8Array<ArrayBuffer> | undefined> =>
    reader.read().then(
      ({ done, value }) => {
        if (done) return Buffer.concat(chunks)
        if (size + value.length > maxBytes) {
          // Rejects if the client is gone before the rest has come.
          reader.cancel().catch(() => undefined)
          return undefined
        }
        chunks.push(value)
        return readOn(size + value.length)
      },
      () => new Uint8Array()
    )
  return readOn(0)
}

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (bytes: Uint8Array<ArrayBuffer>): Body =>
  Result.match(
    Result.try(() => decoder.decode(bytes)),
    {
      // Another decoder would replace what is no UTF-8, and perhaps find JSON.
      onFailure: () => ({ _tag: "Invalid", bytes: new Uint8Array() }),
      onSuccess: (text) =>
        Result.match(
          Result.try((): unknown => JSON.parse(text)),
          {
            onFailure: () => ({ _tag: "Invalid", bytes }),
            onSuccess: (content) => ({ _tag: "Json", content })
          }
        )
    }
  )

/** Reads the body of a POST; other methods have none that counts. Never rejects. */
export const readBody = (request: Request, maxBytes: number): Promise<Body> => {
  if (request.method !== "POST" || request.body === null) return Promise.resolve({ _tag: "Absent" })
  if (Number(request.headers.get("content-length")) > maxBytes) return Promise.resolve({ _tag: "TooLarge" })
  return readChunks(request.body.getReader(), maxBytes).then((bytes) =>
    bytes === undefined ? { _tag: "TooLarge" } : parse(bytes)
  )
}

/** The request as it was before its body was read. */
export const restoreBody = (request: Request, body: Body): Request =>
  body._tag === "Invalid" ? new Request(request, { method: "POST", body: body.bytes }) : request
