/**
 * Asks this program and codegraph the same questions about code in turn over MCP, with warm indexes and watched folders where nothing
 * changes, and prints how long each takes the second time it is asked. Installs the rival from npm.
 *
 *     npm run build && node bench/code/rivalLatency.ts --repo PATH [--rounds 150] [--under packages/effect/src]
 *
 * The repository is cloned into two temporary folders. Definitions are asked for that are spread over the functions below a folder.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"
import { Environment } from "../processes.ts"
import { install, makeIndex } from "../rivals/install.ts"
import { rivals } from "../rivals/rivals.ts"
import { type Server, startServer } from "../server.ts"
import { chooseTargets, type Target } from "./targets.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string", default: "." },
    rounds: { type: "string", default: "150" },
    under: { type: "string", default: "" }
  }
})
const rounds = Number(values.rounds)
const program = join(import.meta.dirname, "..", "..", "dist", "main.js")

/** A question to a server. */
interface Question {
  readonly tool: string
  readonly argumentsFor: (target: Target) => Readonly<Record<string, unknown>>
}

const named = (tool: string, argument: string): Question => ({
  tool,
  argumentsFor: ({ name }) => ({ [argument]: name })
})

const questions: ReadonlyArray<{ readonly what: string; readonly ours: Question; readonly theirs: Question }> = [
  {
    what: "functions by name; theirs: search",
    ours: {
      tool: "repotoire_query_graph",
      argumentsFor: ({ name }) => ({ query_type: "functions", name, limit: 20 })
    },
    theirs: named("codegraph_search", "query")
  },
  {
    what: "search",
    ours: { tool: "code-scout_search", argumentsFor: ({ name }) => ({ tags: [name] }) },
    theirs: named("codegraph_search", "query")
  },
  {
    what: "callers",
    ours: {
      tool: "repotoire_query_graph",
      argumentsFor: ({ name, path }) => ({ query_type: "callers", name: `${path}:${name}` })
    },
    theirs: named("codegraph_callers", "symbol")
  },
  {
    what: "impact of any depth; theirs: two steps",
    ours: {
      tool: "repotoire_analyze_impact",
      argumentsFor: ({ name, path }) => ({ target: path, scope: "function", name })
    },
    theirs: named("codegraph_impact", "symbol")
  }
]

const ask = (server: Server, { argumentsFor, tool }: Question, target: Target) =>
  server.request("tools/call", { name: tool, arguments: argumentsFor(target) })

const formatTimes = (times: ReadonlyArray<number>): string =>
  [0.5, 0.95].map((share) => quantile(times, share).toFixed(1)).join(" | ")

const startRival = Effect.gen(function* () {
  const rival = yield* Effect.fromNullishOr(rivals.find((each) => each.package === "@colbymchenry/codegraph"))
  const directory = join(yield* makeFolder, "repository")
  execFileSync("git", ["clone", "--quiet", "--shared", resolve(values.repo), directory])
  const script = yield* install(rival, yield* makeFolder)
  const { command, environment } = yield* makeIndex(rival, script, directory)
  const tools = { CODEGRAPH_MCP_TOOLS: "search,callers,impact" }
  return yield* Effect.provideService(startServer([...command, ...rival.serve], directory), Environment, {
    ...environment,
    ...tools
  })
})

const main = Effect.gen(function* () {
  const directory = join(yield* makeFolder, "repository")
  execFileSync("git", ["clone", "--quiet", "--shared", resolve(values.repo), directory])
  const ours = yield* startServer([process.execPath, program, "mcp", "start", "--toolsets", "code,graph"], directory)
  yield* ours.call("code-scout_index", { background: false })
  const targets = yield* chooseTargets(ours, { under: values.under, count: rounds })
  const theirs = yield* startRival
  process.stdout.write(
    `${targets.length} functions\n\n| | p50 ms | p95 | codegraph: p50 | p95 |\n|---|---|---|---|---|\n`
  )
  for (const question of questions) {
    const times = { ours: Array.of<number>(), theirs: Array.of<number>() }
    for (const isSecond of [false, true]) {
      for (const target of targets) {
        const own = yield* ask(ours, question.ours, target)
        const other = yield* ask(theirs, question.theirs, target)
        if (!isSecond) continue
        times.ours.push(own.time)
        times.theirs.push(other.time)
      }
    }
    process.stdout.write(`| ${question.what} | ${formatTimes(times.ours)} | ${formatTimes(times.theirs)} |\n`)
  }
})

await Effect.runPromise(Effect.scoped(main))
