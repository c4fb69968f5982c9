import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { type Outline, type Unit } from "../../../src/adapters/parser/Outline.ts"

const fixtures = join(import.meta.dirname, "../../fixtures/outlines")

/** A checked-in source file, as text. */
export const source = (name: string): string => readFileSync(join(fixtures, `${name}.txt`), "utf8")

/** The outline that a checked-in source file has, as `render` gives it. */
export const golden = (name: string): string => readFileSync(join(fixtures, `${name}.outline`), "utf8")

/** A unit on one line: where, what, name, signature. */
export const renderUnit = (unit: Unit): string =>
  `${unit.lines.start}-${unit.lines.end} ${unit.type} ${unit.name} | ${unit.signature}`

export const render = (outline: Outline): string => outline.units.map((unit) => `${renderUnit(unit)}\n`).join("")

/** The outline of a text. */
export const outlineOf = Effect.fnUntraced(function* (path: string, text: string | Uint8Array) {
  const parser = yield* Parser
  return yield* parser.outline(path, typeof text === "string" ? new TextEncoder().encode(text) : text)
})

/** The units of a text that parses whole, one line each. */
export const unitsOf = Effect.fnUntraced(function* (path: string, text: string) {
  const outline = yield* outlineOf(path, text)
  return outline.units.map(renderUnit)
})

/** What universal-ctags finds in a checked-in source file. */
export const listed = (name: string) =>
  readFileSync(join(fixtures, `${name}.ctags`), "utf8")
    .trimEnd()
    .split("\n")
    .map((row) => {
      const [line = "", kind = "", ...rest] = row.split(" ")
      return { line: Number(line), kind, name: rest.join(" ") }
    })
