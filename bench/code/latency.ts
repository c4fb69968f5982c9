/**
 * Measures questions about code over MCP with a warm index, when nothing has changed and right after an edit was saved, and
 * `git status` in the same run. Each edit must be visible in its answer.
 *
 *     npm run build && node bench/code/latency.ts --repo PATH [--rounds 40] [--under packages/effect/src]
 *
 * The repository is cloned into a temporary folder. Definitions are asked for that are spread over the functions below a folder.
 */
import { Effect, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"
import { timeOf } from "../processes.ts"
import { type Server, startServer } from "../server.ts"
import { chooseTargets, type Target } from "./targets.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string", default: "." },
    rounds: { type: "string", default: "40" },
    under: { type: "string", default: "" }
  }
})
const rounds = Number(values.rounds)
const program = join(import.meta.dirname, "..", "..", "dist", "main.js")

/** A question, and the number in its answer that grows by one when a definition `marker` that calls the function is added. */
interface Question {
  readonly what: string
  readonly tool: string
  readonly argumentsFor: (target: Target, marker: string) => Readonly<Record<string, unknown>>
  readonly countIn: (answer: unknown) => number
}

const countOf = (field: string): ((answer: unknown) => number) => {
  const decode = Schema.decodeUnknownSync(
    Schema.Struct({ structuredContent: Schema.Record(Schema.String, Schema.Unknown) })
  )
  return (answer) => Number(decode(answer).structuredContent[field])
}

const questions: ReadonlyArray<Question> = [
  {
    what: "exact symbol (code-scout_search)",
    tool: "code-scout_search",
    argumentsFor: ({ name }, marker) => ({ tags: [marker === "" ? name : marker] }),
    countIn: countOf("total")
  },
  {
    what: "callers (repotoire_query_graph)",
    tool: "repotoire_query_graph",
    argumentsFor: ({ name, path }) => ({ query_type: "callers", name: `${path}:${name}` }),
    countIn: countOf("total_count")
  },
  {
    what: "impact (repotoire_analyze_impact)",
    tool: "repotoire_analyze_impact",
    argumentsFor: ({ name, path }) => ({ target: path, scope: "function", name }),
    countIn: countOf("direct_dependents")
  }
]

const isWarned = Schema.is(
  Schema.Struct({ structuredContent: Schema.Struct({ warnings: Schema.Array(Schema.String) }) })
)

/** Whether an answer says that it is not up to date; other warnings are of files without facts. */
const isLate = (answer: unknown): boolean =>
  isWarned(answer) &&
  answer.structuredContent.warnings.some((warning) => /Indexing goes on|not up to date/.test(warning))

const ask = (server: Server, { tool }: Question, args: Readonly<Record<string, unknown>>) =>
  server.request("tools/call", { name: tool, arguments: args })

const print = (what: string, times: ReadonlyArray<number>): void => {
  const [half, late] = [quantile(times, 0.5), quantile(times, 0.95)].map((time) => time.toFixed(1))
  process.stdout.write(`| ${what} | ${half} | ${late} |\n`)
}

/** Asks in turn with `git status`, after what `before` does. Returns the times of both. */
const measure = Effect.fnUntraced(function* (
  server: Server,
  directory: string,
  question: Question,
  targets: ReadonlyArray<Target>,
  isEdited: boolean
) {
  const times = { ours: Array.of<number>(), status: Array.of<number>() }
  let late = 0
  for (const [round, target] of targets.entries()) {
    const marker = isEdited ? `ultragitProbe${question.tool.length}x${round}` : ""
    const args = question.argumentsFor(target, marker)
    const before = yield* ask(server, question, args)
    if (isEdited) appendFileSync(join(directory, target.path), `\nconst ${marker} = () => ${target.name}()\n`)
    const after = yield* ask(server, question, args)
    const grown = question.countIn(after.result) - question.countIn(before.result)
    if (isLate(after.result)) late += 1
    else if (grown !== (isEdited ? 1 : 0)) {
      return yield* Effect.die(new Error(`${question.what} of ${target.path} ${target.name} grew by ${grown}`))
    }
    times.ours.push(after.time)
    times.status.push(yield* timeOf(["git", "status", "--porcelain"], directory))
  }
  if (late > 0) process.stdout.write(`${late} answers said that they were not up to date yet\n`)
  return times
})

const main = Effect.gen(function* () {
  const directory = join(yield* makeFolder, "repository")
  execFileSync("git", ["clone", "--quiet", "--shared", resolve(values.repo), directory])
  const server = yield* startServer([process.execPath, program, "mcp", "start", "--toolsets", "code,graph"], directory)
  yield* server.call("code-scout_index", { background: false })
  const targets = yield* chooseTargets(server, { under: values.under, count: rounds })
  process.stdout.write(`${targets.length} functions\n\n| | p50 ms | p95 ms |\n|---|---|---|\n`)
  const all = Array.of<number>()
  for (const isEdited of [false, true]) {
    for (const question of questions) {
      const { ours, status } = yield* measure(server, directory, question, targets, isEdited)
      print(`${question.what}, ${isEdited ? "an edit was saved" : "nothing changed"}`, ours)
      all.push(...status)
    }
  }
  print("git status", all)
})

await Effect.runPromise(Effect.scoped(main))
