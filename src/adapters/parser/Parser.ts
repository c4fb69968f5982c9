import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { type Language, lightLength } from "./Language.ts"
import { languageOf } from "./languageOf.ts"
import { languages } from "./languages.ts"
import type { Outline } from "./Outline.ts"
import { OutlineCache } from "./OutlineCache.ts"
import * as OutlineWorker from "./OutlineWorker.ts"
import { ParserFingerprint } from "./ParserFingerprint.ts"
import { decode, place, type Placed } from "./SourceText.ts"

/** Largest file, in bytes, that is parsed. */
const maxBytes = 5 * 1024 * 1024
/** Milliseconds that a parse holds the thread that answers calls before it lets others run. */
const slice = 4
/** Slices after which the worker does it. */
const mostSlices = 50
/** Bytes parsed on that thread before all further parsing goes to the worker, so that its heap stays small. */
const lightTotal = 256 * 1024

const nothing: Placed = { units: [], partial: true }

/** Parses on this thread, a slice at a time; none when that would take too long. */
const parseHere = Effect.fnUntraced(function* (language: Language, text: string) {
  const extract = yield* Effect.promise(() => language.load())
  for (let slices = 0; slices < mostSlices; slices += 1) {
    const end = performance.now() + slice
    const found = extract(text, () => performance.now() < end)
    if (found !== undefined) return Option.some(place(text, found))
    if (!language.resumes) break
    yield* Effect.yieldNow
  }
  return Option.none<Placed>()
})

/** Parses a file here when that is quick, in the worker otherwise. */
const makeParse = Effect.gen(function* () {
  const ask = yield* OutlineWorker.make
  const oneAtATime = yield* Semaphore.make(1)
  let parsedHere = 0
  return Effect.fnUntraced(function* (language: Language, content: Uint8Array) {
    if (parsedHere + content.length <= lightTotal && content.length <= lightLength) {
      const text = decode(content)
      const found = language.isLight(text)
        ? yield* parseHere(language, text).pipe(oneAtATime.withPermits(1))
        : Option.none()
      parsedHere += content.length
      if (Option.isSome(found)) return found.value
    }
    return yield* ask({ language: language.name, content: new Uint8Array(content) })
  })
})

const make = Effect.gen(function* () {
  const parse = yield* makeParse
  const cache = new OutlineCache({ entries: 4_096, bytes: 16 * 1024 * 1024 })
  const parseOrNothing = (language: Language, content: Uint8Array) =>
    parse(language, content).pipe(
      // The parsers run on whatever is in a repository: one that breaks on a file costs that file's outline.
      Effect.catchDefect((defect) => Effect.as(Effect.logDebug("A parser failed", defect), nothing)),
      Effect.catch((error) => Effect.as(Effect.logDebug("A parser failed", error.message), nothing))
    )
  const outline = Effect.fn("Parser.outline")(function* (path: string, content: Uint8Array) {
    const language = languageOf(path, content)
    if (language === undefined) return { language: Option.none<string>(), units: [], partial: false }
    if (content.length > maxBytes) return { language: Option.some(language.name), units: [], partial: true }
    const key = OutlineCache.key(language.name, content)
    const known = cache.get(key)
    if (known !== undefined) return known
    const { units, partial } = yield* parseOrNothing(language, content)
    const made: Outline = { language: Option.some(language.name), units, partial }
    cache.set(key, made)
    return made
  })
  return Parser.of({ outline, languages, fingerprint: yield* ParserFingerprint })
})

/**
 * Outlines of source files. Pure in (name of the file, content); never fails: what does not parse is left out.
 * Outlines are kept by content, so asking twice costs a hash. Files over 5 MiB, and files that take longer than
 * 10 seconds, have no units.
 */
export class Parser extends Context.Service<
  Parser,
  {
    outline(path: string, content: Uint8Array): Effect.Effect<Outline>
    /** Languages with a grammar, with their file extensions, for documentation. */
    readonly languages: ReadonlyArray<{ readonly name: string; readonly extensions: ReadonlyArray<string> }>
    /** Parsers with the same one make the same outlines. Absent: outlines are not to be kept beyond the process. */
    readonly fingerprint?: string | undefined
  }
>()("ultragit/adapters/parser/Parser") {
  /** Grammars are loaded, and the parsing worker is started, at the first file that needs them. */
  static readonly layer = Layer.effect(Parser, make)
}
