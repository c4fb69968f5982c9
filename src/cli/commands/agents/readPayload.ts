import type { ReadStream } from "node:tty"
import type { Readable } from "node:stream"
import { Effect, Option } from "effect"

/** Larger payloads are not answered. */
const maxPayloadBytes = 64 * 1024 * 1024

/** Reads a hook's payload. None on a terminal, if it cannot be read, or if it is larger than 64 MiB. */
export const readPayload = (
  input: Readable & Partial<Pick<ReadStream, "isTTY">>
): Effect.Effect<Option.Option<string>> =>
  Effect.callback((resume) => {
    if (input.isTTY === true) return resume(Effect.succeedNone)
    const chunks: Array<Buffer> = []
    let size = 0
    input.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > maxPayloadBytes) chunks.length = 0
      else chunks.push(chunk)
    })
    input.on("error", () => resume(Effect.succeedNone))
    input.on("end", () =>
      resume(
        Effect.succeed(size > maxPayloadBytes ? Option.none() : Option.some(Buffer.concat(chunks).toString("utf8")))
      )
    )
  })
