import { escapeControls } from "../../domain/Text.ts"

/** What a line is, for colour. */
export type Role = "title" | "heading" | "text" | "risk" | "facts" | "warning" | "added" | "removed"

/** One paragraph of an answer: written on one line, or wrapped to the terminal under its prefix. */
export interface Line {
  readonly role: Role
  /** Stands before the first line. */
  readonly prefix: string
  /** Stands before the lines after it. */
  readonly indent: string
  readonly text: string
}

export const blank: Line = { role: "text", prefix: "", indent: "", text: "" }
export const title = (text: string): Line => ({ role: "title", prefix: "# ", indent: "", text })
export const section = (text: string): Line => ({ role: "title", prefix: "## ", indent: "", text })
export const heading = (text: string): Line => ({ role: "heading", prefix: "### ", indent: "", text })
export const plain = (text: string): Line => ({ role: "text", prefix: "", indent: "", text })
/** Facts side by side; empty ones left out. */
export const joinFacts = (parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join(" · ")

export const facts = (parts: ReadonlyArray<string>): Line => ({
  role: "facts",
  prefix: "",
  indent: "",
  text: joinFacts(parts)
})
export const item = (text: string): Line => ({ role: "text", prefix: "- ", indent: "  ", text })
export const warning = (text: string): Line => ({
  role: "warning",
  prefix: "Warning: ",
  indent: "",
  text: escapeControls(text)
})

/** A stranger's text as one line: white space folded, control characters escaped. */
export const escapeLine = (text: string): string => escapeControls(text.replace(/\s+/g, " ").trim())

const textLines = (text: string): ReadonlyArray<string> =>
  text
    .trim()
    .split(/\r\n|\n|\r/)
    .map((line) => escapeControls(line.replaceAll("\t", "  ").trimEnd()))

/**
 * A note's own words, every line of them inside a quotation, so that no word of it can pass for a heading, a fact or
 * a warning of ours. `label` is ours, on the first line.
 */
export const quote = (
  text: string,
  options?: { readonly label?: string; readonly bullet?: boolean; readonly role?: Role; readonly margin?: string }
): ReadonlyArray<Line> => {
  const margin = `${options?.margin ?? ""}> `
  const step = options?.bullet === true ? "  " : ""
  const first = options?.bullet === true ? "- " : options?.label === undefined ? "" : `**${options.label}** `
  return textLines(text).map((line, index) => ({
    role: options?.role ?? "text",
    prefix: margin + (index === 0 ? first : step),
    indent: margin + step,
    text: line
  }))
}

/** An empty line within a quotation. */
export const quotedBlank: Line = { role: "text", prefix: ">", indent: ">", text: "" }

/** Quoted paragraphs with an empty quoted line between them. */
export const paragraphs = (blocks: ReadonlyArray<ReadonlyArray<Line>>): ReadonlyArray<Line> =>
  blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [quotedBlank, ...block]))
