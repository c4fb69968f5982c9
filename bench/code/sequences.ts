/**
 * Compares indexes of code that were brought up to date step by step with those made anew, over random sequences of changes.
 *
 *     node bench/code/sequences.ts [--count 1000] [--seed 1] [--rounds 5] [--steps 4] [--only .ts]
 *
 * Everything that is stored is compared: files, facts, shapes, definitions with what is measured of them, words, imports, edges
 * with how each is known, and traces. With `--only`, all files are of one language: `.ts`, `.py`, `.java` or `.go`. Sequence
 * number N is made from the seed + N, so `--seed N --count 1` repeats one.
 */
import { Effect } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { Extractor } from "../../src/codeIndex/extracting/Extractor.ts"
import { runSequence } from "../../test/support/code/sequences.ts"

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "5" },
    steps: { type: "string", default: "4" },
    only: { type: "string" }
  }
})
const extensions = [".ts", ".py", ".java", ".go"] as const
const only = extensions.find((each) => each === values.only)
if (values.only !== undefined && only === undefined) throw new Error(`--only takes one of ${extensions.join(", ")}`)
const length = { rounds: Number(values.rounds), steps: Number(values.steps), only }
/** Every second sequence is brought up to date by one indexer. */
const isKept = (seed: number): boolean => seed % 2 === 0
/** Differences of a sequence that are shown, and their characters. */
const maxShown = 6
const maxChars = 500

const main = Effect.gen(function* () {
  let different = 0
  let differences = 0
  for (let at = 0; at < Number(values.count); at += 1) {
    const seed = Number(values.seed) + at
    const found = yield* Effect.scoped(runSequence(seed, { ...length, isKept: isKept(seed) }))
    if (at % 50 === 49) process.stdout.write(`${at + 1} sequences, ${different} of them with differences\n`)
    if (found.length === 0) continue
    different += 1
    differences += found.length
    process.stdout.write(
      `seed ${seed}: ${found.length} differences\n  ${found
        .slice(0, maxShown)
        .map((each) => each.slice(0, maxChars))
        .join("\n  ")}\n`
    )
  }
  process.stdout.write(`${values.count} sequences: ${differences} differences in ${different} of them\n`)
  process.exitCode = different === 0 ? 0 : 1
})

await Effect.runPromise(main.pipe(Effect.provide(Extractor.layer)))
