import { escapeControls } from "../../domain/Text.ts"

/** The kind of a line, which decides its color. */
export type Role = "title" | "heading" | "text" | "risk" | "facts" | "warning" | "added" | "removed"

/** One paragraph of an answer: on one line, or wrapped to the terminal's width and indented. */
export interface Line {
  readonly role: Role
  /** Begins the first line. */
  readonly prefix: string
  /** Precedes the text: `**Why** …`. */
  readonly label?: string
  /** Begins the following lines. */
  readonly indent: string
  readonly text: string
}

export const blank: Line = { role: "text", prefix: "", indent: "", text: "" }
export const title = (text: string): Line => ({ role: "title", prefix: "# ", indent: "", text })
export const section = (text: string): Line => ({ role: "title", prefix: "## ", indent: "", text })
export const heading = (text: string): Line => ({ role: "heading", prefix: "### ", indent: "", text })
export const plain = (text: string): Line => ({ role: "text", prefix: "", indent: "", text })
/** Joins facts into one line, without the empty ones. */
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

/** Turns untrusted text into one line: folds white space, escapes control characters. */
export const escapeLine = (text: string): string => escapeControls(text.replace(/\s+/g, " ").trim())

const textLines = (text: string): ReadonlyArray<string> =>
  text
    .trim()
    .split(/\r\n|\n|\r/)
    .map((line) => escapeControls(line.replaceAll("\t", "  ").trimEnd()))

/**
 * Quotes the text of a note, line by line, so that it cannot pass for a heading, a fact or a warning of ultragit.
 * `label` precedes the first line.
 */
export const quote = (
  text: string,
  options?: { readonly label?: string; readonly bullet?: boolean; readonly role?: Role; readonly margin?: string }
): ReadonlyArray<Line> => {
  const margin = `${options?.margin ?? ""}> `
  const step = options?.bullet === true ? "  " : ""
  const label = options?.bullet === true ? undefined : options?.label
  return textLines(text).map((line, index) => ({
    role: options?.role ?? "text",
    prefix: margin + (index === 0 && options?.bullet === true ? "- " : step),
    ...(index === 0 && label !== undefined ? { label } : {}),
    indent: margin + step,
    text: line
  }))
}

/** An empty line in a quotation. */
const quotedBlank: Line = { role: "text", prefix: ">", indent: ">", text: "" }

/** Joins quoted paragraphs with empty quoted lines. */
export const paragraphs = (blocks: ReadonlyArray<ReadonlyArray<Line>>): ReadonlyArray<Line> =>
  blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [quotedBlank, ...block]))

/** What is said of something, below its title. */
export interface Block {
  readonly title: string
  readonly lines: ReadonlyArray<Line>
}

/** Lists blocks. What is said of several things in the same words is said once, below all their titles. */
export const blockLines = (blocks: ReadonlyArray<Block>): ReadonlyArray<Line> =>
  [...Map.groupBy(blocks, ({ lines }) => JSON.stringify(lines)).values()].flatMap((same) => [
    blank,
    heading(same.map(({ title: name }) => name).join(", ")),
    ...(same[0]?.lines ?? [])
  ])
