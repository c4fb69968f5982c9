/**
 * Asks for every walk that is kept (blame, history of a file and of lines, renames) at random commits of random
 * histories of merges, reverts, renames, copies and wrong clocks, in some processes one after the other as far as memory
 * goes, so that what the ones before kept on disk is used wherever it may be; and compares each with git's own. Prints
 * what differs.
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
