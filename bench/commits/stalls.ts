import { Effect, Fiber, Schema } from "effect"
import { copyFileSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"
import { memoryOf } from "../memory.ts"
import { Environment, outputOf } from "../processes.ts"
import { type Server, startServer } from "../server.ts"
import { indexOf, type Source } from "./indexing.ts"
import type { Query } from "./judged.ts"

const root = join(import.meta.dirname, "..", "..")
const program = join(root, "dist", "main.js")
const turnsOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite, Schema.Finite])))
)

/** Limit for one turn of the event loop. */
const maxTurnMillis = 50
/** Size of the largest patch, which exceeds the cache. */
const largePatchBytes = 15_000_000
const pageBytes = 1024 * 1024

const line = (number: number) => `${number} is what this line has to say, and a few words more\n`

/** Makes a repository with a commit whose patch exceeds the cache. */
const makeLarge = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const text = Array.from({ length: largePatchBytes / line(100_000).length }, (_, number) => line(number)).join("")
  const id = yield* repository.commit("Add a large file", { files: { "large.txt": text } })
  return { id, directory: repository.directory }
})

/** The workloads for the server, by name. */
const parts = (server: Server, queries: ReadonlyArray<Query>, large: string, sync: Effect.Effect<unknown>) => {
  const call = (name: string, given: object) => server.call(`commitmux_${name}`, { ...given })
  const search = (limit: number) =>
    Effect.forEach(queries, ({ query }) => call("search", { query, limit }), { concurrency: 4, discard: true })
  const patch = Effect.forEach(
    Array.from({ length: Math.floor(largePatchBytes / pageBytes) }, (_, index) => index * pageBytes),
    (offset) => call("get_patch", { repo: "large", sha: large, offset }),
    { discard: true }
  )
  const touches = Effect.forEach(
    ["src", "*.c", "test", "docs/**", ""],
    (path) => call("touches", { path_glob: path, limit: 500 }),
    { concurrency: 2, discard: true }
  )
  const first = Effect.all(
    [
      call("search", { query: "fix" }),
      call("touches", { path_glob: "src" }),
      call("get_commit", { repo: "large", sha: large }),
      call("get_patch", { repo: "large", sha: large, max_bytes: 1_000 }),
      call("list_repos", {})
    ],
    { concurrency: "unbounded" }
  )
  const duringSync = Effect.gen(function* () {
    const syncing = yield* Effect.forkChild(sync)
    yield* Effect.sleep("1 second")
    yield* Effect.all([search(20), touches, search(100)])
    yield* Fiber.join(syncing)
  })
  return {
    "first calls": first,
    searches: search(20),
    "long pages": search(500),
    touches,
    patches: patch,
    syncing: duringSync
  }
}

/** The start of a workload, in milliseconds since 1970. */
type Begun = readonly [name: string, at: number]

const now = () => performance.timeOrigin + performance.now()

/** Runs all workloads on a server, and sends `ping` every few milliseconds. */
const runWorkloads = Effect.fnUntraced(function* (
  server: Server,
  works: Readonly<Record<string, Effect.Effect<unknown>>>
) {
  const begun: Array<Begun> = []
  const pings: Array<number> = []
  const ping = Effect.tap(server.ping, (time) => Effect.sync(() => pings.push(time)))
  const pinging = yield* Effect.forkChild(Effect.forever(Effect.andThen(ping, Effect.sleep("5 millis"))))
  for (const [name, work] of Object.entries(works)) {
    begun.push([name, now()])
    yield* work
  }
  begun.push(["end", now()])
  yield* Fiber.interrupt(pinging)
  return { begun, pings, megabytes: memoryOf(server.pid).resident }
})

/** Makes an index of the source and of a repository with a large patch, and the command that syncs another one. */
const makeServed = Effect.fnUntraced(function* (folder: string, source: Source) {
  const large = yield* makeLarge
  const path = join(folder, "stalls.sqlite3")
  yield* indexOf(folder, "served", [source])
  for (const end of ["-wal", "-shm"]) rmSync(`${path}${end}`, { force: true })
  copyFileSync(join(folder, "served.sqlite3"), path)
  const ours = (...args: ReadonlyArray<string>) => outputOf([process.execPath, program, ...args, "--db", path], folder)
  yield* ours("repos", "add", large.directory, "--name", "large")
  yield* ours("repos", "sync", "large")
  yield* ours("repos", "add", source.directory, "--name", "again")
  return { path, large: large.id, sync: ours("repos", "sync", "again") }
})

type Turns = ReturnType<typeof turnsOf>

const rowOf = (what: string, turns: Turns, from: number, to: number): string => {
  const here = turns.filter(([start]) => start >= from && start < to)
  const longest = (of: 1 | 2) => Math.max(0, ...here.map((turn) => turn[of])).toFixed(0)
  return `| ${what} | ${longest(1)} | ${longest(2)} | ${here.filter(([, , own]) => own > maxTurnMillis).length}`
}

/**
 * Measures the longest turns of the event loop in a server of the built program, with and without waiting for a
 * processor, and the latency of `ping`, under load: first calls, searches, long pages, a patch of 15 MB in parts, a
 * concurrent sync. Returns a table with one row, and with `each` one more for each workload.
 */
export const stalls = Effect.fn("stalls")(function* (
  folder: string,
  source: Source,
  queries: ReadonlyArray<Query>,
  each: boolean
) {
  const { large, path, sync } = yield* makeServed(folder, source)
  const file = join(folder, "turns.json")
  const start = [program, "mcp", "start", "--toolsets", "commits", "--db", path]
  const probe = join(import.meta.dirname, "turns.ts")
  const { begun, megabytes, pings } = yield* startServer([process.execPath, "--import", probe, ...start], folder).pipe(
    Effect.flatMap((server) => runWorkloads(server, parts(server, queries, large, sync))),
    Effect.scoped,
    Effect.provideService(Environment, { ...(yield* Environment), TURNS_FILE: file })
  )
  const turns = turnsOf(readFileSync(file, "utf8"))
  const waited = [quantile(pings, 0.5), quantile(pings, 0.95), Math.max(...pings)].map((time) => time.toFixed(1))
  const all = rowOf("everything", turns, begun[0]?.[1] ?? 0, begun.at(-1)?.[1] ?? 0)
  const rows = begun.slice(0, -1).map(([name, from], index) => {
    return `${rowOf(name, turns, from, begun[index + 1]?.[1] ?? 0)} | | | | |`
  })
  return [
    `| server, ms | longest turn | of its own | over ${maxTurnMillis} ms of its own | ping p50 | p95 | longest | MB at the end |`,
    "|---|---|---|---|---|---|---|---|",
    `${all} | ${waited.join(" | ")} | ${megabytes.toFixed(0)} |`,
    ...(each ? rows : [])
  ].join("\n")
})
