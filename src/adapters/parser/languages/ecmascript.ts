import { collectDrafts } from "../ecmascript/outline.ts"
import { type Dialect, notParsed, type Parse, makeParse } from "../ecmascript/parse.ts"
import { extractByPieces } from "../ecmascript/recover.ts"
import { estimateStackBytes } from "../ecmascript/estimateStackBytes.ts"
import { countTokens } from "../ecmascript/countTokens.ts"
import { type Extractor, type FileNames, type Language, maxLightLength, once, outOfMemory } from "../Language.ts"
import { workerLimits } from "../limits.ts"

/** Bytes of the main thread's stack (8 MiB, on Windows 1) that parsing may take by the upper bound of `stackNeed`. */
const maxMainStackBytes = process.platform === "win32" ? 0 : 2 * 1024 * 1024
/** Likewise for the worker: a part is left for what runs before and after. */
const maxWorkerStackBytes = (workerLimits.stackSizeMb - 16) * 1024 * 1024
/** Tokens of the largest text that is parsed in one go: ordinary source of 5 MB has 1.2 million at most. */
const maxTokens = 1_500_000

const loadParser = once(() => import("oxc-parser").then(makeParse))

/** Whether the worker's stack, or the memory for the tree, might not be enough for a text. */
const exceedsLimits = (text: string): boolean =>
  estimateStackBytes(text) > maxWorkerStackBytes || countTokens(text) > maxTokens

/** Parses only what the worker's stack and memory are large enough for, whatever it is. */
const rejectTooLarge =
  (parse: Parse): Parse =>
  (text, dialect) =>
    exceedsLimits(text) ? { _tag: "Broken", at: notParsed, message: "too deep or too large" } : parse(text, dialect)

const makeExtractor =
  (parse: Parse, dialects: readonly [Dialect, ...Array<Dialect>]): Extractor =>
  (text, goOn) => {
    if (exceedsLimits(text)) {
      const found = extractByPieces(rejectTooLarge(parse), text, dialects[0], goOn)
      return found?.partial === true && found.drafts.length === 0 ? outOfMemory : found
    }
    for (const dialect of dialects) {
      const parsed = parse(text, dialect)
      if (parsed._tag === "Tree")
        return { drafts: collectDrafts(text, parsed.program, parsed.comments), partial: false }
    }
    const found = extractByPieces(parse, text, dialects[0], goOn)
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

/** TypeScript; declarations that only a `.d.ts` file may have are read too. */
export const typescript = ecmascript("typescript", [".ts", ".mts", ".cts"], ["ts", "dts"], {
  interpreters: ["ts-node", "tsx", "deno", "bun"]
})

export const tsx = ecmascript("tsx", [".tsx"], ["tsx"])

/** JavaScript, which often has JSX and sometimes type annotations in it. */
export const javascript = ecmascript("javascript", [".js", ".mjs", ".cjs"], ["jsx", "tsx", "ts"], {
  interpreters: ["node", "nodejs"]
})

export const jsx = ecmascript("jsx", [".jsx"], ["jsx", "tsx"])
