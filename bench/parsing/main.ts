/**
 * Parses hostile files in one process and prints the peak memory of the process with its worker, the processor time, and
 * how many files have an outline or exceed each limit.
 *
 *     node bench/parsing/main.ts [--count 500] [--only swift] [--each]
 *
 * Exits with 1 when the peak is over 400 MB.
 */
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import process from "node:process"
import { parseArgs } from "node:util"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { hostileFiles } from "./hostileFiles.ts"

const maxPeakMegabytes = 400
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    count: { type: "string", default: "500" },
    each: { type: "boolean", default: false }
  }
})

const peakMegabytes = (): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024)

const usedMillis = (before?: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(before)
  return Math.round((user + system) / 1_000)
}

const program = Effect.gen(function* () {
  const parser = yield* Parser
  const outcomes = new Map<string, number>()
  let slowest = { path: "", millis: 0 }
  for (const { path, text } of hostileFiles(Number(values.count), values.only)) {
    const before = process.cpuUsage()
    const { failure: exceeded = "outline" } = yield* parser.outline(path, new TextEncoder().encode(text))
    const millis = usedMillis(before)
    outcomes.set(exceeded, (outcomes.get(exceeded) ?? 0) + 1)
    if (millis > slowest.millis) slowest = { path, millis }
    if (values.each) process.stdout.write(`${path} ${exceeded} ${millis} ms, peak ${peakMegabytes()} MB\n`)
  }
  const counts = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(", ")
  process.stdout.write(`${values.count} files: ${counts}\nslowest: ${slowest.path} ${slowest.millis} ms\n`)
  process.stdout.write(`processor time ${usedMillis()} ms, peak ${peakMegabytes()} MB\n`)
  if (peakMegabytes() > maxPeakMegabytes) process.exitCode = 1
})

await Effect.runPromise(Effect.provide(program, Parser.layer))
