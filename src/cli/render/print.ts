import { displayWidth } from "effect/cli/CliOutput"
import type { Answer } from "../../pipeline/answering/answers.ts"
import { renderDeps } from "./deps.ts"
import { renderHistory } from "./history.ts"
import type { Line, Role } from "./Line.ts"
import { renderRead } from "./read.ts"
import { renderSummary } from "./summary.ts"

/** The output of an answer: a terminal has colors and a width, a pipe has neither. */
export interface Surface {
  readonly colors: boolean
  /** Columns to wrap at; undefined keeps each paragraph on one line. */
  readonly width: number | undefined
}

export const pipe: Surface = { colors: false, width: undefined }

const codes: Record<Role, string> = {
  title: "1;36",
  heading: "1",
  text: "",
  risk: "33",
  facts: "2",
  warning: "33",
  added: "32",
  removed: "31"
}

const paint = (role: Role, text: string): string =>
  codes[role] === "" || text === "" ? text : `\u001b[${codes[role]}m${text}\u001b[0m`

const wrap = (line: Line, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let current = line.prefix
  let empty = true
  for (const word of line.text.split(" ")) {
    if (!empty && displayWidth(current) + 1 + displayWidth(word) > width) {
      lines.push(current)
      current = line.indent + word
    } else {
      current += empty ? word : ` ${word}`
    }
    empty = false
  }
  return [...lines, current]
}

const formatLine = (line: Line, surface: Surface): string => {
  const rows = surface.width === undefined ? [line.prefix + line.text] : wrap(line, surface.width)
  return rows.map((row) => (surface.colors ? paint(line.role, row.trimEnd()) : row.trimEnd())).join("\n")
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
