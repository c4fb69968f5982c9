/**
 * Asks the four questions on a real repository with synthetic notes, and compares every answer with one derived from
 * plain `git blame --porcelain`, `git log -L`, `git log --follow` and `git notes`.
 *
 *     node bench/verify/main.ts --repo PATH [--notes 4000] [--questions 300] [--seed 1]
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { isolation } from "../../test/support/runGit.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { compare } from "./compare.ts"
import { git } from "./oracle/plainGit.ts"
import { makeScratch } from "./scratch.ts"
import { chooseQuestions, type Question } from "./questions.ts"
import { answerOf, layerOf, type Outcome, verify } from "./verify.ts"

const root = join(import.meta.dirname, "../..")
const { values } = parseArgs({
  options: {
    repo: { type: "string", default: root },
    notes: { type: "string", default: "4000" },
    questions: { type: "string", default: "300" },
    seed: { type: "string", default: "1" }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const report = ({ differences, question }: Pick<Outcome, "differences" | "question">): void => {
  if (differences.length === 0) return
  say(`\n${question.tool} ${JSON.stringify(question.query)}`)
  for (const { answered, at, expected } of differences.slice(0, 12)) {
    say(`  ${at}\n    oracle:  ${expected}\n    program: ${answered}`)
  }
}

const middle = (sorted: ReadonlyArray<number>): string => (sorted[sorted.length >> 1] ?? 0).toFixed(1)

const timing = (outcomes: ReadonlyArray<Outcome>): void => {
  for (const tool of ["read", "deps", "history", "summary"] as const) {
    const own = outcomes.filter(({ question }) => question.tool === tool)
    const asked = own.map((outcome) => outcome.asked).toSorted((a, b) => a - b)
    const computed = own.map((outcome) => outcome.computed).toSorted((a, b) => a - b)
    const differing = own.filter(({ differences }) => differences.length > 0).length
    say(
      `${tool.padEnd(8)} ${String(own.length).padStart(4)} questions, ${differing} with differences; ` +
        `median ${middle(asked)} ms, most ${(asked.at(-1) ?? 0).toFixed(0)} ms; oracle median ${middle(computed)} ms`
    )
  }
}

/** Every n-th question also runs with the built program. */
const sampleEvery = 12

const argumentsOf = ({ query, tool }: Question): ReadonlyArray<string> => [
  tool,
  query.path,
  ...(query.anchor === undefined ? [] : ["--anchor", query.anchor]),
  ...(query.rev === undefined ? [] : ["--rev", query.rev]),
  ...("lines" in query && query.lines !== undefined ? ["--lines", query.lines] : []),
  ...("limit" in query && query.limit !== undefined ? ["--limit", String(query.limit)] : []),
  "--format",
  "json"
]

/** Asks the built program in its own process. Returns the answer, or the code of its failure. */
const runBuilt = (directory: string, question: Question): unknown => {
  const args = [join(root, "dist/main.js"), ...argumentsOf(question), "--repo", directory]
  try {
    return JSON.parse(
      execFileSync(process.execPath, args, {
        env: isolation,
        encoding: "utf8",
        maxBuffer: 2 ** 30,
        stdio: ["ignore", "pipe", "pipe"]
      })
    )
  } catch (error) {
    const said =
      error instanceof Error && "stdout" in error ? String(error.stdout) + String(Reflect.get(error, "stderr")) : ""
    return { failure: /"code":"(\w+)"/.exec(said)?.[1] ?? String(error) }
  }
}

const verifyBuilt = Effect.fnUntraced(function* (directory: string, question: Question) {
  const differences = compare(yield* answerOf(question), runBuilt(directory, question))
  report({ question, differences })
  return differences.length
})

const main = Effect.gen(function* () {
  const { outline } = yield* Parser
  const directory = join(yield* makeFolder, "repository")
  const seed = Number(values.seed)
  const source = resolve(values.repo)
  const scratch = yield* makeScratch({ source, directory, notes: Number(values.notes), seed }, outline)
  say(`${git(directory, ["rev-list", "--count", "HEAD"]).trim()} commits, ${scratch.facts.notes.size} notes`)
  const questions = yield* chooseQuestions({ ...scratch, outlineOf: outline }, Number(values.questions), seed)
  return yield* Effect.gen(function* () {
    const outcomes: Array<Outcome> = []
    for (const question of questions) {
      const outcome: Outcome = yield* verify(scratch.facts, question, outline)
      report(outcome)
      outcomes.push(outcome)
    }
    execFileSync(process.execPath, [join(root, ".build/build.ts")], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"]
    })
    const sample = questions.filter((_, index) => index % sampleEvery === 0)
    const built = yield* Effect.forEach(sample, (question) => verifyBuilt(directory, question))
    timing(outcomes)
    const differing = outcomes.filter(({ differences }) => differences.length > 0).length
    const builtDiffering = built.filter((count) => count > 0).length
    say(`built program: ${built.length} questions, ${builtDiffering} with differences`)
    say(`${questions.length + built.length} questions, ${differing + builtDiffering} differences`)
    return differing + builtDiffering
  }).pipe(Effect.provide(layerOf(directory)))
}).pipe(Effect.provide(Parser.layer), Effect.scoped)

const differing = await Effect.runPromise(main)
process.exit(differing === 0 ? 0 : 1)
