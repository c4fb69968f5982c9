import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { annotate } from "../../support/annotated.ts"
import { inRepository } from "../../support/code/codeGraph.ts"
import { anthropicStream, json, makeModelServer, type ModelServer } from "../../support/ModelServer.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const secret = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`
const source = "export function run(text: string) {\n  return eval(text)\n}\n"

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("First", {
    files: {
      "src/run.ts": source,
      "src/key.ts": `export const runKey = "${secret}"\nexport const other = 1\n`
    }
  })
  return { repository, commit }
})

const withModelAt = (server: ModelServer | undefined) =>
  Effect.provide(
    ConfigProvider.layer(
      ConfigProvider.fromUnknown(
        server === undefined
          ? {}
          : { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, ULTRAGIT_LLM_MODEL: "m-1" }
      )
    )
  )

const ask = (question: string) => Effect.flatMap(CodeGraph, (graph) => graph.ask({ question }))

const fixFirst = Effect.gen(function* () {
  const graph = yield* CodeGraph
  const [finding] = (yield* graph.findings({ detector: "dynamic-code" })).findings
  return yield* graph.fix({ finding_id: finding?.id ?? "" })
})

describe("a question in words", () => {
  it.live("is answered by the user's model from excerpts, in which secrets are masked", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeProject
      const server = yield* makeModelServer(() => ({ pieces: [anthropicStream("In src/run.ts:2.")] }))
      const answer = yield* ask("what does run do with runKey").pipe(
        inRepository(repository.directory),
        withModelAt(server)
      )
      assert.deepInclude(answer, { answer: "In src/run.ts:2." })
      assert.match(answer.model ?? "", /^m-1 at 127\.0\.0\.1:\d+$/)
      const sent = server.requests[0]?.text ?? ""
      assert.include(sent, "return eval(text)")
      assert.include(sent, "src/key.ts:1-")
      assert.notInclude(sent, secret)
    })
  )

  it.live("names the places and what is missing where no model is configured", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeProject
      const answer = yield* ask("what does run do").pipe(inRepository(repository.directory), withModelAt(undefined))
      assert.isUndefined(answer.answer)
      assert.include(answer.message, "ULTRAGIT_LLM_MODEL")
      assert.deepInclude(answer.sources, { file: "src/run.ts", name: "run", line_start: 1 })
    })
  )

  it.live(
    "fails as the model does",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeProject
        const server = yield* makeModelServer(() => json(401, { error: { message: "no" } }))
        const error = yield* Effect.flip(ask("run").pipe(inRepository(repository.directory), withModelAt(server)))
        assert.include(error.message, "Key rejected")
      }),
    slow
  )
})

describe("a proposed fix", () => {
  it.live("is a patch that applies, and names the finding and the notes that it rests on", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* makeProject
      yield* annotate(repository, commit, [
        {
          file: "src/run.ts",
          anchor: "run",
          lines: [1, 3],
          intent: "Run it.",
          constraints: [{ text: "Never throw.", source: "author" }]
        }
      ])
      const change = { description: "Parse it.", first_line: 2, last_line: 2, replacement: "  return JSON.parse(text)" }
      const server = yield* makeModelServer(() => ({ pieces: [anthropicStream(change)] }))
      const answer = yield* fixFirst.pipe(inRepository(repository.directory), withModelAt(server))
      assert.strictEqual(answer.description, "Parse it.")
      assert.match(
        answer.rests_on.join("; "),
        /^finding [0-9a-f]{16} in src\/run\.ts:2-2; note of [0-9a-f]{12} on src\/run\.ts:run$/
      )
      assert.include(server.requests[0]?.text, "Never throw.")
      yield* repository.git(["apply", "--check", "-"], { stdin: answer.diff ?? "" })
    })
  )

  it.live(
    "is none where the model leaves the lines that it was shown",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeProject
        const change = { description: "Elsewhere.", first_line: 900, last_line: 901, replacement: "x" }
        const server = yield* makeModelServer(() => ({ pieces: [anthropicStream(change)] }))
        const answer = yield* fixFirst.pipe(inRepository(repository.directory), withModelAt(server))
        assert.isUndefined(answer.diff)
        assert.include(answer.message, "no change")
      }),
    slow
  )

  it.live(
    "is the finding and what is missing where no model is configured, and refused for an unknown id",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeProject
        yield* Effect.gen(function* () {
          const answer = yield* fixFirst
          assert.strictEqual(answer.finding.detector, "dynamic-code")
          assert.include(answer.message, "ULTRAGIT_LLM_MODEL")
          const graph = yield* CodeGraph
          const unknown = yield* Effect.flip(graph.fix({ finding_id: "0" }))
          assert.include(unknown.message, "no finding '0'")
        }).pipe(inRepository(repository.directory), withModelAt(undefined))
      }),
    slow
  )
})
