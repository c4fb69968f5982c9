import { Effect } from "effect"
import { spawn } from "node:child_process"
import { mkdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { execPath } from "node:process"
import { fileURLToPath } from "node:url"
import { plainEnvironment, outputOf, timeOf } from "../processes.ts"
import { memoryOf } from "../memory.ts"
import { quantile } from "../measure.ts"
import type { Source } from "./indexing.ts"

const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url))
/** Interval for sampling the memory of a sync. */
const samplingMillis = 100

/** One first sync by the built program. */
interface FirstSync {
  /** Milliseconds until metadata and paths of all commits were written. */
  readonly commits: number
  /** Milliseconds in total. */
  readonly all: number
  /** Peak resident memory in MB. */
  readonly memory: number
  /** Bytes of the index. */
  readonly size: number
  /** Number of indexed commits. */
  readonly count: number
}

const run = (args: ReadonlyArray<string>, database: string) =>
  spawn(execPath, [program, ...args, "--db", database], { env: plainEnvironment, stdio: ["ignore", "pipe", "pipe"] })

/** Runs the program. Calls `onOutput` with output and the milliseconds since the start. */
const runSampled = (
  args: ReadonlyArray<string>,
  database: string,
  onOutput: (text: string, at: number) => void = () => {}
) =>
  Effect.callback<{ readonly time: number; readonly memory: number }>((resume) => {
    const started = performance.now()
    const child = run(args, database)
    let memory = 0
    const sampler = setInterval(() => {
      const { peak, resident } = memoryOf(child.pid ?? 0)
      memory = Math.max(memory, peak ?? resident)
    }, samplingMillis)
    const handleOutput = (chunk: Buffer) => onOutput(chunk.toString("utf8"), performance.now() - started)
    child.stdout.on("data", handleOutput)
    child.stderr.on("data", handleOutput)
    child.on("close", (code) => {
      clearInterval(sampler)
      const time = performance.now() - started
      resume(code === 0 ? Effect.succeed({ time, memory }) : Effect.die(new Error(`${args.join(" ")}: ${code}`)))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** The progress messages of the first stage. */
const commitProgress = /^(\d+)\/(\d+) .*: commits$/gm

const firstSync = Effect.fnUntraced(function* (folder: string, { branches, directory, name }: Source) {
  const own = join(folder, `sync-${name}`)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own)
  const database = join(own, "index.sqlite3")
  yield* runSampled(
    ["repos", "add", directory, "--name", name, ...branches.flatMap((branch) => ["--branch", branch])],
    database
  )
  let commits = 0
  let count = 0
  const { memory, time } = yield* runSampled(["repos", "sync", name], database, (text, at) => {
    for (const [, done, all] of text.matchAll(commitProgress)) {
      if (done !== all) continue
      commits = at
      count = Number(all)
    }
  })
  return { commits, all: time, memory, size: statSync(database).size, count } satisfies FirstSync
})

/** Reads the size of the repository's packs in bytes. */
const packOf = Effect.fnUntraced(function* (directory: string) {
  const counts = (yield* outputOf(["git", "count-objects", "-v"], directory)).toString("utf8")
  return Number(/^size-pack: (\d+)$/m.exec(counts)?.[1]) * 1024
})

const log = (options: string, { branches, directory }: Source) =>
  timeOf(["sh", "-c", `git log ${options} "$@" >/dev/null`, "git", ...branches], directory)

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0)

/** Measures first syncs of a repository in turn with `git log` of the same data. Returns medians, as a row of {@link syncHead}. */
export const syncRow = Effect.fnUntraced(function* (folder: string, source: Source, rounds: number) {
  const all = yield* Effect.forEach(
    Array.from({ length: rounds }),
    Effect.fnUntraced(function* () {
      const raw = yield* log("--raw -z", source)
      const sync = yield* firstSync(folder, source)
      const patches = yield* log("-p", source)
      return { sync, raw, patches }
    })
  )
  const middle = (of: (one: (typeof all)[number]) => number): number => quantile(all.map(of), 0.5)
  const [commits, whole] = [middle(({ sync }) => sync.commits), middle(({ sync }) => sync.all)]
  const [raw, patches] = [middle((one) => one.raw), middle((one) => one.patches)]
  const cells = [
    `${source.name}, ${all[0]?.sync.count ?? 0} commits (${rounds})`,
    `${seconds(commits)} s`,
    `${seconds(raw)} s`,
    (commits / raw).toFixed(2),
    `${seconds(whole)} s`,
    `${seconds(patches)} s`,
    (whole / patches).toFixed(2),
    `${Math.max(...all.map(({ sync }) => sync.memory)).toFixed(0)} MB`,
    `${megabytes(middle(({ sync }) => sync.size))} MB`,
    `${megabytes(yield* packOf(source.directory))} MB`
  ]
  return `| ${cells.join(" | ")} |`
})

const columns = [
  "first sync of",
  "commits and paths",
  "`git log --raw -z`",
  "ratio (≤ 2)",
  "with patches",
  "`git log -p`",
  "ratio (≤ 1.6)",
  "memory (≤ 300 MB)",
  "index",
  "pack"
]
export const syncHead = `| ${columns.join(" | ")} |\n|${columns.map(() => "---").join("|")}|`
