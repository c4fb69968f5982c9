import type { Node, Tree } from "web-tree-sitter"
import { blankSpans } from "../blankSpans.ts"
import type { Span } from "../signature.ts"

/** Code that a grammar leaves unparsed because something is written around it. */
export interface Wrapped {
  /** The code with what is around it. */
  readonly whole: Span
  /** The code, in parts from first to last. */
  readonly parts: ReadonlyArray<Span>
}

/** How a language finds code that is wrapped. */
export interface Unwrapping {
  readonly find: (root: Node) => ReadonlyArray<Wrapped>
  /** Whether a part, parsed on its own, is code that may stand where it is without what is around it. */
  readonly isCode: (root: Node) => boolean
}

/** A text of which what is around wrapped code is blank, and its tree, which the caller deletes. */
export interface Parsed {
  readonly text: string
  readonly tree: Tree
}

/** Parses a text, and yields where the parser is stopped. */
type Parse = (text: string) => Generator<void, Tree>

/** Levels of wrapped code within wrapped code. */
const maxLevels = 5

/** The spans around parts of wrapped code. */
const around = ({ parts, whole }: Wrapped): ReadonlyArray<Span> =>
  [whole.start, ...parts.map(({ end }) => end)].map((start, at) => ({ start, end: parts[at]?.start ?? whole.end }))

/** Finds the spans around wrapped code of which all parts are code. */
function* findAround(text: string, { rootNode }: Tree, parse: Parse, { find, isCode }: Unwrapping) {
  const spans: Array<Span> = []
  for (const wrapped of find(rootNode)) {
    let isWhole = wrapped.parts.length > 0
    for (const { end, start } of wrapped.parts) {
      const part = isWhole ? yield* parse(text.slice(start, end)) : undefined
      isWhole &&= part !== undefined && isCode(part.rootNode)
      part?.delete()
    }
    if (isWhole) spans.push(...around(wrapped))
  }
  return spans
}

/**
 * Parses a text; if the language unwraps code, again with blanks for what is around it, until none is found. Yields where the
 * parser is stopped.
 */
export function* parseUnwrapped(given: string, parse: Parse, unwrapping?: Unwrapping): Generator<void, Parsed> {
  let text = given
  for (let level = 0; ; level += 1) {
    let tree: Tree | undefined = yield* parse(text)
    try {
      const spans =
        unwrapping !== undefined && level < maxLevels ? yield* findAround(text, tree, parse, unwrapping) : []
      if (spans.length > 0) text = blankSpans(text, spans)
      else {
        const parsed = { text, tree }
        tree = undefined
        return parsed
      }
    } finally {
      tree?.delete()
    }
  }
}
