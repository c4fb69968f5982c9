import { afterAll, assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Result, Scope } from "effect"
import { changeSelection, recordSync } from "../../../src/commitIndex/store/registrations.ts"
import { syncVectors } from "../../../src/commitIndex/sync/vectors.ts"
import { CurrentVisibility } from "../../../src/domain/Visibility.ts"
import { everything } from "../../../src/commitIndex/model/Registration.ts"
import { askIndex } from "../../support/commits/indexing.ts"
import { indexWith } from "../../support/commits/smallIndex.ts"
import { json } from "../../support/ModelServer.ts"
import { makeEmbeddingServer, vectorOf } from "../../support/EmbeddingServer.ts"

const themes = ["limit requests", "limit connections of clients", "rotate tokens", "cache answers", "draw pictures"]

/** More commits than are read at once; those of `web` are the fewest and the newest. */
const entries = Array.from({ length: 300 }, (_, at) => ({
  subject: `Change ${at} to ${themes[at % themes.length] ?? ""}`,
  repo: at < 280 ? "api" : "web",
  changes: { [at % 50 === 0 ? "docs/rare.md" : "src/a.ts"]: [`+number ${at % 4}`] }
}))

const withVariables =
  (variables: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables))

/** Three repositories, of which the last has no vectors, and the server that made those of the others. */
const makeIndexed = Effect.gen(function* () {
  const database = yield* indexWith([...entries, { subject: "Nobody looks here", repo: "off" }])
  const server = yield* makeEmbeddingServer()
  const embed = (repository: number) => withVariables(server.variables)(syncVectors({ database, repository }, ""))
  yield* Effect.all([embed(1), embed(2)])
  yield* Effect.fromResult(
    database.transact((connection) => {
      for (const id of [1, 2, 3]) recordSync(connection, id, { at: 1_700_000_000 })
    })
  )
  return { database, server, index: yield* askIndex(database.path) }
})

const scope = Scope.makeUnsafe()
const { database, index, server } = await Effect.runPromise(Scope.provide(makeIndexed, scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

type Input = Parameters<typeof index.similar>[0]
const similar = (input: Input, variables: Readonly<Record<string, string>> = {}) =>
  withVariables({ ...server.variables, ...variables })(index.similar(input))

/** Reads code, message and hint of a failed query. */
const readFailure = (input: Input, variables: Readonly<Record<string, string>> = {}) =>
  Effect.map(Effect.flip(similar(input, variables)), ({ code, hint, message }) => [code, message, hint])

const unit = (numbers: ReadonlyArray<number>) => numbers.map((one) => one / Math.hypot(...numbers))
const cosine = (one: string, other: string): number => {
  const [a, b] = [unit(vectorOf(one, 256)), unit(vectorOf(other, 256))]
  return a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0)
}

const textOf = ({ changes, subject }: (typeof entries)[number]): string =>
  [subject, Object.keys(changes).join("\n"), Object.values(changes).flat().join("\n")].join("\n\n")

/** Says whether the last repository is to have vectors. */
const wanted = (embed: boolean) =>
  Result.getOrThrow(database.transact((connection) => changeSelection(connection, 3, { ...everything, embed })))

/** Asks for a caller who may know of one repository. */
const similarFor = (name: string, input: Input) =>
  Effect.provideService(similar(input), CurrentVisibility, (repository) => repository.name === name)

describe("similarity search", () => {
  for (const [name, others] of [
    ["api", ["web", "off"]],
    ["web", ["api", "off"]]
  ] as const) {
    it.live(`finds for a caller who may see ${name} what is most similar there, and names no other repository`, () =>
      Effect.gen(function* () {
        const input = { query: "Which clients are limited?", limit: 20 }
        const limited = yield* similarFor(name, input)
        assert.deepStrictEqual(limited.results, (yield* similar({ ...input, repos: [name] })).results)
        for (const other of others) {
          assert.notInclude(JSON.stringify(limited), `"${other}"`)
          assert.notInclude((yield* Effect.flip(similarFor(name, { ...input, repos: [other] }))).hint, other)
        }
      })
    )
  }

  it.live("takes no cursor that ends in a repository which its caller may not see", () =>
    Effect.gen(function* () {
      const input = { query: themes[0] ?? "", limit: 1 }
      const { next_cursor: cursor = "", results } = yield* similar(input)
      const hidden = results[0]?.repo === "api" ? "web" : "api"
      const refused = yield* Effect.flip(similarFor(hidden, { ...input, cursor }))
      assert.strictEqual(refused.code, "cursor_invalid")
    })
  )

  it.live("finds the most similar of all commits first, page by page, with scores from 0 to 1", () =>
    Effect.gen(function* () {
      const query = "Which clients are limited? limit connections of clients"
      const before = server.requests.length
      const found: Array<{ readonly subject: string; readonly score: number }> = []
      let cursor: string | undefined
      do {
        const page = yield* similar({ query, limit: 70, ...(cursor === undefined ? {} : { cursor }) })
        found.push(...page.results)
        cursor = page.next_cursor
      } while (cursor !== undefined)
      const expected = entries
        .map((entry) => ({ subject: entry.subject, score: cosine(query, textOf(entry)) }))
        .toSorted((a, b) => b.score - a.score)
      assert.lengthOf(found, 300)
      assert.lengthOf(new Set(found.map(({ subject }) => subject)), 300)
      const gaps = found.map(({ score }, place) => Math.abs(score - (expected[place]?.score ?? 2)))
      assert.isBelow(Math.max(...gaps), 0.0002)
      assert.isTrue(found.every(({ score }) => score >= 0 && score <= 1))
      assert.include(found[0]?.subject, "limit connections of clients")
      assert.strictEqual(server.requests.length - before, 1, "each page called the endpoint again")
    })
  )

  it.live("scores negative similarity as 0, and still sorts by it", () =>
    Effect.gen(function* () {
      const away = vectorOf("limit requests", 256).map((number) => -number)
      server.behaviour.instead = () => json(200, { data: [{ embedding: away }] })
      const { results } = yield* similar({ query: "the opposite", limit: 300, max_tokens: 100_000 })
      server.behaviour.instead = () => undefined
      assert.isTrue(results.every(({ score }) => score === 0))
      assert.notInclude(results[0]?.subject, "limit")
      assert.include(results.at(-1)?.subject, "limit requests")
    })
  )

  it.live("returns search fields, scores, and the number of commits without a vector", () =>
    Effect.gen(function* () {
      const answer = yield* similar({ query: "draw pictures", paths: ["rare"], limit: 1 })
      const [first] = answer.results
      assert.deepStrictEqual(Object.keys(first ?? {}), [
        "repo",
        "sha",
        "subject",
        "author",
        "date",
        "matched_paths",
        "patch_excerpt",
        "score"
      ])
      assert.deepStrictEqual(first?.matched_paths, ["docs/rare.md"])
      assert.match(first?.patch_excerpt ?? "", /^\+\+\+ b\/docs\/rare\.md\n\+number \d$/)
      assert.isString(answer.next_cursor)
      assert.deepStrictEqual(
        answer.repositories.map(({ name, without_vector: lacking }) => [name, lacking]),
        [
          ["api", 0],
          ["off", 1],
          ["web", 0]
        ]
      )
    })
  )

  it.live("applies filters before the limit, so the least similar commit is found if only it passes", () =>
    Effect.gen(function* () {
      const query = "limit requests"
      const least = yield* similar({ query, limit: 1, since: 1_700_000_299 })
      assert.deepStrictEqual(
        least.results.map(({ subject }) => subject),
        ["Change 299 to draw pictures"]
      )
      assert.isUndefined(least.next_cursor)
      const own = yield* similar({ query, limit: 500, repos: ["web"] })
      assert.lengthOf(own.results, 20)
      const rare = yield* similar({ query, limit: 500, paths: ["docs/*.md"], until: 1_700_000_100 })
      assert.lengthOf(rare.results, 3)
      assert.lengthOf((yield* similar({ query, author: "Ben" })).results, 0)
      assert.lengthOf((yield* similar({ query })).results, 10)
    })
  )

  it.live("rejects empty and unanswerable queries with a hint, without calling the endpoint", () =>
    Effect.gen(function* () {
      const before = server.requests.length
      assert.deepStrictEqual((yield* readFailure({ query: " \n" }))[0], "query_empty")
      assert.deepStrictEqual((yield* readFailure({ query: "a", limit: 0 }))[0], "argument_invalid")
      assert.deepStrictEqual((yield* readFailure({ query: "a", repos: ["x"] }))[0], "repository_unknown")
      assert.deepStrictEqual((yield* readFailure({ query: "a", cursor: "x" }))[0], "cursor_invalid")
      const [code, message, hint] = yield* readFailure({ query: "a" }, { ULTRAGIT_EMBED_MODEL: "" })
      assert.deepStrictEqual([code, message], ["embeddings_not_configured", "No embedding model is configured."])
      assert.include(hint, "ULTRAGIT_EMBED_MODEL")
      assert.deepStrictEqual(yield* readFailure({ query: "a", repos: ["off"] }), [
        "vectors_missing",
        "Similarity search has no vectors yet for off.",
        "Create the vectors: ultragit repos update off --embed, then ultragit repos sync off."
      ])
      wanted(true)
      assert.strictEqual(
        (yield* readFailure({ query: "a", repos: ["off"] }))[2],
        "Create the vectors: ultragit repos sync off."
      )
      wanted(false)
      assert.deepStrictEqual(yield* readFailure({ query: "a" }, { ULTRAGIT_EMBED_MODEL: "m-2" }), [
        "vectors_other",
        "The vectors of api, web come from m-1 (256 dimensions); the vector of the query comes from m-2.",
        "Recreate them: ultragit repos sync api. Or set ULTRAGIT_EMBED_MODEL to the model that made them."
      ])
      assert.strictEqual(server.requests.length, before)
    })
  )

  it.live("reports endpoint failures at once, and recovers when the endpoint does", () =>
    Effect.gen(function* () {
      const [down, why] = yield* readFailure(
        { query: "never asked" },
        { ULTRAGIT_EMBED_BASE_URL: "http://127.0.0.1:2" }
      )
      assert.strictEqual(down, "llm_connection_failed")
      assert.include(why, "127.0.0.1:2: connection refused")
      server.behaviour.instead = () => ({ status: 401, pieces: [] })
      const before = server.requests.length
      const [key, , hint] = yield* readFailure({ query: "never asked" })
      assert.deepStrictEqual([key, hint], ["llm_key_rejected", "Check ULTRAGIT_EMBED_API_KEY."])
      assert.strictEqual(server.requests.length - before, 1)
      server.behaviour.instead = () => undefined
      server.behaviour.dimension = 100
      assert.deepStrictEqual(yield* readFailure({ query: "of another dimension", repos: ["web"] }), [
        "vectors_other",
        "The vectors of web come from m-1 (256 dimensions); the vector of the query comes from m-1 (100 dimensions).",
        "Recreate them: ultragit repos update web --no-embed, then --embed, then ultragit repos sync web."
      ])
      server.behaviour.dimension = 256
      assert.isNotEmpty((yield* similar({ query: "never asked" })).results)
    })
  )

  it.live("makes a vector of each model that a query is asked with", () =>
    Effect.gen(function* () {
      const other = { ULTRAGIT_EMBED_MODEL: "m-2" }
      yield* withVariables({ ...server.variables, ...other })(syncVectors({ database, repository: 3 }, "off"))
      const before = server.requests.length
      const query = "asked of both models"
      assert.isNotEmpty((yield* similar({ query, repos: ["web"] })).results)
      assert.isNotEmpty((yield* similar({ query, repos: ["off"] }, other)).results)
      const models = server.requests.slice(before).map(({ body }) => body["model"])
      assert.deepStrictEqual(models, ["m-1", "m-2"])
    })
  )
})
