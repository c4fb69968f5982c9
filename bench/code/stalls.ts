/**
 * Measures the longest turns of the event loop of a server while it indexes hostile and large repositories, `ping` meanwhile, and
 * memory.
 *
 *     npm run build && node bench/code/stalls.ts [--files 70000] [--hostile 252] [--only NAME]
 */
import { Effect, Fiber, Schema } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder, makeRepository } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"
import { memoryOf } from "../memory.ts"
import { hostileFiles } from "../parsing/hostileFiles.ts"
import { Environment } from "../processes.ts"
import { startServer } from "../server.ts"

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "70000" },
    hostile: { type: "string", default: "252" },
    only: { type: "string", default: "" }
  }
})
const program = join(import.meta.dirname, "..", "..", "dist", "main.js")
const probe = join(import.meta.dirname, "..", "commits", "turns.ts")
const turnsOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite, Schema.Finite])))
)
/** Time between looks at the memory of the server. */
const memoryInterval = "100 millis"

const write = (directory: string, path: string, content: string | Uint8Array): void => {
  const file = join(directory, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const moduleOf = (at: number): string =>
  `import { f${at + 1} } from "./f${at + 1}.ts"\nexport class C${at} { take(): number { return f${at + 1}(${at}) } }\nexport const f${at} = (n: number) => new C${at}().take() + n\n`

/** What is indexed, by name. */
const projects: Readonly<Record<string, (directory: string) => void>> = {
  "a file of 100 MB": (directory) => write(directory, "large.ts", Buffer.alloc(100_000_000, "export const a = 1\n")),
  "minified bundles": (directory) => {
    for (let at = 0; at < 8; at += 1) {
      write(
        directory,
        `bundle${at}.js`,
        `var b=${at};${"function f(a,b){return a?b:f(b,a)};f(1,[2,{c:3}]);".repeat(50_000)}`
      )
    }
  },
  "hostile files of 18 languages": (directory) => {
    for (const { path, text } of hostileFiles(Number(values.hostile))) write(directory, path, text)
  },
  "many files": (directory) => {
    for (let at = 0; at < Number(values.files); at += 1) {
      write(directory, `src/d${Math.floor(at / 500)}/f${at}.ts`, moduleOf(at))
    }
  }
}

const measure = Effect.fn("measure")(function* (make: (directory: string) => void) {
  const { directory } = yield* makeRepository()
  const file = join(yield* makeFolder, "turns.json")
  make(directory)
  const pings: Array<number> = []
  const sizes: Array<number> = []
  const started = performance.now()
  let begun = 0
  yield* Effect.gen(function* () {
    const command = [process.execPath, "--import", probe, program, "mcp", "start", "--toolsets", "code"] as const
    const server = yield* startServer(command, directory)
    // What is loaded at the first call is no part of indexing.
    yield* server.call("code-scout_status", {})
    begun = performance.timeOrigin + performance.now()
    const ping = Effect.tap(server.ping, (time) => Effect.sync(() => pings.push(time)))
    const look = Effect.sync(() => sizes.push(memoryOf(server.pid).resident))
    const watching = yield* Effect.forkChild(
      Effect.all(
        [
          Effect.forever(Effect.andThen(ping, Effect.sleep("5 millis"))),
          Effect.forever(Effect.andThen(look, Effect.sleep(memoryInterval)))
        ],
        { concurrency: 2 }
      )
    )
    yield* server.call("code-scout_index", { background: false })
    yield* Fiber.interrupt(watching)
  }).pipe(Effect.scoped, Effect.provideService(Environment, { ...(yield* Environment), TURNS_FILE: file }))
  const turns = turnsOf(readFileSync(file, "utf8")).filter(([start]) => start >= begun)
  const longest = (of: 1 | 2) => Math.max(0, ...turns.map((turn) => turn[of]))
  return [
    (performance.now() - started) / 1000,
    longest(1),
    longest(2),
    quantile(pings, 0.5),
    quantile(pings, 0.95),
    Math.max(...pings),
    Math.max(...sizes)
  ].map((figure) => figure.toFixed(1))
}, Effect.scoped)

process.stdout.write(
  "| repository | seconds | longest turn, ms | most processor time of a turn, ms | ping p50, ms | p95 | longest | MB at most |\n|---|---|---|---|---|---|---|---|\n"
)
const main = Effect.forEach(
  Object.entries(projects).filter(([name]) => name.includes(values.only)),
  ([name, make]) =>
    Effect.map(measure(make), (figures) => process.stdout.write(`| ${name} | ${figures.join(" | ")} |\n`)),
  { discard: true }
)
await Effect.runPromise(main)
