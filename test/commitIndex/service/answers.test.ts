import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Result, Schema, Scope } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { makeRandom } from "../../../bench/verify/random.ts"
import { renderCommit, renderSearch, renderTouches } from "../../../src/cli/render/commits.ts"
import { linesAsMarkdown, pipe } from "../../../src/cli/render/print.ts"
import { commitContract, searchContract, touchesContract } from "../../../src/toolsets/commits/contracts.ts"
import { annotate } from "../../support/annotated.ts"
import { makeIndex } from "../../support/commits/indexing.ts"
import { assembled, hostile } from "../../support/commits/queries.ts"
import { at, textOf } from "../../support/conformance/Subject.ts"
import { seed } from "../../support/fuzz/random.ts"
import { initialize, startServer, toolCall } from "../../support/McpProcess.ts"
import { run, serverOf } from "../../support/program.ts"
import { scaled } from "../../support/scale.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const limiter = [
  "export class RateLimiter {",
  "  readonly #left = new Map<string, number>()",
  "  take(caller: string): boolean {",
  "    const left = this.#left.get(caller) ?? 100",
  "    this.#left.set(caller, left - 1)",
  "    return left > 0",
  "  }",
  "}",
  ""
].join("\n")

/** Three commits of fixed people and times, one of them annotated and tagged, in an index of a fixed age. */
const makeServed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const [, second = ""] = yield* repository.importHistory([
    { message: "Begin", date: 1_767_225_600, files: { "docs/usage.md": "Nothing to use yet.\n" } },
    {
      message: "Add a rate limiter\n\nAnswers say in the header rate-limit-left what is left.",
      date: 1_767_229_200,
      author: "Dana Blackwell <dana@example.com>",
      files: { "src/limiter.ts": limiter, "docs/usage.md": "Nobody may call more than 100 times.\n" }
    },
    {
      message: "Give limits a folder",
      date: 1_767_232_800,
      files: { "src/limiter.ts": null, "src/limits/limiter.ts": limiter }
    }
  ])
  yield* repository.git(["tag", "v1", second])
  const intent = "One greedy caller starved all others."
  const reasoning = "Only the caller that asks too often is refused, so that the rate of one never costs another."
  const region = { file: "src/limiter.ts", anchor: "RateLimiter.take", lines: [3, 7], intent, reasoning } as const
  yield* annotate(repository, second, [region], { summary: intent })
  const index = yield* makeIndex
  index.register("api", repository.directory)
  yield* index.sync("api")
  const aged = "UPDATE repositories SET synced_at = 1767312000"
  Result.getOrThrow(index.database.transact((connection) => connection.run(aged)))
  const server = yield* startServer(serverOf(yield* makeFolder, "--toolsets", "commits", "--db", index.path))
  yield* initialize(server, "2025-06-18")
  return { server, path: index.path }
})

const scope = Scope.makeUnsafe()
const { path: db, server } = await Effect.runPromise(Scope.provide(makeServed, scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const golden = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.golden.md`), "utf8")

const IndexAccess = Schema.Struct({ tool: Schema.String, arguments: Schema.Record(Schema.String, Schema.Unknown) })
const examples = Schema.decodeSync(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ ...IndexAccess.fields, answer: Schema.Unknown })))
)(readFileSync(join(import.meta.dirname, "answers.golden.json"), "utf8"))

/** What a program that has just started may not wait for, as if it had. */
const normalizeBehind = (text: string): string => text.replaceAll('"behind":null', '"behind":0')

describe("the answers of the tools for commits", () => {
  it.live.each(examples)("$tool of $arguments matches the golden file byte for byte", (example) =>
    Effect.gen(function* () {
      yield* server.send(toolCall(1, example.tool, example.arguments))
      const answer = yield* server.answer(1)
      assert.strictEqual(normalizeBehind(String(textOf(answer))), JSON.stringify(example.answer))
      assert.deepStrictEqual(at(answer, "result", "structuredContent"), JSON.parse(String(textOf(answer))))
    })
  )
})

const answerOf = <A>(contract: { readonly name: string; readonly output: Schema.ConstraintDecoder<A> }): A =>
  Schema.decodeUnknownSync(contract.output)(examples.find(({ tool }) => tool === contract.name)?.answer)

describe("ultragit commits", () => {
  it.live("search prints the golden files, in JSON and in text", () =>
    Effect.gen(function* () {
      const [found] = examples
      const command = ["commits", "search", "rate", "limiter", "--db", db]
      const [text, json] = yield* Effect.all([run(command), run([...command, "--json"])], { concurrency: 2 })
      assert.strictEqual(normalizeBehind(json.stdout), `${JSON.stringify(found?.answer)}\n`)
      const fresh = text.stdout.replace(/^Warning: .* checking it for new commits failed\.\n\n/m, "")
      assert.strictEqual(fresh, golden("search"))
    })
  )

  it.each([
    ["search", renderSearch("rate limiter", answerOf(searchContract))],
    ["touches", renderTouches("src/", answerOf(touchesContract))],
    ["show", renderCommit(answerOf(commitContract))]
  ])("%s as text equals the golden file", (name, lines) => {
    assert.strictEqual(`${linesAsMarkdown(lines, pipe)}\n`, golden(name))
  })
})

/** Asks everything at once and gives, in order, what is wrong with an answer, if anything is. */
const asked = Effect.fnUntraced(function* (tool: string, questions: ReadonlyArray<Readonly<Record<string, unknown>>>) {
  yield* server.send(...questions.map((given, id) => toolCall(id, tool, given)))
  return yield* Effect.forEach(questions, (_, id) => server.answer(id))
})

const subjectsOf = (answer: unknown) => {
  const results = at(answer, "result", "structuredContent", "results")
  return Array.isArray(results) ? results.map((result) => at(result, "subject")) : textOf(answer)
}

const nothing = (query: string): string =>
  `No word to search for in ${JSON.stringify(query)}.\nUse words from a commit message, an annotation, a path or a patch.`

describe("commitmux_search", () => {
  const added = ["Add a rate limiter"]
  const both = ["Add a rate limiter", "Give limits a folder"]

  it.live("treats text that is not valid FTS5 as words, or explains why it finds nothing", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [query: string, found: unknown]> = [
        ["rate-limit", added],
        ["rate-limit-left", added],
        ['"', nothing('"')],
        ['"rate limiter', both],
        ['""', nothing('""')],
        ["*", nothing("*")],
        ["rate*", added],
        ["*rate", added],
        ["NEAR(", []],
        ["NEAR(rate", added],
        ["NEAR(rate limiter, 2)", added],
        ["col:", []],
        ["col: rate", added],
        ["rate:", added],
        ["subject:", []],
        ["rate AND", added],
        ["NOT rate", added],
        ["rate)", added],
        ["rate's", added],
        ["🎉", nothing("🎉")],
        ["rate 🎉", added],
        ["rate\0", added],
        ["'; DROP TABLE commits; --", []],
        ["rate ".repeat(2_000), added],
        ["x".repeat(10_000), []],
        ["🎉".repeat(5_000), nothing("🎉".repeat(40))]
      ]
      const answers = yield* asked(
        "commitmux_search",
        cases.map(([query]) => ({ query }))
      )
      assert.deepStrictEqual(
        answers.map((answer, index) => [cases[index]?.[0].slice(0, 30), subjectsOf(answer)]),
        cases.map(([query, found]) => [query.slice(0, 30), found])
      )
    })
  )

  it.live("answers any query, and commitmux_touches any path, or explains what is wrong with it", () =>
    Effect.gen(function* () {
      const texts = [
        ...hostile,
        ...Array.from({ length: scaled(10, 3_000) }, (_, number) => assembled(makeRandom(seed + number)))
      ]
      const refusals = {
        commitmux_search: /^No word to search for in |^The query has \d+ characters; the limit is 65536\./,
        commitmux_touches: /^path_glob must be at most 1024 characters long, got \d+\.$/
      }
      const searched = yield* asked(
        "commitmux_search",
        texts.map((query) => ({ query, limit: 2 }))
      )
      const touched = yield* asked(
        "commitmux_touches",
        texts.map((path_glob) => ({ path_glob, limit: 2 }))
      )
      const isFine = (tool: keyof typeof refusals) => (answer: unknown) =>
        at(answer, "result", "isError") === true
          ? refusals[tool].test(String(textOf(answer)))
          : Array.isArray(at(answer, "result", "structuredContent", "results"))
      const wrong = (tool: keyof typeof refusals, answers: ReadonlyArray<unknown>) =>
        answers.flatMap((answer, index) => (isFine(tool)(answer) ? [] : [[tool, texts[index], textOf(answer)]]))
      assert.deepStrictEqual(
        [...wrong("commitmux_search", searched), ...wrong("commitmux_touches", touched)],
        [],
        `ULTRAGIT_SEED=${seed}`
      )
      assert.strictEqual(server.log(), "")
    })
  )
})
