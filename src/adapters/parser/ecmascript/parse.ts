import type * as Oxc from "oxc-parser"
import type { Comment, ParserOptions, Program } from "oxc-parser"

/** How oxc is to read a text. */
export type Dialect = "ts" | "tsx" | "dts" | "jsx"

/** A syntax tree with its comments in source order, or where parsing stopped. */
export type Parsed =
  | { readonly _tag: "Tree"; readonly program: Program; readonly comments: ReadonlyArray<Comment> }
  | { readonly _tag: "Broken"; readonly at: number; readonly message: string }

/** Where parsing stopped when the text was not given to the parser at all. */
export const notParsed = -1

export type Parse = (text: string, dialect: Dialect) => Parsed

/** Text after which the decoders that read the tree out of shared memory pay for loading them (18 ms). */
const minRawLength = 256 * 1024

/**
 * oxc as a function. It gives a whole tree or, on a syntax error, none; offsets are UTF-16 code units.
 * Trees are read out of shared memory where the platform can (half the time and memory), as JSON otherwise.
 */
export const makeParse = (oxc: typeof Oxc): Parse => {
  let parsedLength = 0
  let canUseRaw = true
  const parseWith = (text: string, options: ParserOptions): Parsed => {
    const result = oxc.parseSync("source", text, options)
    const { program } = result
    const error = program.body.length === 0 ? result.errors[0] : undefined
    if (error === undefined) return { _tag: "Tree", program, comments: result.comments }
    return { _tag: "Broken", at: error.labels[0]?.start ?? 0, message: error.message }
  }
  return (text, dialect) => {
    parsedLength += text.length
    if (canUseRaw && parsedLength > minRawLength && oxc.rawTransferSupported()) {
      try {
        const options = { lang: dialect, experimentalRawTransfer: true }
        return parseWith(text, options)
      } catch {
        // No room for its buffer in the address space: never try again.
        canUseRaw = false
      }
    }
    return parseWith(text, { lang: dialect })
  }
}
