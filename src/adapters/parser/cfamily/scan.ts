import type { Span } from "../signature.ts"

/** Handlers for the tokens of C or C++, without comments and white space. */
interface ScanHandlers {
  /**
   * Called with the last character of each token, a quote for a string. `change` is 1 for an opening bracket, -1 for a
   * closing one and 0 otherwise.
   */
  readonly onCode: (character: string, change: number) => void
  /** Called for each preprocessor directive: its text without `#` and comments, white space folded, and its span. */
  readonly onDirective: (words: string, span: Span) => void
}

const depthChanges: Readonly<Record<string, number>> = { "{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1 }

/** Comments, strings, characters, whole directives, words and single characters, separated by white space. */
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

/** Scans a text in linear time. */
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
