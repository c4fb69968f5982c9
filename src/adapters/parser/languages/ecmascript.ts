import { extractFacts } from "../ecmascript/facts/extractFacts.ts"
import { collectDefinitions, selectUnits } from "../ecmascript/outline.ts"
import { type Dialect, notParsed, type Parse, makeParse } from "../ecmascript/parse.ts"
import { extractByPieces } from "../ecmascript/recover.ts"
import { estimateStackBytes } from "../ecmascript/estimateStackBytes.ts"
import { countTokens } from "../ecmascript/countTokens.ts"
import { type Extractor, type FileNames, type Language, maxLightLength, once, outOfMemory } from "../Language.ts"
import { workerLimits } from "../limits.ts"

/**
 * Maximum stack bytes, as estimated by `estimateStackBytes`, for parsing on the main thread, whose stack has 8 MiB (1
 * MiB on Windows).
 */
const maxMainStackBytes = process.platform === "win32" ? 0 : 2 * 1024 * 1024
/** Maximum estimated stack bytes in the worker, with a reserve for its other code. */
const maxWorkerStackBytes = (workerLimits.stackSizeMb - 16) * 1024 * 1024
/** Maximum tokens of a text parsed in one go. Ordinary source of 5 MB has up to 1.2 million. */
const maxTokens = 1_500_000

const loadParser = once(() => import("oxc-parser").then(makeParse))

/** Whether a text may exceed the worker's stack or the memory for its tree. */
const exceedsLimits = (text: string): boolean =>
  estimateStackBytes(text) > maxWorkerStackBytes || countTokens(text) > maxTokens

/** Wraps a parser to reject texts that may exceed the worker's limits. */
const rejectTooLarge =
  (parse: Parse): Parse =>
  (text, dialect) =>
    exceedsLimits(text) ? { _tag: "Broken", at: notParsed, message: "too deep or too large" } : parse(text, dialect)

const makeExtractor =
  (parse: Parse, dialects: readonly [Dialect, ...Array<Dialect>]): Extractor =>
  (text, shouldContinue, wantsFacts = false) => {
    if (exceedsLimits(text)) {
      const found = extractByPieces(rejectTooLarge(parse), text, dialects[0], shouldContinue)
      return found?.partial === true && found.drafts.length === 0 ? outOfMemory : found
    }
    for (const dialect of dialects) {
      const parsed = parse(text, dialect)
      if (parsed._tag !== "Tree") continue
      const { comments, program } = parsed
      const found = collectDefinitions(text, program, comments, wantsFacts)
      const extract = { drafts: selectUnits(found), partial: false }
      return wantsFacts
        ? {
            ...extract,
            facts: extractFacts({ text, program, comments, found, declaresFields: !dialects.includes("jsx") })
          }
        : extract
    }
    const found = extractByPieces(parse, text, dialects[0], shouldContinue)
    return found === undefined ? undefined : { ...found, partial: true }
  }

const ecmascript = (
  name: string,
  extensions: ReadonlyArray<string>,
  dialects: readonly [Dialect, ...Array<Dialect>],
  files: FileNames = {}
): Language => ({
  name,
  extensions,
  files,
  resumes: false,
  isLight: (text) => text.length <= maxLightLength && estimateStackBytes(text) <= maxMainStackBytes,
  load: once(() => loadParser().then((parse) => makeExtractor(parse, dialects)))
})

/** TypeScript, including declarations allowed only in `.d.ts` files. */
export const typescript = ecmascript("typescript", [".ts", ".mts", ".cts"], ["ts", "dts"], {
  interpreters: ["ts-node", "tsx", "deno", "bun"]
})

export const tsx = ecmascript("tsx", [".tsx"], ["tsx"])

/** JavaScript, which often has JSX and sometimes type annotations in it. */
export const javascript = ecmascript("javascript", [".js", ".mjs", ".cjs"], ["jsx", "tsx", "ts"], {
  interpreters: ["node", "nodejs"]
})

export const jsx = ecmascript("jsx", [".jsx"], ["jsx", "tsx"])
