import process from "node:process"
import { styleText } from "node:util"

type Format = Parameters<typeof styleText>[0]

const width = 116

const paint = (format: Format, text: string): string => styleText(format, text, { stream: process.stdout })

const printLine = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Wraps a text to the width that the indentation leaves. */
const wrapped = (text: string, indent: string): string => {
  const room = Math.max(30, width - indent.length)
  const lines = text.match(new RegExp(`.{1,${room}}(?:\\s|$)|\\S+\\s?`, "g")) ?? [text]
  return lines.map((line) => line.trimEnd()).join(`\n${indent}`)
}

const entriesOf = (value: object): ReadonlyArray<readonly [label: string, value: unknown]> =>
  Array.isArray(value)
    ? value.map((item: unknown) => ["", item] as const)
    : Object.entries(value).map(([key, item]) => [`${paint("blue", JSON.stringify(key))}: `, item] as const)

/** Formats JSON for reading. A value stays on one line if it fits after `used` characters. */
const pretty = (value: unknown, indent: string, used: number): string => {
  const line = JSON.stringify(value)
  if (typeof value !== "object" || value === null) return wrapped(line, `${indent}  `)
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const inner = `${indent}  `
  if (indent.length + used + line.length <= width) {
    const short = entriesOf(value).map(([label, item]) => `${label}${pretty(item, "", 0)}`)
    return short.length === 0 ? line : `${open} ${short.join(", ")} ${close}`
  }
  const items = entriesOf(value).map(([label, item]) => `${inner}${label}${pretty(item, inner, 24)}`)
  return `${open}\n${items.join(",\n")}\n${indent}${close}`
}

export const heading = (text: string): void => printLine(`\n${paint(["bold", "yellow"], text)}\n`)

export const note = (text: string): void => printLine(paint("dim", text))

/** Prints one message and its direction. */
export const message = (direction: "→" | "←", value: unknown): void => {
  printLine(`${paint(direction === "→" ? "cyan" : "green", direction)} ${pretty(value, "", 2)}`)
}
