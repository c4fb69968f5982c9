import { Effect } from "effect"
import { readdir, readFile, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { ask, type Question, serve } from "../calls.ts"
import type { Bench } from "../Slot.ts"
import type { Subject } from "../Subject.ts"

/** The needed part of the output of `--cpu-prof`. */
export interface CpuProfile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly children?: ReadonlyArray<number>
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }>
  readonly samples: ReadonlyArray<number>
  /** Microseconds. */
  readonly timeDeltas: ReadonlyArray<number>
}

/** The time of one function. */
export interface Spent {
  readonly name: string
  /** Milliseconds in the function itself. */
  readonly self: number
  /** Milliseconds including the functions that it called. */
  readonly total: number
}

const nameOf = ({ callFrame }: CpuProfile["nodes"][number]): string => {
  const { functionName, lineNumber, url } = callFrame
  const place = url === "" ? "" : ` (${basename(url)}:${lineNumber + 1})`
  return `${functionName === "" ? "anonymous" : functionName}${place}`
}

/** Sums the time of each function by name, largest own time first. Recursive calls count once in the total. */
export const summarise = ({ nodes, samples, timeDeltas }: CpuProfile): ReadonlyArray<Spent> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const own = new Map<number, number>()
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
  const found = new Map<string, { self: number; total: number }>()
  const roots = new Set(nodes.map(({ id }) => id))
  for (const { children = [] } of nodes) for (const child of children) roots.delete(child)
  const visit = (id: number, above: ReadonlySet<string>): number => {
    const node = byId.get(id)
    if (node === undefined) return 0
    const name = nameOf(node)
    const self = own.get(id) ?? 0
    const within = new Set([...above, name])
    const total = (node.children ?? []).reduce((sum, child) => sum + visit(child, within), self)
    const spent = found.get(name) ?? { self: 0, total: 0 }
    spent.self += self
    if (!above.has(name)) spent.total += total
    found.set(name, spent)
    return total
  }
  for (const root of roots) visit(root, new Set())
  return [...found]
    .map(([name, spent]) => ({ name, ...spent }))
    .filter(({ name }) => !["(root)", "(idle)"].includes(name))
    .toSorted((a, b) => b.self - a.self)
}

const shown = 20

const number = (value: number): string => value.toFixed(1).padStart(9)

/** Formats the functions with the most own time. */
export const asText = (spent: ReadonlyArray<Spent>): string => {
  const lines = spent.slice(0, shown).map(({ name, self, total }) => `${number(self)}${number(total)}  ${name}`)
  return ["  self ms total ms  function", ...lines].join("\n")
}

/** Reads the largest profile, because a launcher may start other processes. */
const readLargest = Effect.fnUntraced(function* (folder: string) {
  const names = (yield* Effect.promise(() => readdir(folder))).filter((name) => name.endsWith(".cpuprofile"))
  const texts = yield* Effect.forEach(names, (name) => Effect.promise(() => readFile(join(folder, name), "utf8")))
  const [largest = '{"nodes":[],"samples":[],"timeDeltas":[]}'] = texts.toSorted((x, y) => y.length - x.length)
  const profile: CpuProfile = JSON.parse(largest)
  return profile
})

/** Profiles a server while it answers a question `times` times. */
export const profileOf = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  question: Pick<Question, "tool" | "args">,
  options: { readonly times: number; readonly forget: boolean }
) {
  const folder = yield* makeFolder
  const [node, ...script] = bench.program
  const program = [node, "--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${folder}`, ...script] as const
  const kept = join(subject.directory, ".git", "ultragit")
  if (options.forget) yield* Effect.promise(() => rm(kept, { recursive: true, force: true }))
  yield* Effect.scoped(
    Effect.gen(function* () {
      const server = yield* serve({ ...bench, program }, subject)
      for (let time = 0; time < options.times; time += 1) yield* ask(server, question)
    })
  )
  return asText(summarise(yield* readLargest(folder)))
}, Effect.scoped)
