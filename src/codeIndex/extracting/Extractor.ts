import { availableParallelism } from "node:os"
import { Array as Arrays, Context, Effect, Layer, Queue } from "effect"
import { maxFileBytes, maxParsingMillis, workerLimits } from "../../adapters/parser/limits.ts"
import type { ParseFailed } from "../../adapters/parser/messages.ts"
import { makeParsingThread, type ParsingThread } from "../../adapters/parser/ParsingThread.ts"
import { type Extracted, parsingFailures, withoutContent } from "./Extracted.ts"
import type { Content, ExtractRequests } from "./threadRequests.ts"

/**
 * Number of threads that extract. Read when the layer is built. On two cores, V8's own threads and the one that writes leave
 * little room for a second: it takes a quarter more processor time and 60 MB, and saves time only where grammars take most.
 */
export const ExtractingThreads = Context.Reference<number>("ultragit/codeIndex/extracting/ExtractingThreads", {
  defaultValue: () => (availableParallelism() > 2 ? 2 : 1)
})

/** The script: `code-extractor.js` next to the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./code-extractor.js", import.meta.url)

/**
 * Growth of the process, in bytes, since a thread started, after which the thread is replaced. A new thread optimizes its
 * code again, which takes a second; so the size of a file is no reason, nor is what all threads need when they start.
 */
const maxGrowthBytes = 320 * 1024 * 1024
/** Young generation of a thread, in MiB: most of what parsing makes becomes garbage at once. */
const maxYoungGenerationSizeMb = 32
/** Contents of one request, in bytes; a larger content is alone. */
const maxBatchBytes = 1024 * 1024
/** Contents of one request. */
const maxBatchSize = 64

/** Groups contents in order, so that a request is neither small nor long. */
const toBatches = (contents: ReadonlyArray<Content>): ReadonlyArray<ReadonlyArray<Content>> => {
  const batches: Array<Array<Content>> = []
  let size = Number.POSITIVE_INFINITY
  for (const content of contents) {
    const last = batches.at(-1)
    if (last === undefined || last.length >= maxBatchSize || size + content.bytes.length > maxBatchBytes) {
      batches.push([content])
      size = content.bytes.length
    } else {
      last.push(content)
      size += content.bytes.length
    }
  }
  return batches
}

const copyOf = ({ bytes, language }: Content) => ({ language, bytes: new Uint8Array(bytes) })

const extractOn = (
  thread: ParsingThread<ExtractRequests>,
  batch: ReadonlyArray<Content>
): Effect.Effect<ReadonlyArray<Extracted>, ParseFailed> =>
  Effect.suspend(() => {
    // Transferred buffers are gone, and a failed batch is tried again.
    const contents = batch.map(copyOf)
    return thread.request(
      "extract",
      { contents, maxMillis: maxParsingMillis },
      {
        transfer: contents.map(({ bytes }) => bytes.buffer),
        bytes: Math.max(0, ...batch.map(({ bytes }) => bytes.length)),
        maxMillis: maxParsingMillis * batch.length
      }
    )
  })

const make = Effect.gen(function* () {
  const resourceLimits = { ...workerLimits, maxYoungGenerationSizeMb }
  const start = makeParsingThread<ExtractRequests>({
    script,
    resourceLimits,
    maxGrowthBytes,
    maxFileBytesForReuse: maxFileBytes
  })
  const threads = yield* Effect.all(Array.from({ length: yield* ExtractingThreads }, () => start))
  const idle = yield* Queue.unbounded<ParsingThread<ExtractRequests>>()
  yield* Queue.offerAll(idle, threads)

  const run = (batch: ReadonlyArray<Content>) =>
    Effect.acquireUseRelease(
      Queue.take(idle),
      (thread) => extractOn(thread, batch),
      (thread) => Queue.offer(idle, thread)
    )

  /** Extracts from one content alone, twice if the first thread had others before. */
  const runAlone = (content: Content) =>
    Effect.retry(run([content]), { times: 1, while: ({ failure }) => failure !== "time" }).pipe(
      Effect.catch(({ failure, message }) =>
        Effect.as(Effect.logDebug("A parser failed", message), [withoutContent("failed", parsingFailures[failure])])
      )
    )

  const runBatch = (batch: ReadonlyArray<Content>): Effect.Effect<ReadonlyArray<Extracted>> =>
    batch.length === 1
      ? Effect.map(Effect.forEach(batch, runAlone), Arrays.flatten)
      : run(batch).pipe(Effect.catch(() => Effect.map(Effect.forEach(batch, runAlone), Arrays.flatten)))

  const extract = Effect.fn("Extractor.extract")((contents: ReadonlyArray<Content>) =>
    Effect.map(Effect.forEach(toBatches(contents), runBatch, { concurrency: "unbounded" }), Arrays.flatten)
  )
  const end = Effect.forEach(threads, (thread) => thread.end, { concurrency: "unbounded", discard: true })
  return Extractor.of({ extract, end })
})

/** Extracts what the index keeps about contents, on threads with the limits of the parsing worker. Caches nothing. */
export class Extractor extends Context.Service<
  Extractor,
  {
    /** In the order given. Never fails: a content that cannot be parsed says so. */
    extract(contents: ReadonlyArray<Content>): Effect.Effect<ReadonlyArray<Extracted>>
    /** Ends the threads, whose memory other work may need. The next contents start others. */
    readonly end: Effect.Effect<void>
  }
>()("ultragit/codeIndex/extracting/Extractor") {
  /** Starts its threads with the first contents. */
  static readonly layer = Layer.effect(
    Extractor,
    Effect.suspend(() => make)
  )
}
