import { Result } from "effect"
import { parseToml } from "../../../config/Toml.ts"

/** One statement of a TOML document with its lines. Offsets are in characters; `end` is behind the line's newline. */
export interface Statement {
  /** `empty`: an empty line; `remark`: a comment or white space. */
  readonly kind: "table" | "tables" | "pair" | "remark" | "empty"
  /** Key from the document's root; empty for remarks. */
  readonly path: ReadonlyArray<string>
  readonly start: number
  readonly end: number
  /** Where a pair's value stands. */
  readonly value: readonly [start: number, end: number]
}

const quotes = /"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}|'''(?:[^']|'{1,2}(?!'))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y

/** The offset behind the quoted text that begins here; the same offset where none does. */
const behindQuotes = (text: string, at: number): number => {
  if (text[at] !== '"' && text[at] !== "'") return at
  quotes.lastIndex = at
  return at + (quotes.exec(text)?.[0].length ?? 0)
}

const lineEnd = (text: string, at: number): number => {
  const newline = text.indexOf("\n", at)
  return newline === -1 ? text.length : newline + 1
}

/** The offset of the first of these characters outside of quotes. */
const find = (text: string, from: number, wanted: string): number => {
  let at = from
  while (at < text.length) {
    const behind = behindQuotes(text, at)
    if (behind === at && wanted.includes(text[at] ?? "")) return at
    at = Math.max(behind, at + 1)
  }
  return text.length
}

/** Where a value ends: before the comment or newline outside of its quotes and brackets. */
const valueEnd = (text: string, from: number): number => {
  let [at, depth] = [from, 0]
  while (at < text.length) {
    at = find(text, at, "[]{}#\n")
    const character = text[at]
    if (depth === 0 && (character === "#" || character === "\n")) break
    if (character === "[" || character === "{") depth += 1
    if (character === "]" || character === "}") depth -= 1
    at = character === "#" ? lineEnd(text, at) : at + 1
  }
  return from + text.slice(from, at).trimEnd().length
}

/** The parts of a dotted key: read as the key of a document of its own. */
const partsOf = (key: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let value: unknown = Result.getOrUndefined(parseToml(`${key} = 0`))
  while (typeof value === "object" && value !== null) {
    const [entry] = Object.entries(value)
    if (entry === undefined) break
    parts.push(entry[0])
    value = entry[1]
  }
  return parts
}

const header = (text: string, start: number, at: number): Statement => {
  const many = text.startsWith("[[", at)
  const open = at + (many ? 2 : 1)
  const path = partsOf(text.slice(open, find(text, open, "]")))
  return { kind: many ? "tables" : "table", path, start, end: lineEnd(text, find(text, open, "]")), value: [at, at] }
}

const pair = (text: string, start: number, at: number, table: ReadonlyArray<string>): Statement => {
  const equals = find(text, at, "=")
  const begin = equals + 1 + (/^[ \t]*/.exec(text.slice(equals + 1))?.[0].length ?? 0)
  const end = valueEnd(text, begin)
  const path = [...table, ...partsOf(text.slice(at, equals))]
  return { kind: "pair", path, start, end: lineEnd(text, end), value: [begin, end] }
}

const statementAt = (text: string, start: number, table: ReadonlyArray<string>): Statement => {
  const at = start + (/^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0].length ?? 0)
  const first = text[at]
  if (first === undefined || first === "#" || first === "\n" || first === "\r") {
    const end = lineEnd(text, at)
    const kind = /^\r?\n$/.test(text.slice(start, end)) ? "empty" : "remark"
    return { kind, path: [], start, end, value: [at, at] }
  }
  return first === "[" ? header(text, start, at) : pair(text, start, at, table)
}

/** The statements of a document that parses, one after the other, without gaps. */
export const statementsOf = (text: string): ReadonlyArray<Statement> => {
  const found: Array<Statement> = []
  let table: ReadonlyArray<string> = []
  for (let at = 0; at < text.length;) {
    const statement = statementAt(text, at, table)
    if (statement.kind === "table" || statement.kind === "tables") table = statement.path
    found.push(statement)
    at = statement.end
  }
  return found
}
