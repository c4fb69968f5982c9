import type { Comment } from "oxc-parser"

/** A type as a comment has it. */
export interface WrittenType {
  /** TypeScript, of the same length as what is in the file. */
  readonly text: string
  /** Offset in the file. */
  readonly start: number
}

/** The types in a comment of JSDoc. */
export interface Doc {
  readonly comment: Comment
  /** Of parameters in their order; those of their members are left out. */
  readonly parameters: ReadonlyArray<readonly [name: string, type: WrittenType]>
  readonly returns: WrittenType | undefined
  readonly type: WrittenType | undefined
  readonly typedefs: ReadonlyArray<readonly [name: string, type: WrittenType]>
  /** `{ A, B } from "./x"`, of `@import`. */
  readonly imports: ReadonlyArray<WrittenType>
}

/** Maximum length of a type, in UTF-16 code units. */
const maxTypeLength = 500
/** Maximum length of a comment to look at. */
const maxCommentLength = 65_536

const tagPattern = /@(param|arg|argument|returns?|type|typedef|import)\b[ \t]*/g
/** The name of a parameter, perhaps optional. */
const namePattern = /\s*\*?\s*\[?([\w$]+)(?![\w$.[])/y
/** Says nothing, or nothing that inference would not find. */
const vague = /^(?:\*|any|unknown|mixed|object|array|function|promise|undefined|null|void)$/i

/** Replaces line ends, with the asterisks after them, by spaces. */
const joinLines = (text: string): string => text.replaceAll(/\r?\n[ \t]*\*?/g, (end) => " ".repeat(end.length))

/** Rewrites what only JSDoc allows, in the same length. */
const toTypeScript = (text: string): string =>
  joinLines(text)
    .replaceAll(".<", " <")
    .replace(/^\s*(?:\.\.\.|[?!])/, (prefix) => " ".repeat(prefix.length))
    .replace(/[=?!]\s*$/, (suffix) => " ".repeat(suffix.length))

/** The end of what the brace at an offset opens; -1 if it is not closed within the limit. */
const closingBrace = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length && at - from <= maxTypeLength; at += 1) {
    if (text[at] === "{") depth += 1
    else if (text[at] === "}") depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** Reads the types of a comment; undefined if it has none. */
export const readComment = (comment: Comment): Doc | undefined => {
  const { type } = comment
  const value = comment.value.slice(0, maxCommentLength)
  if (type !== "Block" || !value.startsWith("*") || !value.includes("@")) return undefined
  // The comment without its slash and asterisk.
  const offset = comment.start + 2
  const parameters: Array<readonly [string, WrittenType]> = []
  const typedefs: Array<readonly [string, WrittenType]> = []
  const imports: Array<WrittenType> = []
  let returns: WrittenType | undefined
  let own: WrittenType | undefined
  for (const found of value.matchAll(tagPattern)) {
    const from = found.index + found[0].length
    const [, tag] = found
    if (tag === "import") {
      const end = value.indexOf("\n", from)
      const text = joinLines(value.slice(from, end === -1 ? undefined : end))
      if (text.length <= maxTypeLength) imports.push({ text, start: offset + from })
      continue
    }
    const end = value[from] === "{" ? closingBrace(value, from) : -1
    if (end === -1) continue
    const written = { text: toTypeScript(value.slice(from + 1, end)), start: offset + from + 1 }
    if (vague.test(written.text.trim())) continue
    namePattern.lastIndex = end + 1
    const name = namePattern.exec(value)?.[1]
    if (tag === "returns" || tag === "return") returns ??= written
    else if (tag === "type") own ??= written
    else if (name !== undefined) (tag === "typedef" ? typedefs : parameters).push([name, written])
  }
  const isEmpty =
    parameters.length + typedefs.length + imports.length === 0 && returns === undefined && own === undefined
  return isEmpty ? undefined : { comment, parameters, returns, type: own, typedefs, imports }
}
