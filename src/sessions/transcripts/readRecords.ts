import { Effect, Option, type PlatformError, Stream } from "effect"
import { constants } from "node:fs"
import { pipeline, type Readable } from "node:stream"
import { createZstdDecompress } from "node:zlib"
import { openRegularFile, systemError } from "../../adapters/git/RegularFile.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { LineReader, type RawLine } from "../../domain/LineReader.ts"
import { parseObject } from "./fields.ts"
import type { Recorder, TakeRecord } from "./Recorder.ts"

/** Maximum bytes of a line. Longer ones are skipped and counted. */
const maxLineBytes = 32 * 1024 * 1024
/** Maximum bytes that are read of a transcript. */
const maxTranscriptBytes = 512 * 1024 * 1024
/** Maximum bytes of a transcript that is one JSON document. */
const maxDocumentBytes = 64 * 1024 * 1024

const decoder = new TextDecoder()

const takeObject = (record: JsonObject, take: TakeRecord, recorder: Recorder): void => {
  if (!take(record, recorder)) recorder.skipped.unknown += 1
}

const takeLine = ({ bytes }: RawLine, take: TakeRecord, recorder: Recorder): void => {
  if (bytes === undefined) {
    recorder.skipped.oversized += 1
    return
  }
  const record = parseObject(decoder.decode(bytes))
  if (Option.isNone(record)) recorder.skipped.invalid += 1
  else takeObject(record.value, take, recorder)
}

/** Takes the lines of a transcript that is in memory. */
export const takeBytes = (bytes: Uint8Array, take: TakeRecord, recorder: Recorder): void => {
  const reader = new LineReader(maxLineBytes)
  for (const line of [...reader.push(bytes), ...reader.end()]) takeLine(line, take, recorder)
}

/** Takes the messages of a transcript that is one JSON document, as older versions of Gemini CLI wrote it. */
export const takeDocument = (bytes: Uint8Array, take: TakeRecord, recorder: Recorder): void => {
  const document = parseObject(decoder.decode(bytes))
  if (Option.isNone(document)) {
    recorder.skipped.invalid += 1
    return
  }
  const { messages, ...head } = document.value
  takeObject(head, take, recorder)
  for (const message of asArray(messages).filter(isObject)) takeObject(message, take, recorder)
}

const openStream = Effect.fnUntraced(function* (path: string) {
  const { handle } = yield* openRegularFile("read", path, constants.O_RDONLY)
  const toError = (cause: unknown): PlatformError.PlatformError =>
    systemError("Unknown", "read", path, cause instanceof Error ? cause.message : String(cause))
  const source = (): Readable => handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })
  const readable: AsyncIterable<Uint8Array> = path.endsWith(".zst")
    ? pipeline(source(), createZstdDecompress(), () => {})
    : source()
  return Stream.fromAsyncIterable(readable, toError)
})

/**
 * Reads a transcript line by line. Stops early when `isWanted` says no, which it is asked after each chunk. Invalid lines
 * are counted, never a failure. Fails with `PlatformError` if the file cannot be read.
 */
export const readTranscriptFile = Effect.fn("Sessions.readTranscriptFile")(function* (
  path: string,
  take: TakeRecord,
  recorder: Recorder,
  isWanted: () => boolean
) {
  const stream = yield* openStream(path)
  const reader = new LineReader(maxLineBytes)
  const isDocument = path.endsWith(".json")
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* Stream.runForEachWhile(stream, (chunk) =>
    Effect.sync(() => {
      size += chunk.length
      if (isDocument) chunks.push(chunk)
      else for (const line of reader.push(chunk)) takeLine(line, take, recorder)
      return isWanted() && size <= (isDocument ? maxDocumentBytes : maxTranscriptBytes)
    })
  )
  if (isDocument && size <= maxDocumentBytes) takeDocument(Buffer.concat(chunks), take, recorder)
  else if (isDocument) recorder.skipped.oversized += 1
  else if (isWanted()) for (const line of reader.end()) takeLine(line, take, recorder)
}, Effect.scoped)
