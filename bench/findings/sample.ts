/**
 * Draws findings for judging: the same ones for the same seed and repositories, spread over the repositories.
 *
 *     node bench/findings/sample.ts CLONE... --count 30 [--detector NAME] [--seed 1] [--lines 12]
 *
 * Prints each with the start of its code. Needs `npm run build`.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"

interface Finding {
  readonly id: string
  readonly detector: string
  readonly severity: string
  readonly title: string
  readonly file: string
  readonly line_start: number
  readonly line_end: number
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "30" },
    detector: { type: "string" },
    lines: { type: "string", default: "12" },
    seed: { type: "string", default: "1" }
  }
})
const main = join(import.meta.dirname, "..", "..", "dist", "main.js")

const rank = (id: string): string => createHash("sha256").update(`${values.seed} ${id}`).digest("hex")

const findingsOf = (clone: string): ReadonlyArray<Finding> => {
  const args = [main, "graph", "report", "--format", "json", "--repo", clone]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e9 })).findings
}

const all = positionals.flatMap((clone) =>
  findingsOf(clone)
    .filter(({ detector }) => values.detector === undefined || values.detector === detector)
    .toSorted((a, b) => (rank(a.id) < rank(b.id) ? -1 : 1))
    .map((finding, position) => ({ clone, finding, position }))
)

/** One of each repository, then the second of each, and so on. */
const byDetector = Map.groupBy(
  all.toSorted((a, b) => a.position - b.position || (rank(a.finding.id) < rank(b.finding.id) ? -1 : 1)),
  ({ finding }) => finding.detector
)

for (const [detector, found] of [...byDetector].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  process.stdout.write(`\n## ${detector} (${found.length})\n`)
  for (const { clone, finding } of found.slice(0, Number(values.count))) {
    const { file, id, line_end: end, line_start: start, severity, title } = finding
    const lines = readFileSync(join(clone, file), "utf8").split("\n")
    const shown = lines.slice(start - 1, Math.min(end, start - 1 + Number(values.lines)))
    process.stdout.write(`\n${basename(clone)} ${file}:${start}-${end} [${id}] ${severity}: ${title}\n`)
    process.stdout.write(shown.map((line) => `    ${line.slice(0, 160)}\n`).join(""))
  }
}
