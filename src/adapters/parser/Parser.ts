import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { hasConflicts } from "./conflicts.ts"
import { type Extractor, type Language, maxLightLength, outOfMemory } from "./Language.ts"
import { detectLanguage } from "./detectLanguage.ts"
import { languages } from "./languages.ts"
import type { OutlineFailure, Outline } from "./Outline.ts"
import { maxFileBytes, maxGrammarBytesHere } from "./limits.ts"
import { OutlineCache } from "./OutlineCache.ts"
import * as OutlineWorker from "./OutlineWorker.ts"
import { ParserFingerprint } from "./ParserFingerprint.ts"
import { runWithTimeout } from "./runWithTimeout.ts"
import { decode, convertToUnits, type ParsedUnits } from "./SourceText.ts"

/** Milliseconds that a parse may hold the main thread before it yields. */
const sliceMillis = 4
/** Milliseconds of all slices of a file after which it goes to the worker. A slice may exceed its own limit. */
const maxMillisHere = 200
/** Elapsed milliseconds after which a parse that does not yield is stopped. */
const maxHoldMillis = 100
/** Milliseconds for which a timeout is cached. Not forever, as the machine may have been busy. */
const timeoutCacheMillis = 60_000
/** Maximum bytes to parse on the main thread over its lifetime, so that its heap stays small. */
const maxLightBytes = 256 * 1024

/** The units, or why there are none. */
interface ParseResult extends ParsedUnits {
  readonly failure?: OutlineFailure
}

const makeFailure = (failure: OutlineFailure): ParseResult => ({ units: [], partial: true, failure })

/** Parses on this thread in slices; none if that takes too long. */
const parseOnThisThread = Effect.fnUntraced(function* (language: Language, text: string) {
  const extract = yield* Effect.tryPromise(() => language.load(maxGrammarBytesHere))
  let spentMillis = 0
  for (let slices = 0; spentMillis < maxMillisHere; slices += 1) {
    const start = performance.now()
    const end = start + sliceMillis
    const found = yield* Effect.try(() => {
      const extracts: Array<ReturnType<Extractor>> = []
      runWithTimeout(maxHoldMillis, () => extracts.push(extract(text, () => performance.now() < end)))
      return extracts[0]
    })
    spentMillis += performance.now() - start
    if (found === outOfMemory) return yield* Effect.fail(found)
    // The tree of a text with errors depends on where its parser was interrupted. Conflicts take several parses.
    if (found?.partial === true && (slices > 0 || hasConflicts(text))) break
    if (found !== undefined) return Option.some(convertToUnits(text, found))
    if (!language.resumes) break
    yield* Effect.yieldNow
  }
  return Option.none<ParsedUnits>()
})

/** Makes a function that parses small files on this thread and others in the worker. */
const makeParse = Effect.gen(function* () {
  const ask = yield* OutlineWorker.make
  const oneAtATime = yield* Semaphore.make(1)
  let bytesParsedHere = 0
  // After a parser failed or was interrupted on this thread, all further parsing goes to the worker.
  const fallBackToWorker = (cause: unknown) => {
    bytesParsedHere = maxLightBytes
    return Effect.as(Effect.logDebug("A parser failed", cause), Option.none<ParsedUnits>())
  }
  return Effect.fnUntraced(function* (language: Language, content: Uint8Array) {
    const isLight = () => bytesParsedHere + content.length <= maxLightBytes
    if (content.length <= maxLightLength && isLight()) {
      const text = decode(content)
      const found = language.isLight(text)
        ? yield* Effect.suspend(() => (isLight() ? parseOnThisThread(language, text) : Effect.succeedNone)).pipe(
            Effect.catch(fallBackToWorker),
            oneAtATime.withPermits(1)
          )
        : Option.none()
      bytesParsedHere += content.length
      if (Option.isSome(found)) return found.value
    }
    return yield* ask(language.name, content)
  })
})

const make = Effect.gen(function* () {
  const parse = yield* makeParse
  const cache = new OutlineCache({ entries: 4_096, bytes: 16 * 1024 * 1024 })
  const parseSafely = (language: Language, content: Uint8Array): Effect.Effect<ParseResult> =>
    parse(language, content).pipe(
      // Parsers run on untrusted files: a crash must cost no more than that file's outline.
      Effect.catchDefect((defect) => Effect.as(Effect.logDebug("A parser failed", defect), makeFailure("parser"))),
      Effect.catch(({ failure: limit, message }) =>
        Effect.as(Effect.logDebug("A parser failed", message), makeFailure(limit))
      )
    )
  const outline = Effect.fn("Parser.outline")(function* (path: string, content: Uint8Array) {
    const language = detectLanguage(path, content)
    if (language === undefined) return { language: Option.none<string>(), units: [], partial: false }
    if (content.length > maxFileBytes) return { language: Option.some(language.name), ...makeFailure("size") }
    const key = OutlineCache.key(language.name, content)
    const known = cache.get(key)
    if (known !== undefined) return known
    const found = yield* parseSafely(language, content)
    const made: Outline = { language: Option.some(language.name), ...found }
    cache.set(key, made, found.failure === "time" ? timeoutCacheMillis : undefined)
    return made
  })
  return Parser.of({ outline, languages, fingerprint: yield* ParserFingerprint })
})

/**
 * Makes outlines of source files. The outline depends only on file name and content and is cached by content. Never
 * fails: unparsable parts are omitted. Files over 5 MiB, and files whose parsing takes more than 2 seconds of CPU time
 * or about 256 MiB of memory, have no units; `failure` tells why. Turns off V8's WebAssembly optimizer for the whole
 * process, because its memory use is unbounded.
 */
export class Parser extends Context.Service<
  Parser,
  {
    outline(path: string, content: Uint8Array): Effect.Effect<Outline>
    /** Languages with a grammar and their file extensions, for documentation. */
    readonly languages: ReadonlyArray<{ readonly name: string; readonly extensions: ReadonlyArray<string> }>
    /** Parsers with the same fingerprint make the same outlines. If absent, outlines must not be cached on disk. */
    readonly fingerprint?: string | undefined
  }
>()("ultragit/adapters/parser/Parser") {
  /** Loads grammars and starts the parsing worker when a file first needs them. */
  static readonly layer = Layer.effect(Parser, make)
}
