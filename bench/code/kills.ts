/**
 * Kills the program while it indexes, at random moments, and compares what the next start makes of the index with one made anew.
 *
 *     npm run build && node bench/code/kills.ts [--count 40] [--seed 1]
 */
import { Effect } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeKills } from "../../test/support/code/kills.ts"

const { values } = parseArgs({
  options: { count: { type: "string", default: "40" }, seed: { type: "string", default: "1" } }
})

/** Characters of a difference that are shown. */
const maxChars = 500

const main = Effect.gen(function* () {
  const { kill } = yield* makeKills(Number(values.seed))
  const left = new Map<string, number>()
  let different = 0
  for (let run = 0; run < Number(values.count); run += 1) {
    const killed = yield* kill
    left.set(killed.left, (left.get(killed.left) ?? 0) + 1)
    if (killed.differences.length === 0) continue
    different += 1
    process.stdout.write(`kill ${run + 1}, after ${killed.afterMillis} ms, left ${killed.left}:\n`)
    process.stdout.write(
      `  ${killed.differences
        .slice(0, 6)
        .map((each) => each.slice(0, maxChars))
        .join("\n  ")}\n`
    )
  }
  const states = [...left].map(([state, count]) => `${count} left ${state}`).join(", ")
  process.stdout.write(`${values.count} kills: ${states}; ${different} completed to another index\n`)
  process.exitCode = different === 0 ? 0 : 1
})

await Effect.runPromise(Effect.scoped(main))
