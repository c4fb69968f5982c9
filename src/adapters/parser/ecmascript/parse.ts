import type * as Oxc from "oxc-parser"
import type { Comment, ParserOptions, Program, VisitorObject } from "oxc-parser"

/** The dialect in which oxc parses a text. */
export type Dialect = "ts" | "tsx" | "dts" | "jsx"

/** A syntax tree with its comments in source order, or where parsing stopped. */
export type Parsed =
  | { readonly _tag: "Tree"; readonly program: Program; readonly comments: ReadonlyArray<Comment> }
  | { readonly _tag: "Broken"; readonly at: number; readonly message: string }

/** Error position of a text that was not parsed at all. */
export const notParsed = -1

export type Parse = (text: string, dialect: Dialect) => Parsed

/** Makes what visits the nodes of a tree, each before those within it. */
export type MakeWalk = (visitor: VisitorObject) => { readonly visit: (program: Program) => void }

/** Total text length from which raw transfer pays for loading its decoders (18 ms). */
const minRawLength = 256 * 1024

/**
 * Imports from which on raw transfer is not used: with 5,000 in a file, oxc ends the whole process. Ordinary source has at
 * most some hundred.
 */
const maxRawImports = 1_000

const hasManyImports = (text: string): boolean => {
  let count = 0
  for (let at = text.indexOf("import"); at !== -1 && count <= maxRawImports; at = text.indexOf("import", at + 6))
    count += 1
  return count > maxRawImports
}

/**
 * Wraps oxc as a function. It returns a whole tree or, on a syntax error, none; offsets are UTF-16 code units. Trees
 * are read from shared memory where the platform supports it (half the time and memory), otherwise as JSON.
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
    if (canUseRaw && parsedLength > minRawLength && !hasManyImports(text) && oxc.rawTransferSupported()) {
      try {
        const options = { lang: dialect, experimentalRawTransfer: true }
        return parseWith(text, options)
      } catch {
        // The address space has no room for its buffer: never try again.
        canUseRaw = false
      }
    }
    return parseWith(text, { lang: dialect })
  }
}
