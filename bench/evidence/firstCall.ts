/**
 * What does evidence add to the first `read` of a file, when nothing is kept? The processor time of the command with all its
 * processes, and the time until it ends, with `--evidence never` and `auto` in turn.
 *
 *     npm run build && node bench/evidence/firstCall.ts CLONE FILE ... [--rounds 5] [--program OTHER/dist/main.js]
 *
 * `--program` compares with another build, in the same rounds. The clone is cloned into a temporary folder. Linux only: the
 * kernel says what processor time ended processes took, in hundredths of a second.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"
import { fromStat } from "../processorTime.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, program: { type: "string", multiple: true, default: [] } }
})
const [source = ".", ...files] = positionals
const rounds = Number(values.rounds)
const programs = [
  join(import.meta.dirname, "..", "..", "dist", "main.js"),
  ...values.program.map((each) => resolve(each))
]
const modes = ["never", "auto"] as const

interface Cost {
  readonly processorMillis: number
  readonly wallMillis: number
}

const readEndedMillis = (): number => fromStat(readFileSync("/proc/self/stat", "latin1")).ended

const readOnce = (clone: string, program: string, file: string, mode: string): Cost => {
  rmSync(join(clone, ".git", "ultragit"), { recursive: true, force: true })
  const [processor, start] = [readEndedMillis(), performance.now()]
  execFileSync(process.execPath, [program, "read", file, "--evidence", mode, "--json"], { cwd: clone })
  return { processorMillis: readEndedMillis() - processor, wallMillis: performance.now() - start }
}

const formatPair = (costs: ReadonlyArray<ReadonlyArray<Cost>>, key: keyof Cost): string => {
  const [never = Number.NaN, auto = Number.NaN] = costs.map((runs) =>
    quantile(
      runs.map((run) => run[key]),
      0.5
    )
  )
  return `${never.toFixed(0)} → ${auto.toFixed(0)} | ${(auto / never).toFixed(2)}`
}

const measureFile = (clone: string, file: string): void => {
  const contenders = programs.flatMap((program) => modes.map((mode) => ({ program, mode, runs: Array<Cost>() })))
  for (let round = 0; round < rounds; round += 1) {
    for (const { mode, program, runs } of contenders) runs.push(readOnce(clone, program, file, mode))
  }
  for (const [index, program] of programs.entries()) {
    const costs = contenders.filter((each) => each.program === program).map(({ runs }) => runs)
    const name = index === 0 ? file : `the same, ${program}`
    process.stdout.write(`| ${name} | ${formatPair(costs, "processorMillis")} | ${formatPair(costs, "wallMillis")} |\n`)
  }
}

const measure = Effect.gen(function* () {
  const clone = join(yield* makeFolder, "clone")
  execFileSync("git", ["clone", "--quiet", "--shared", resolve(source), clone])
  // The first run fills Node's compile cache.
  for (const program of programs) for (const file of files.slice(0, 1)) readOnce(clone, program, file, "auto")
  process.stdout.write("| file | processor, ms | ratio | until it ends, ms | ratio |\n|---|---|---|---|---|\n")
  for (const file of files) measureFile(clone, file)
})

await Effect.runPromise(Effect.scoped(measure))
