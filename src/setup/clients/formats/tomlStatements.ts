import { Result } from "effect"
import { parseToml, type TomlTable } from "../../../config/Toml.ts"
import { takeIndent } from "../../../domain/Text.ts"

/** One statement of a TOML document: whole lines, the last with its newline. */
export interface Statement {
  /** `empty`: an empty line. `comment`: a comment or white space. */
  readonly kind: "header" | "pair" | "comment" | "empty"
  readonly text: string
  /** The values of a document with only this statement, below the header of its table. */
  readonly values: TomlTable
}

const classify = (text: string): Statement["kind"] => {
  if (/^\r?\n$/.test(text)) return "empty"
  const code = text.trimStart()
  if (code === "" || code.startsWith("#")) return "comment"
  return code.startsWith("[") ? "header" : "pair"
}

/**
 * Splits a document that parses into its statements, without gaps. A statement ends with the first line at which its
 * text parses by itself, which it does not inside a multi-line string, array or inline table.
 */
export const statementsOf = (document: string): ReadonlyArray<Statement> => {
  const statements: Array<Statement> = []
  let [header, text] = ["", ""]
  for (const line of document.split(/(?<=\n)/)) {
    text += line
    const parsed = parseToml(text)
    if (Result.isFailure(parsed)) continue
    const kind = classify(text)
    if (kind === "header") header = `${text}\n`
    const values = kind === "header" ? parsed.success : Result.getOrThrow(parseToml(header + text))
    statements.push({ kind, text, values })
    text = ""
  }
  return statements
}

/**
 * Replaces the value of the pair with this bare key and keeps the comment after it. Returns undefined for a statement
 * that is not this pair.
 */
export const replaceValue = ({ text }: Statement, key: string, value: string): string | undefined => {
  const start = new RegExp(`^[ \\t]*(?:${key}|"${key}"|'${key}')[ \\t]*=[ \\t]*`).exec(text)?.[0]
  if (start === undefined) return undefined
  const comment = [...text.matchAll(/#/g)].find(({ index }) => Result.isSuccess(parseToml(text.slice(0, index))))
  return start + value + text.slice(text.slice(0, comment?.index).trimEnd().length)
}

/** Adds lines with the same indentation after a statement. A final statement without a newline stays without one. */
export const addLines = ({ text }: Statement, lines: ReadonlyArray<string>, newline: string): string => {
  const indent = takeIndent(text)
  const indented = lines.map((line) => indent + line)
  return text.endsWith("\n")
    ? text + indented.map((line) => line + newline).join("")
    : text + indented.map((line) => newline + line).join("")
}
