import { displayWidth } from "effect/cli/CliOutput"
import type { Answer } from "../../pipeline/answering/answers.ts"
import { renderDeps } from "./deps.ts"
import { renderHistory } from "./history.ts"
import type { Line, Role } from "./Line.ts"
import { paint, type Style } from "./paint.ts"
import { renderRead } from "./read.ts"
import { renderSummary } from "./summary.ts"

/** The output of an answer: a terminal has colors, a width and perhaps only ASCII; a pipe has none of them. */
export interface Surface {
  /** Whether to style the text and leave out the signs of Markdown that the styles replace. */
  readonly colors: boolean
  /** Columns to wrap at; undefined keeps each paragraph on one line. */
  readonly width: number | undefined
  /** Whether to replace the signs that are not ASCII, such as `·`. */
  readonly ascii?: boolean
}

export const pipe: Surface = { colors: false, width: undefined }

const styles: Record<Role, Style> = {
  title: ["bold", "cyan"],
  heading: "bold",
  text: [],
  risk: "yellow",
  facts: "dim",
  warning: "yellow",
  added: "green",
  removed: "red"
}

const asciiSigns: Readonly<Record<string, string>> = { "·": "-", "…": "...", "│": "|" }

const replaceSigns = (text: string, { ascii = false }: Surface): string =>
  ascii ? text.replace(/[·…│]/g, (sign) => asciiSigns[sign] ?? sign) : text

const wrap = ({ indent, start, text }: Record<"start" | "indent" | "text", string>, width: number) => {
  const lines: Array<string> = []
  let current = start
  let empty = true
  for (const word of text.split(" ")) {
    if (!empty && displayWidth(current) + 1 + displayWidth(word) > width) {
      lines.push(current)
      current = indent + word
    } else {
      current += empty ? word : ` ${word}`
    }
    empty = false
  }
  return [...lines, current]
}

/** The signs of Markdown before a line, as bars of a quotation and nothing before a title. */
const styledPrefix = (prefix: string): string => prefix.replace(/^#+ /, "").replaceAll(">", "│")

const formatLine = (line: Line, surface: Surface): string => {
  const { colors, width } = surface
  const toSigns = (prefix: string): string => replaceSigns(colors ? styledPrefix(prefix) : prefix, surface)
  const [prefix, indent, text] = [toSigns(line.prefix), toSigns(line.indent), replaceSigns(line.text, surface)]
  const label = line.label === undefined ? "" : colors ? `${line.label}: ` : `**${line.label}** `
  const start = prefix + label
  const rows = width === undefined ? [start + text] : wrap({ start, indent, text }, width)
  if (!colors) return rows.map((row) => row.trimEnd()).join("\n")
  const style = styles[line.role]
  const [first = "", ...others] = rows.map((row) => row.trimEnd())
  const named = first.slice(prefix.length, start.length).trimEnd()
  return [
    paint("dim", first.slice(0, prefix.length)) +
      paint("bold", paint(style, named)) +
      paint(style, first.slice(prefix.length + named.length)),
    ...others.map((row) => paint("dim", row.slice(0, indent.length)) + paint(style, row.slice(indent.length)))
  ].join("\n")
}

const toLines = (answer: Answer): ReadonlyArray<Line> => {
  switch (answer.$schema) {
    case "ultragit-read/v1":
      return renderRead(answer)
    case "ultragit-deps/v1":
      return renderDeps(answer)
    case "ultragit-history/v1":
      return renderHistory(answer)
    case "ultragit-summary/v1":
      return renderSummary(answer)
  }
}

/** Formats lines as Markdown, without a final newline. */
export const linesAsMarkdown = (lines: ReadonlyArray<Line>, surface: Surface): string =>
  lines.map((line) => formatLine(line, surface)).join("\n")

/** Formats an answer as Markdown, without a final newline. */
export const markdown = (answer: Answer, surface: Surface): string => linesAsMarkdown(toLines(answer), surface)
