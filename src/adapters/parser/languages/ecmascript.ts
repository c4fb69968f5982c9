import { draftsOf } from "../ecmascript/outline.ts"
import { type Dialect, notTried, type Parse, parserOf } from "../ecmascript/parse.ts"
import { byPieces } from "../ecmascript/recover.ts"
import { stackNeed } from "../ecmascript/stack.ts"
import {
  type Extract,
  type Extractor,
  type FileNames,
  type Language,
  lightLength,
  once,
  OutOfMemory
} from "../Language.ts"
import { workerLimits } from "../limits.ts"

/** Bytes of the main thread's stack (8 MiB, on Windows 1) that parsing may take by the upper bound of `stackNeed`. */
const mainStack = process.platform === "win32" ? 0 : 2 * 1024 * 1024
/** Likewise for the worker: a part is left for what runs before and after. */
const workerStack = (workerLimits.stackSizeMb - 32) * 1024 * 1024

const parser = once(() => import("oxc-parser").then(parserOf))

/** Parses only what the worker's stack is large enough for, whatever it is. */
const shallow =
  (parse: Parse): Parse =>
  (text, dialect) =>
    stackNeed(text) <= workerStack ? parse(text, dialect) : { _tag: "Broken", at: notTried, message: "too deep" }

const extractWith =
  (parse: Parse, dialects: readonly [Dialect, ...Array<Dialect>]): Extractor =>
  (text, goOn): Extract | undefined => {
    if (stackNeed(text) > workerStack) {
      const found = byPieces(shallow(parse), text, dialects[0], goOn)
      if (found?.partial === true && found.drafts.length === 0) throw new OutOfMemory("it may nest too deep")
      return found
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
