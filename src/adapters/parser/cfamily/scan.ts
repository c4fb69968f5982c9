import type { Span } from "../signature.ts"

/** Who is told what a text of C or C++ has besides comments and white space. */
export interface ScanHandlers {
  /** A character of code, a string for its quote; `change`: 1 for an opening bracket, -1 for a closing one. */
  readonly onCode: (character: string, change: number) => void
  /** A preprocessor directive without `#` and comments, white space folded, and where it stands. */
  readonly onDirective: (words: string, span: Span) => void
}

const depthChanges: Readonly<Record<string, number>> = { "{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1 }

/** Comments, strings, characters, whole directives, words, single characters; white space lies between. */
const tokens = new RegExp(
  [
    String.raw`\/\/(?:[^\\\n]|\\\r?[\s\S])*`,
    String.raw`\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))`,
    String.raw`\b(?:u8|[uUL])?R"(?<tag>[^()\\\s]{0,16})\([\s\S]*?(?:\)\k<tag>"|$(?![\s\S]))`,
    String.raw`"(?:[^"\\\n]|\\\r?[\s\S])*"?`,
    String.raw`(?<=^[^\S\n]*)#(?:[^\\\n/]|\\\r?[\s\S]|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/(?!\/))*`,
    String.raw`\d(?:[\w.]|'(?=\w))*`,
    String.raw`'(?:[^'\\\n]|\\\r?[\s\S])*'?`,
    String.raw`\w+`,
    String.raw`[^\s]`
  ].join("|"),
  "gmy"
)
const gap = /\s+/y

/** Reads a text once. Linear in its length. */
export const scanTokens = (text: string, { onCode: code, onDirective: directive }: ScanHandlers): void => {
  let at = 0
  while (at < text.length) {
    gap.lastIndex = at
    if (gap.test(text)) at = gap.lastIndex
    tokens.lastIndex = at
    const token = tokens.exec(text)?.[0]
    if (token === undefined) break
    const first = token.charAt(0)
    if (first === "#" && token.length > 1) {
      const words = token
        .slice(1)
        .replace(/\/\*[\s\S]*?(?:\*\/|$)|\\\r?\n/g, " ")
        .replace(/\s+/g, " ")
        .trim()
      directive(words, { start: at, end: at + token.length })
    } else if (!token.startsWith("//") && !token.startsWith("/*")) {
      code(token.charAt(token.length - 1), token.length === 1 ? (depthChanges[first] ?? 0) : 0)
    }
    at += token.length
  }
}
