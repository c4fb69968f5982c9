import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Backend } from "../../../../src/cli/kit/Backend.ts"
import { Environment } from "../../../../src/cli/kit/Environment.ts"
import { renderSimilar } from "../../../../src/cli/render/commits.ts"
import { linesAsMarkdown, pipe } from "../../../../src/cli/render/print.ts"
import { backend } from "../../../../src/Layers.ts"
import { makeEmbeddingServer } from "../../../support/EmbeddingServer.ts"
import { at } from "../../../support/conformance/Subject.ts"
import { initialize, startServer, toolCall } from "../../../support/McpProcess.ts"
import { run as runProgram, serverOf } from "../../../support/program.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const parsed = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

/** The tools that a server of this environment lists for commits. */
const toolsIn = (env: Readonly<Record<string, string>>) =>
  Effect.flatMap(Backend, ({ toolsets }) => toolsets).pipe(
    Effect.map((all) => all.find(({ name }) => name === "commits")),
    Effect.flatMap((found) =>
      Effect.map(
        Effect.promise(() => found?.contracts() ?? Promise.resolve([])),
        (contracts) => [found?.names, contracts.map(({ name }) => name)] as const
      )
    ),
    Effect.provideService(Environment, env),
    Effect.provide(backend("0"), { local: true })
  )

describe("ultragit commits search --similar", () => {
  it.live(
    "answers in JSON what the tool answers from a thread of its own, from the vectors of repos sync",
    () =>
      Effect.gen(function* () {
        const endpoint = yield* makeEmbeddingServer()
        const env = {
          FORCE_COLOR: "",
          NO_COLOR: "1",
          ULTRAGIT_LOG: "",
          ULTRAGIT_DB: join(yield* makeFolder, "commits.db"),
          ...endpoint.variables
        }
        const repository = yield* makeRepository()
        yield* repository.importHistory([
          { message: "Add a token bucket", files: { "src/limit.ts": "export const rateLimiter = 1\n" } },
          { message: "Say it in French", files: { "docs/fr.md": "bonjour\n" } }
        ])
        const added = yield* runProgram(["repos", "add", repository.directory, "--name", "api", "--embed"], { env })
        assert.include(added.stdout, "\nIndexed: similarity search\n")
        const synced = yield* runProgram(["repos", "sync"], { env })
        assert.strictEqual(synced.stdout, "api: 2 commits added, 2 vectors made (2 in total)\n")

        const server = serverOf("/", "--toolsets", "commits")
        const process = yield* startServer({ ...server, env: { ...server.env, ...env } })
        yield* initialize(process, "2025-06-18")
        const given = { query: "bonjour in french", repos: ["api"], limit: 1 }
        yield* process.send(toolCall("similar", "commitmux_search_semantic", given))
        const answer = at(yield* process.answer("similar"), "result", "structuredContent")
        assert.strictEqual(at(answer, "results", 0, "subject"), "Say it in French")
        const asked = yield* runProgram(
          ["commits", "search", "--similar", "bonjour", "in", "french", "--repo-name", "api", "-n", "1", "--json"],
          { env }
        )
        // How fresh the index is neither needs to know in time.
        for (const field of ["results", "next_cursor"]) {
          assert.deepStrictEqual(at(parsed(asked.stdout), field), at(answer, field))
        }
      }),
    slow
  )

  it.effect("is listed as a tool only where a model for embeddings is named", () =>
    Effect.gen(function* () {
      const [names, contracts] = yield* toolsIn({ ULTRAGIT_EMBED_MODEL: "m-1" })
      assert.strictEqual(names?.[5], "commitmux_search_semantic")
      assert.deepStrictEqual(contracts, names)
      const [without] = yield* toolsIn({ ULTRAGIT_EMBED_MODEL: " " })
      assert.deepStrictEqual(without, names?.slice(0, 5))
    })
  )

  it("shows scores as text, and what was not found", () => {
    const result = {
      repo: "api",
      sha: "a3f9c12b4e77d831290ab45c6de1f8e3a3f9c12b",
      subject: "Add limiter",
      author: "Dana",
      date: 1_740_700_997,
      matched_paths: [],
      patch_excerpt: "",
      score: 0.7349
    }
    const repositories = [{ name: "api", indexed_at: 1_740_700_997, behind: 0, without_vector: 2 }]
    const text = (results: ReadonlyArray<typeof result>) =>
      linesAsMarkdown(renderSimilar("slow down", { results, repositories }), pipe).split("\n")
    assert.deepStrictEqual(text([result]), [
      "# Commits like: slow down",
      "",
      "Warning: api has 2 commits without a vector, which similarity search cannot find.",
      "",
      "### 2025-02-28 Add limiter",
      "",
      "api a3f9c12b4e · similarity 0.73 · Dana"
    ])
    assert.deepStrictEqual(text([]).slice(4), ["The filters exclude every commit with a vector."])
  })
})
