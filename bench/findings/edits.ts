/**
 * Compares the findings of an index that is brought up to date edit by edit with those of an index made anew after each.
 *
 *     node bench/findings/edits.ts [--edits 300] [--seed 1] [--sequence 30]
 *
 * Every detector is asked, those that are off too. A new repository is made after each `sequence` edits.
 */
import process from "node:process"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { runFindingEdits } from "../../test/support/code/findingEdits.ts"

const { values } = parseArgs({
  options: {
    edits: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    sequence: { type: "string", default: "30" }
  }
})

const main = Effect.gen(function* () {
  const length = Number(values.sequence)
  let differences = 0
  let findings = 0
  for (let done = 0; done < Number(values.edits); done += length) {
    const seed = Number(values.seed) + done
    const { compared, different } = yield* Effect.scoped(runFindingEdits(seed, length))
    differences += different.length
    findings += compared
    if (different.length > 0) process.stdout.write(`seed ${seed}: differs after edits ${different.join(", ")}\n`)
  }
  process.stdout.write(`${values.edits} edits, ${findings} findings compared: ${differences} edits with differences\n`)
  process.exitCode = differences === 0 ? 0 : 1
})

await Effect.runPromise(main)
