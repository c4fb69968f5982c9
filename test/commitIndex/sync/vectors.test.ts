import { assert, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Option, Result } from "effect"
import { DatabaseSync } from "node:sqlite"
import { everything } from "../../../src/commitIndex/model/Registration.ts"
import { changeSelection } from "../../../src/commitIndex/store/registrations.ts"
import { syncVectors } from "../../../src/commitIndex/sync/vectors.ts"
import { FirstRetryDelay } from "../../../src/adapters/llm/retries.ts"
import { digestOf } from "../../support/commits/digest.ts"
import { type Entry, indexWith, writeEntries } from "../../support/commits/smallIndex.ts"
import { makeIndex, sync, write } from "../../support/commits/syncing.ts"
import { makeEmbeddingServer, textsOf } from "../../support/EmbeddingServer.ts"
import { json } from "../../support/ModelServer.ts"
import { minimalNote } from "../../support/notes.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

/** With the model of these variables. */
const withVariables =
  (variables: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables)),
      Effect.provideService(FirstRetryDelay, Duration.millis(1))
    )

/** How many vectors there are, by model and dimension. */
const vectorsIn = (path: string): Readonly<Record<string, unknown>> => {
  const file = new DatabaseSync(path, { readOnly: true })
  const rows = file
    .prepare("SELECT model || ' ' || dimension AS kind, count(*) AS count FROM vectors GROUP BY model, dimension")
    .all()
  file.close()
  return Object.fromEntries(rows.map(({ count, kind }) => [String(kind), count]))
}

it.live(
  "embeds each selected commit once, and removes vectors with their commits",
  () =>
    Effect.gen(function* () {
      const [repository, unwanted] = [yield* makeRepository(), yield* makeRepository()]
      const ids = yield* repository.importHistory(
        Array.from({ length: 9 }, (_, at) => ({
          message: `Subject ${at}\n\nBody ${at}`,
          files: { [`file${at % 7}.ts`]: `line ${at} 🍎\n` }
        }))
      )
      yield* unwanted.commit("Secret")
      const one = { name: "one", directory: repository.directory, selection: { embed: true } }
      const path = yield* makeIndex([one, { name: "two", directory: unwanted.directory }])
      const server = yield* makeEmbeddingServer()
      const syncing = (variables: Readonly<Record<string, string>> = {}) =>
        withVariables({ ...server.variables, ...variables })(sync(path))

      const down = yield* syncing({ ULTRAGIT_EMBED_BASE_URL: "http://127.0.0.1:2" })
      const failure = down.map(({ result }) => Option.getOrUndefined(Result.getFailure(result)))
      assert.deepStrictEqual(
        failure.map((found) => found?.code),
        ["embedding_failed", undefined]
      )
      assert.strictEqual(
        failure[0]?.message,
        "All commits are indexed, but some lack vectors for similarity search. No connection to the OpenAI-compatible endpoint at 127.0.0.1:2: connection refused."
      )
      assert.include(failure[0]?.hint, "Check that the address is correct")
      const file = new DatabaseSync(path, { readOnly: true })
      const row = file.prepare("SELECT last_error, commit_count, synced_at > 0 AS is_synced FROM repositories").get()
      file.close()
      assert.deepStrictEqual({ ...row }, { last_error: failure[0]?.message, commit_count: 9, is_synced: 1 })

      const [done] = yield* syncing()
      assert.deepStrictEqual(done?.result, Result.succeed({ added: 0, removed: 0, embedded: { made: 9, refused: 0 } }))
      assert.deepStrictEqual(vectorsIn(path), { "m-1 256": 9 })
      assert.lengthOf(server.requests, 1)
      assert.include(server.texts(), "Subject 7\n\nBody 7\n\nfile0.ts\n\n-line 0 🍎\n+line 7 🍎")

      yield* repository.git(["reset", "--hard", "--quiet", ids[5] ?? ""])
      const token = ["ghp", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"].join("_")
      yield* repository.commit("New", { files: { new: `new\nt = ${token}\n`, ".env": "HIDDEN=1\n" } })
      yield* repository.note(ids[3] ?? "", minimalNote(ids[3] ?? "", { summary: "Because of rain." }))
      yield* syncing()
      assert.deepStrictEqual(server.texts().slice(9).toSorted(), [
        "New\n\n.env\nnew\n\n+new\n+[line left out: it looks like a GitHub token]",
        "Subject 3\n\nBody 3\n\nBecause of rain.\n\nfile3.ts\n\n+line 3 🍎"
      ])
      const fresh = yield* makeIndex([one])
      yield* withVariables(server.variables)(sync(fresh))
      assert.lengthOf(digestOf(fresh)["vectors"] ?? [], 7)
      assert.deepStrictEqual(digestOf(path)["vectors"], digestOf(fresh)["vectors"])

      yield* write(path, (connection) => changeSelection(connection, 1, everything))
      yield* syncing()
      assert.deepStrictEqual(vectorsIn(path), {})
    }),
  slow
)

/** An index of 96 commits, three requests full, without a repository behind it, and the server that makes its vectors. */
const makeSmall = Effect.gen(function* () {
  const entries = Array.from({ length: 96 }, (_, at) => ({ subject: `Subject ${at}` }))
  const database = yield* indexWith(entries)
  const server = yield* makeEmbeddingServer()
  const making = (variables: Readonly<Record<string, string>> = {}) =>
    withVariables({ ...server.variables, ...variables })(syncVectors({ database, repository: 1 }, "one"))
  /** Adds commits, whose ids begin where they do not meet those that are there. */
  const add = (...added: ReadonlyArray<Entry>) =>
    Result.getOrThrow(
      database.transact((connection) => {
        connection.run("UPDATE commits SET oid = randomblob(20)")
        writeEntries(connection, added)
      })
    )
  return { add, making, server, vectors: () => vectorsIn(database.path) }
})

it.live("recreates all vectors for another model or dimension", () =>
  Effect.gen(function* () {
    const { add, making, server, vectors } = yield* makeSmall
    assert.deepStrictEqual(yield* making(), { made: 96, refused: 0 })
    assert.lengthOf(server.requests, 3)
    assert.deepStrictEqual(yield* making(), { made: 0, refused: 0 })
    assert.lengthOf(server.requests, 3)
    assert.deepStrictEqual(yield* making({ ULTRAGIT_EMBED_MODEL: "m-2" }), { made: 96, refused: 0 })
    assert.deepStrictEqual(vectors(), { "m-2 256": 96 })
    server.behaviour.dimension = 100
    add({ subject: "New" })
    assert.deepStrictEqual(yield* making({ ULTRAGIT_EMBED_MODEL: "m-2" }), { made: 97, refused: 0 })
    assert.deepStrictEqual(vectors(), { "m-2 100": 97 })
  })
)

it.live(
  "a text that is refused is noted and not sent again; one that is too long is cut, and so are those after it",
  () =>
    Effect.gen(function* () {
      const { add, making, server, vectors } = yield* makeSmall
      const body = "🍎 much ".repeat(80)
      add({ subject: "Poison" }, { subject: "One", body }, { subject: "Two", body }, { subject: "" })
      const breakdown = json(500, { error: { message: "input is too large" } })
      const refusal = json(400, { error: { message: "I do not like it" } })
      server.behaviour.instead = (request) => {
        const texts = textsOf(request)
        if (texts.some((text) => text.startsWith("Poison") || text === "")) return refusal
        return texts.some((text) => text.length > 500) ? breakdown : undefined
      }
      assert.deepStrictEqual(yield* making(), { made: 99, refused: 1 })
      assert.deepStrictEqual(vectors(), { "m-1 0": 1, "m-1 256": 99 })
      assert.isTrue(server.texts().every((text) => text.isWellFormed()))
      const second = server.texts().filter((text) => text.startsWith("Two"))
      assert.deepStrictEqual(
        second.map(({ length }) => length > 500),
        [true, false]
      )
      const before = server.requests.length
      assert.deepStrictEqual(yield* making(), { made: 0, refused: 0 })
      assert.lengthOf(server.requests, before)
    })
)

it.live("reports a broken endpoint without rejecting texts, and continues at the next sync", () =>
  Effect.gen(function* () {
    const { making, server, vectors } = yield* makeSmall
    const readFailure = (variables?: Readonly<Record<string, string>>) =>
      Effect.map(Effect.flip(making(variables)), ({ hint, message }) => `${message} ${hint ?? ""}`)
    assert.match(
      yield* readFailure({ ULTRAGIT_EMBED_MODEL: "" }),
      /^All commits are indexed, but some lack .* No embedding model is configured\. Set ULTRAGIT_EMBED_MODEL/
    )
    server.behaviour.instead = () => json(404, { error: { message: "no such model" } })
    assert.match(yield* readFailure(), /Rejected by .* \(status 404\): no such model .*ULTRAGIT_EMBED_MODEL/)
    server.behaviour.instead = () => json(503, {})
    assert.match(yield* readFailure(), /Temporarily unavailable: .* \(status 503\)/)
    assert.deepStrictEqual(vectors(), {})

    let answered = 0
    server.behaviour.instead = () => (answered++ === 0 ? undefined : json(401, {}))
    assert.match(yield* readFailure(), /Key rejected by .* Check ULTRAGIT_EMBED_API_KEY/)
    assert.deepStrictEqual(vectors(), { "m-1 256": 32 })
    server.behaviour.instead = () => undefined
    assert.deepStrictEqual(yield* making(), { made: 64, refused: 0 })
  })
)
