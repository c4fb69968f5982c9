/**
 * Checks the cached walks (blame, history of a file and of lines, renames) against git, at random commits of random
 * histories with merges, reverts, renames, copies and wrong clocks. Simulates several processes in turn, so that later
 * ones use the on-disk cache of earlier ones. Prints the differences.
 *
 *     node bench/caches/main.ts [--seed 1] [--runs 100] [--processes 3] [--questions 4]
 */
import { Effect } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { trial } from "../../test/support/keptWalks.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "100" },
    processes: { type: "string", default: "3" },
    questions: { type: "string", default: "4" }
  }
})

const all = Effect.gen(function* () {
  const first = Number(values.seed)
  const runs = Number(values.runs)
  const wrong: Array<string> = []
  const asked = new Map<string, number>()
  for (let seed = first; seed < first + runs; seed += 1) {
    const options = { commits: 40, processes: Number(values.processes), questions: Number(values.questions) }
    const outcome = yield* trial(seed, options)
    wrong.push(...outcome.wrong)
    for (const [walk, count] of [...Object.entries(outcome.asked), ...Object.entries(outcome.kept)])
      asked.set(walk, (asked.get(walk) ?? 0) + count)
  }
  const counts = [...asked].map(([walk, count]) => `${walk} ${count}`).join(", ")
  process.stdout.write(`${runs} histories (${counts}), ${wrong.length} unlike git's\n`)
  process.stdout.write(wrong.map((each) => `${each}\n`).join(""))
  process.exitCode = wrong.length === 0 ? 0 : 1
})

await Effect.runPromise(all)
