import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { type Unit } from "../../src/adapters/parser/Outline.ts"
import type { Definition } from "./definitions.ts"

/** Number of examples for each kind of difference. */
const maxExamples = 8

const endsWith = (name: string, own: string): boolean =>
  name === own || [".", "::", "#"].some((separator) => name.endsWith(`${separator}${own}`))

const meets = (unit: Unit, { line, name }: Definition): boolean =>
  unit.lines.start <= line && line <= unit.lines.end && endsWith(unit.name, name)

const share = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`)

/** Lists differences by kind, most frequent first, with examples. */
const listing = (title: string, differences: ReadonlyArray<readonly [kind: string, example: string]>): string => {
  const groups = [...Map.groupBy(differences, ([kind]) => kind)].toSorted(([, a], [, b]) => b.length - a.length)
  const rows = groups.map(([kind, own]) => {
    const step = Math.max(1, Math.floor(own.length / maxExamples))
    const examples = own.filter((_, index) => index % step === 0).slice(0, maxExamples)
    return `- ${kind}, ${own.length}: ${examples.map(([, example]) => example).join(", ")}`
  })
  return `\n${title}\n${rows.join("\n")}`
}

/**
 * Computes recall and precision of the outlines against the definitions from ctags, by name and line. Returns a Markdown
 * table and a list of the differences.
 */
export const compareOutlines = Effect.fnUntraced(function* (
  directory: string,
  files: ReadonlyArray<string>,
  definitions: ReadonlyArray<Definition>,
  of: string
) {
  const { outline } = yield* Parser
  const byFile = Map.groupBy(definitions, ({ file }) => file)
  const missing: Array<readonly [string, string]> = []
  const further: Array<readonly [string, string]> = []
  let units = 0
  let partial = 0
  for (const file of files) {
    const found = yield* outline(file, readFileSync(join(directory, file)))
    const expected = byFile.get(file) ?? []
    units += found.units.length
    partial += found.partial ? 1 : 0
    for (const each of expected.filter((definition) => !found.units.some((unit) => meets(unit, definition)))) {
      missing.push([each.kind, `${file}:${each.line} ${each.qualified}`])
    }
    for (const each of found.units.filter((unit) => !expected.some((definition) => meets(unit, definition)))) {
      further.push([each.type, `${file}:${each.lines.start} ${each.name}`])
    }
  }
  const recall = share(definitions.length - missing.length, definitions.length)
  const precision = share(units - further.length, units)
  return [
    "| language | repository | files | partial | definitions | recall | units | precision |\n|---|---|---|---|---|---|---|---|",
    `| ${of} | ${files.length} | ${partial} | ${definitions.length} | ${recall} | ${units} | ${precision} |`,
    listing("Definitions without a unit:", missing),
    listing("Units that ctags does not have:", further)
  ].join("\n")
})
