/**
 * Makes random histories of twelve operations with unique code, and prints how many annotations of surviving code `read`
 * and `history` find, with the program or with git alone.
 *
 *     node bench/histories/main.ts [--seed 1] [--runs 60] [--keeper ultragit|git] [--each]
 *
 * `--each` asks after every operation and prints what it lost.
 */
import { Effect } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { type Outcome, runHistory } from "../../test/support/histories/histories.ts"
import { gitAlone, ultragit } from "../../test/support/operations/keepers.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "60" },
    keeper: { type: "string", default: "ultragit" },
    each: { type: "boolean", default: false }
  }
})

const keeping = values.keeper === "git" ? gitAlone : ultragit
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const run = Effect.fnUntraced(function* (seed: number) {
  const outcome = yield* runHistory(seed, keeping, values.each)
  const { missing, standing, strange } = outcome.finding
  if (missing.length + strange.length + outcome.losses.length > 0) {
    say(`seed ${seed}: ${standing.length - missing.length} of ${standing.length} found, ${strange.length} strange`)
    for (const { history, intent, read } of missing) say(`  missing: ${intent} (read ${read}, history ${history})`)
    for (const one of strange) say(`  strange: ${one}`)
    for (const loss of outcome.losses) say(`  ${JSON.stringify(loss)}`)
    if (!values.each) say(`  ${outcome.operations.join("; ")}`)
  }
  return outcome
})

/** Prints for each operation how often it was done, and how many annotations it lost or misplaced. */
const byOperation = (outcomes: ReadonlyArray<Outcome>): void => {
  const names = Map.groupBy(
    outcomes.flatMap(({ operations }) => operations),
    (name) => name
  )
  const losses = outcomes.flatMap((outcome) => outcome.losses)
  say("| operation | times | annotations lost | in histories | strange |\n|---|---|---|---|---|")
  for (const [name, times] of [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const own = losses.filter(({ operation }) => operation === name)
    const count = (of: (loss: (typeof own)[number]) => number) => own.reduce((sum, loss) => sum + of(loss), 0)
    const lost = count(({ missing }) => missing.length)
    say(`| ${name} | ${times.length} | ${lost} | ${own.length} | ${count(({ strange }) => strange.length)} |`)
  }
}

const main = Effect.gen(function* () {
  const seeds = Array.from({ length: Number(values.runs) }, (_, at) => Number(values.seed) + at)
  const outcomes = yield* Effect.forEach(seeds, run)
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
  const standing = sum(({ finding }) => finding.standing.length)
  const missing = sum(({ finding }) => finding.missing.length)
  const strange = sum(({ finding }) => finding.strange.length)
  if (values.each) byOperation(outcomes)
  say(`${seeds.length} histories: ${standing - missing} of ${standing} found, ${strange} strange`)
  return missing + strange === 0
})

process.exit((await Effect.runPromise(main)) ? 0 : 1)
