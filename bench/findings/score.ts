/**
 * Sums up the verdicts: useful findings of those judged, by detector and round. Those that a rule was changed by say nothing of
 * the rule as it is now, and are counted apart.
 *
 *     node bench/findings/score.ts
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

interface Verdict {
  readonly detector: string
  readonly round: number
  readonly verdict: "useful" | "trivial" | "wrong"
  /** Whether a rule was changed by it. Not said of rounds before the eighth. */
  readonly tuned?: boolean
}

const lines = readFileSync(join(import.meta.dirname, "verdicts.jsonl"), "utf8")
  .trim()
  .split("\n")
const verdicts = lines.map((line): Verdict => JSON.parse(line))

const describeAll = (found: ReadonlyArray<Verdict>): string => {
  const [tuned, others] = [found.filter((each) => each.tuned === true), found.filter((each) => each.tuned !== true)]
  return [describe(others), ...(tuned.length === 0 ? [] : [`tuned: ${describe(tuned)}`])]
    .filter((part) => part !== "")
    .join("; ")
}

const describe = (found: ReadonlyArray<Verdict>): string => {
  if (found.length === 0) return ""
  const count = (verdict: Verdict["verdict"]) => found.filter((each) => each.verdict === verdict).length
  return `${count("useful")} of ${found.length} (${count("trivial")} trivial, ${count("wrong")} wrong)`
}

const rounds = [...new Set(verdicts.map(({ round }) => round))].toSorted((a, b) => a - b)
process.stdout.write(`| detector | ${rounds.map((round) => `round ${round}`).join(" | ")} |\n`)
process.stdout.write(`|---|${rounds.map(() => "---|").join("")}\n`)
for (const [detector, found] of Map.groupBy(verdicts, (each) => each.detector)) {
  const cells = rounds.map((round) => describeAll(found.filter((each) => each.round === round)))
  process.stdout.write(`| \`${detector}\` | ${cells.join(" | ")} |\n`)
}
