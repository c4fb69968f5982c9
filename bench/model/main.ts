/**
 * Makes three clones of one remote annotate, rewrite, merge and share at random, and checks after each step that no
 * annotation is lost. Prints a minimal sequence of steps that loses one.
 *
 *     node bench/model/main.ts [--seed 1] [--runs 20] [--steps 60]
 */
import { Effect } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { shrink, stepsOf, troubleOf } from "../../test/support/noteModel/model.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "20" },
    steps: { type: "string", default: "60" }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const run = Effect.fnUntraced(function* (seed: number) {
  const steps = stepsOf(seed, Number(values.steps))
  const trouble = yield* troubleOf(steps)
  say(`seed ${seed}: ${steps.length} steps, ${trouble === undefined ? "nothing lost" : "trouble"}`)
  if (trouble === undefined) return 0
  const minimal = yield* shrink(steps, trouble)
  for (const step of minimal) say(`  ${JSON.stringify(step)}`)
  for (const found of (yield* troubleOf(minimal))?.found ?? trouble.found) say(`  ${found}`)
  return 1
})

const main = Effect.gen(function* () {
  const seeds = Array.from({ length: Number(values.runs) }, (_, at) => Number(values.seed) + at)
  const troubles = yield* Effect.forEach(seeds, run)
  const troubled = troubles.filter((found) => found > 0).length
  say(`${seeds.length} runs, ${troubled} with trouble`)
  return troubled
})

process.exit((await Effect.runPromise(main)) === 0 ? 0 : 1)
