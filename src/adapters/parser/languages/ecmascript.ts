import { draftsOf } from "../ecmascript/outline.ts"
import { type Dialect, notTried, type Parse, parserOf } from "../ecmascript/parse.ts"
import { byPieces } from "../ecmascript/recover.ts"
import { stackNeed } from "../ecmascript/stack.ts"
import { tokensIn } from "../ecmascript/tokens.ts"
import { type Extractor, type FileNames, type Language, lightLength, once, outOfMemory } from "../Language.ts"
import { workerLimits } from "../limits.ts"

/** Bytes of the main thread's stack (8 MiB, on Windows 1) that parsing may take by the upper bound of `stackNeed`. */
const mainStack = process.platform === "win32" ? 0 : 2 * 1024 * 1024
/** Likewise for the worker: a part is left for what runs before and after. */
const workerStack = (workerLimits.stackSizeMb - 16) * 1024 * 1024
/** Tokens of the largest text that is parsed in one go: ordinary source of 5 MB has 1.2 million at most. */
const maxTokens = 1_500_000

const parser = once(() => import("oxc-parser").then(parserOf))

/** Whether the worker's stack, or the memory for the tree, might not be enough for a text. */
const isTooMuch = (text: string): boolean => stackNeed(text) > workerStack || tokensIn(text) > maxTokens

/** Parses only what the worker's stack and memory are large enough for, whatever it is. */
const bounded =
  (parse: Parse): Parse =>
  (text, dialect) =>
    isTooMuch(text) ? { _tag: "Broken", at: notTried, message: "too deep or too large" } : parse(text, dialect)

const extractWith =
  (parse: Parse, dialects: readonly [Dialect, ...Array<Dialect>]): Extractor =>
  (text, goOn) => {
    if (isTooMuch(text)) {
      const found = byPieces(bounded(parse), text, dialects[0], goOn)
      return found?.partial === true && found.drafts.length === 0 ? outOfMemory : found
    }
    for (const dialect of dialects) {
      const parsed = parse(text, dialect)
      if (parsed._tag === "Tree") return { drafts: draftsOf(text, parsed.program, parsed.comments), partial: false }
    }
    const found = byPieces(parse, text, dialects[0], goOn)
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
  isLight: (text) => text.length <= lightLength && stackNeed(text) <= mainStack,
  load: once(() => parser().then((parse) => extractWith(parse, dialects)))
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
