import { Effect, FileSystem, type PlatformError, Result, Stdio, Stream } from "effect"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import { AnnotateError, FileFailed, InputUnusable } from "../../writing/context/AnnotateError.ts"

/** More than a note may have. */
const maxBytes = 4 * 1024 * 1024

const inputError = (detail: string, advice?: string) =>
  new AnnotateError({ reason: new InputUnusable({ detail, ...(advice === undefined ? {} : { advice }) }) })

/** Reads all of a stream as text. Fails with `InputUnusable` if it exceeds `maxBytes` or is not UTF-8. */
const readText = Effect.fnUntraced(function* <E, R>(source: Stream.Stream<Uint8Array, E, R>, name: string) {
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* Stream.runForEachWhile(source, (chunk) =>
    Effect.sync(() => {
      size += chunk.length
      chunks.push(chunk)
      return size <= maxBytes
    })
  )
  if (size > maxBytes) return yield* inputError(`${name} has more than ${maxBytes} bytes.`)
  const decoded = Result.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    catch: () => inputError(`${name} is not UTF-8.`)
  })
  return yield* Effect.fromResult(decoded)
})

const toReadError = (file: string) => (error: PlatformError.PlatformError) =>
  new AnnotateError({ reason: new FileFailed({ action: "read", file, detail: describeFileProblem(error) }) })

/** Reads a text file, relative to the working directory. */
export const readTextFile = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  return yield* readText(Stream.mapError(files.stream(file), toReadError(file)), file)
})

/** Reads standard input to its end. `advice` is the hint of the failure if it is empty. */
export const readStandardInput = Effect.fnUntraced(function* (advice: string) {
  const stdio = yield* Stdio.Stdio
  const text = yield* readText(Stream.mapError(stdio.stdin, toReadError("standard input")), "Standard input")
  return text.trim() === "" ? yield* inputError("Standard input is empty.", advice) : text
})
