import { Effect, Option } from "effect"
import { detectLanguage } from "../../adapters/parser/detectLanguage.ts"
import type { Facts } from "../../adapters/parser/facts/Facts.ts"
import { FactsParser } from "../../adapters/parser/FactsParser.ts"
import { isBinary } from "../../domain/lines.ts"
import { maxFileBytes } from "../../adapters/parser/limits.ts"
import { collectWords, type Words } from "./words.ts"
import { isGenerated } from "./isGenerated.ts"

/** How much is known of a file's content. */
export type BlobState = "parsed" | "partial" | "unsupported" | "skipped" | "failed"

/** What the index keeps about a content in a language: a function of both. */
export interface Extracted {
  readonly state: BlobState
  /** Why the file was skipped or parsing failed. */
  readonly detail: string | null
  readonly isGenerated: boolean
  readonly facts: Facts | undefined
  readonly words: Words | undefined
}

const skipped = (detail: string): Extracted => ({
  state: "skipped",
  detail,
  isGenerated: false,
  facts: undefined,
  words: undefined
})

/** What is kept of a file too large to be read. */
export const tooLarge: Extracted = skipped("larger than 5 MiB")

/** Whether a file is read at all. */
export const isReadable = (size: number): boolean => size <= maxFileBytes

/** Name of the language of a file, empty if it has no grammar. */
export const languageOf = (path: string, content: Uint8Array): string => detectLanguage(path, content)?.name ?? ""

/** Parses a content and collects its words. Depends on the path only through the language. */
export const extractFile = Effect.fn("CodeIndex.extract")(function* (path: string, content: Uint8Array) {
  if (isBinary(content)) return skipped("binary")
  const { facts: parsed, failure, language, partial } = yield* (yield* FactsParser).facts(path, content)
  const facts = Option.getOrUndefined(parsed)
  const text = new TextDecoder("utf-8").decode(content)
  const state: BlobState =
    failure !== undefined ? "failed" : facts === undefined ? "unsupported" : partial ? "partial" : "parsed"
  return {
    state,
    detail: failure ?? (state === "unsupported" ? Option.getOrElse(language, () => "no grammar") : null),
    isGenerated: isGenerated(text),
    facts,
    words: collectWords(text, facts)
  } satisfies Extracted
})
