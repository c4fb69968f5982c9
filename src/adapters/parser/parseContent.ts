import process from "node:process"
import { extractResolved } from "./conflicts.ts"
import { outOfMemory } from "./Language.ts"
import { findLanguage } from "./languages.ts"
import { maxGrammarBytes } from "./limits.ts"
import type { ParseFailed } from "./messages.ts"
import { convertToUnits, decode, type ParsedUnits } from "./SourceText.ts"

/** Calls between checks of the clock: parsers call every few microseconds. */
const callsPerCheck = 32

/** Makes a check that returns false once this thread has used that much CPU time. */
const makeCpuLimit = (millis: number): (() => boolean) => {
  const before = process.threadCpuUsage()
  let calls = 0
  let shouldContinue = true
  return () => {
    calls += 1
    if (shouldContinue && calls % callsPerCheck === 0) {
      const { system, user } = process.threadCpuUsage(before)
      shouldContinue = user + system < millis * 1_000
    }
    return shouldContinue
  }
}

/** What a thread that parses is asked. */
interface ParseOptions {
  readonly language: string
  /** CPU time limit, in milliseconds. */
  readonly maxMillis: number
  readonly wantsFacts: boolean
}

/** The outcome of a parse, or why there is none. */
type Parsed =
  | { readonly units: ParsedUnits; readonly text: string }
  | (typeof ParseFailed.Encoded & { readonly units?: never })

const fail = (failure: ParseFailed["failure"], message: string): Parsed => ({ _tag: "ParseFailed", failure, message })

/** Parses a file on the calling thread, which must be one that may be ended. Rejects if the parser throws. */
export const parseContent = (
  content: Uint8Array,
  { language: name, maxMillis, wantsFacts }: ParseOptions
): Promise<Parsed> => {
  const language = findLanguage(name)
  if (language === undefined) return Promise.resolve(fail("parser", `no language ${name}`))
  return language.load(maxGrammarBytes).then((extract): Parsed => {
    const text = decode(content)
    const { found, text: parsed } = extractResolved(extract, text, makeCpuLimit(maxMillis), wantsFacts)
    if (found === undefined) return fail("time", "stopped")
    return found === outOfMemory ? fail("memory", found) : { units: convertToUnits(parsed, found), text }
  })
}
