/** Kinds of tokens, named as in the grammar of Lucene's classic query parser (Lucene 8.7, `QueryParser.jj`). */
export type TokenKind =
  | "And"
  | "Or"
  | "Not"
  | "Plus"
  | "Minus"
  | "BareOperator"
  | "OpenParenthesis"
  | "CloseParenthesis"
  | "Colon"
  | "Star"
  | "Caret"
  | "Quoted"
  | "Term"
  | "FuzzySlop"
  | "PrefixTerm"
  | "WildcardTerm"
  | "Regexp"
  | "RangeInclusiveStart"
  | "RangeExclusiveStart"
  | "Number"
  | "RangeTo"
  | "RangeInclusiveEnd"
  | "RangeExclusiveEnd"
  | "RangeQuoted"
  | "RangeWord"
  /** No token begins here; the rest of the query is not read. */
  | "Unreadable"
  | "End"

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** Index in the query. */
  readonly start: number
}

type Mode = "default" | "boost" | "range"

interface Rule {
  readonly kind: TokenKind
  readonly pattern: RegExp
  /** The mode after the token, if it changes. */
  readonly nextMode?: Mode
}

const space = "[ \\t\\n\\r\\u3000]"
const escaped = "\\\\[\\s\\S]"
const termStart = `(?:[^ \\t\\n\\r\\u3000+\\-!():^[\\]"{}~*?\\\\/]|${escaped})`
const termCharacter = `(?:${termStart}|[-+])`

const rule = (kind: TokenKind, pattern: string, nextMode?: Mode): Rule => ({
  kind,
  pattern: new RegExp(pattern, "y"),
  ...(nextMode === undefined ? {} : { nextMode })
})

/** The longest match wins; of equal ones the first. */
const rules: Readonly<Record<Mode, ReadonlyArray<Rule>>> = {
  default: [
    rule("And", "AND|&&"),
    rule("Or", "OR|\\|\\|"),
    rule("Not", "NOT|!"),
    rule("Plus", "\\+"),
    rule("Minus", "-"),
    rule("BareOperator", `[-+!]${space}`),
    rule("OpenParenthesis", "\\("),
    rule("CloseParenthesis", "\\)"),
    rule("Colon", ":"),
    rule("Star", "\\*"),
    rule("Caret", "\\^", "boost"),
    rule("Quoted", `"(?:[^"\\\\]|${escaped})*"`),
    rule("Term", `${termStart}${termCharacter}*`),
    rule("FuzzySlop", `~${termCharacter}*`),
    rule("PrefixTerm", `(?:${termStart}${termCharacter}*)?\\*`),
    rule("WildcardTerm", `(?:${termStart}|[*?])(?:${termCharacter}|[*?])*`),
    rule("Regexp", "/(?:\\\\/|[^/])*/"),
    rule("RangeInclusiveStart", "\\[", "range"),
    rule("RangeExclusiveStart", "\\{", "range")
  ],
  boost: [rule("Number", "[0-9]+(?:\\.[0-9]+)?", "default")],
  range: [
    rule("RangeTo", "TO"),
    rule("RangeInclusiveEnd", "\\]", "default"),
    rule("RangeExclusiveEnd", "\\}", "default"),
    rule("RangeQuoted", '"(?:\\\\"|[^"])+"'),
    rule("RangeWord", "[^ \\]}]+")
  ]
}

const skipped = new RegExp(`${space}*`, "y")

const matchAt = (pattern: RegExp, query: string, start: number): string | undefined => {
  pattern.lastIndex = start
  return pattern.exec(query)?.[0]
}

/** Finds the longest token at an index. */
const longestAt = (
  query: string,
  start: number,
  mode: Mode
): { readonly rule: Rule; readonly text: string } | undefined => {
  let longest: { readonly rule: Rule; readonly text: string } | undefined
  for (const each of rules[mode]) {
    const text = matchAt(each.pattern, query, start)
    if (text !== undefined && text.length > (longest?.text.length ?? 0)) longest = { rule: each, text }
  }
  return longest
}

/** Cuts a query into tokens. The last is `End` or `Unreadable`. Takes time in proportion to the length. */
export const tokenize = (query: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let mode: Mode = "default"
  let start = 0
  for (;;) {
    if (mode !== "boost") start += matchAt(skipped, query, start)?.length ?? 0
    if (start >= query.length) return [...tokens, { kind: "End", text: "", start: query.length }]
    const found = longestAt(query, start, mode)
    if (found === undefined) return [...tokens, { kind: "Unreadable", text: query.slice(start, start + 1), start }]
    tokens.push({ kind: found.rule.kind, text: found.text, start })
    mode = found.rule.nextMode ?? mode
    start += found.text.length
  }
}
