import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect } from "effect"
import { Embeddings } from "../../../src/adapters/llm/Embeddings.ts"
import { readEmbeddingsConfiguration } from "../../../src/adapters/llm/ModelConfiguration.ts"
import { FirstRetryDelay } from "../../../src/adapters/llm/retries.ts"
import { makeEmbeddingServer, vectorOf } from "../../support/EmbeddingServer.ts"
import { json, type Reply } from "../../support/ModelServer.ts"

const key = "sk-test-0123456789abcdef"

const withVariables =
  (environment: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(environment)),
      Effect.provideService(FirstRetryDelay, Duration.millis(1))
    )

const withEmbeddings = <A, E>(
  environment: Readonly<Record<string, string>>,
  use: (embeddings: Embeddings["Service"]) => Effect.Effect<A, E>
) => Effect.flatMap(Embeddings, use).pipe(Effect.provide(Embeddings.layer, { local: true }), withVariables(environment))

const lengthOf = (vector: Float32Array | undefined): number => Math.hypot(...(vector ?? []))

describe("embeddings", () => {
  it.live("are requested in one batch, returned in the order of the texts, and have length one", () =>
    Effect.gen(function* () {
      const server = yield* makeEmbeddingServer({ dimension: 7 })
      const texts = ["one two", "zwei", "drei 🍎"]
      const vectors = yield* withEmbeddings({ ...server.variables, ULTRAGIT_EMBED_API_KEY: key }, (embeddings) =>
        embeddings.embedTexts(texts)
      )
      const expected = texts.map((text) => {
        const numbers = vectorOf(text, 7)
        return Float32Array.from(numbers, (one) => one / Math.hypot(...numbers))
      })
      assert.deepStrictEqual(vectors, expected)
      assert.closeTo(lengthOf(vectors[0]), 1, 1e-6)
      assert.lengthOf(server.requests, 1)
      const [request] = server.requests
      assert.strictEqual(request?.path, "/v1/embeddings")
      assert.deepStrictEqual(request?.body, { model: "m-1", input: texts })
      assert.strictEqual(request?.headers.authorization, `Bearer ${key}`)
    })
  )

  it.live.each<readonly [title: string, reply: Reply, tag: string, calls: number]>([
    ["the key is wrong", json(401, { error: { message: `bad ${key}` } }), "KeyRejected", 1],
    ["there are too many requests", json(429, {}), "RateLimited", 5],
    ["it is broken", json(500, {}), "Unavailable", 5],
    ["the model is unknown", json(404, { error: { message: `no m-1 for ${key}` } }), "RequestRejected", 1],
    ["it sends elsewhere", { status: 307, headers: { location: "/elsewhere" } }, "Redirected", 1],
    ["it says so in a document", json(200, { error: { message: "no", code: 400 } }), "RequestRejected", 1],
    ["the answer is of another kind", json(200, { choices: [] }), "AnswerMalformed", 2],
    ["a vector is missing", json(200, { data: [{ index: 0, embedding: [1] }] }), "AnswerMalformed", 2],
    [
      "a vector points nowhere",
      json(200, { data: [{ embedding: [1, 0] }, { embedding: [0, 0] }] }),
      "AnswerMalformed",
      2
    ],
    [
      "the vectors are of two dimensions",
      json(200, { data: [{ embedding: [1, 0] }, { embedding: [1] }] }),
      "AnswerMalformed",
      2
    ],
    ["the connection breaks", { pieces: ["{"], end: "broken" }, "ConnectionFailed", 5]
  ])("fail typed when %s", ([, reply, tag, calls]) =>
    Effect.gen(function* () {
      const server = yield* makeEmbeddingServer({ instead: () => reply })
      const environment = { ...server.variables, ULTRAGIT_EMBED_API_KEY: key }
      const failure = yield* Effect.flip(withEmbeddings(environment, ({ embedTexts: vectors }) => vectors(["a", "b"])))
      assert.strictEqual(failure.reason._tag, tag)
      assert.strictEqual(server.requests.length, calls)
      assert.notInclude(`${String(failure)} ${JSON.stringify(failure)} ${failure.hint}`, key)
    })
  )

  it.live("of one text are requested once, and again only if the connection broke", () =>
    Effect.gen(function* () {
      const server = yield* makeEmbeddingServer({ instead: () => json(503, {}) })
      const one = withEmbeddings(server.variables, ({ embedQuery: vector }) => vector("a"))
      assert.strictEqual((yield* Effect.flip(one)).reason._tag, "Unavailable")
      assert.lengthOf(server.requests, 1)
      server.behaviour.instead = () => (server.requests.length === 2 ? { pieces: [], end: "broken" } : undefined)
      assert.lengthOf(yield* one, 256)
      server.behaviour.instead = () => ({ pieces: [], end: "broken" })
      assert.strictEqual((yield* Effect.flip(one)).reason._tag, "ConnectionFailed")
      assert.lengthOf(server.requests, 5)
    })
  )
})

const model = { ULTRAGIT_EMBED_MODEL: "m-1" }
const openai = { OPENAI_BASE_URL: "https://openai.example/v1", OPENAI_API_KEY: "theirs" }
const local = "http://localhost:11434/v1"
const configured = (environment: Readonly<Record<string, string>>) =>
  readEmbeddingsConfiguration.pipe(withVariables(environment))

describe("the configuration of embeddings", () => {
  it.effect.each<
    readonly [title: string, environment: Readonly<Record<string, string>>, endpoint: string, key: boolean]
  >([
    ["OpenAI's key", { OPENAI_API_KEY: "k" }, "https://api.openai.com/v1/embeddings", true],
    ["OpenAI's address and key", openai, "https://openai.example/v1/embeddings", true],
    [
      "an address of its own, to which no other key goes",
      { ...openai, ULTRAGIT_EMBED_BASE_URL: local },
      `${local}/embeddings`,
      false
    ],
    [
      "a key of its own, which goes to no other address",
      { ...openai, ULTRAGIT_EMBED_API_KEY: "k" },
      "https://api.openai.com/v1/embeddings",
      true
    ]
  ])("follows %s", ([, environment, endpoint, hasKey]) =>
    Effect.gen(function* () {
      const found = yield* configured({ ...model, ...environment })
      assert.deepStrictEqual([found.endpoint.href, found.key._tag], [endpoint, hasKey ? "Some" : "None"])
    })
  )

  it.effect.each<readonly [environment: Readonly<Record<string, string>>, message: string, hint: string]>([
    [{ ULTRAGIT_LLM_MODEL: "m", ...openai }, "No embedding model is configured.", "Set ULTRAGIT_EMBED_MODEL"],
    [model, "OPENAI_API_KEY must be set for api.openai.com, or OPENAI_BASE_URL to the address", ""],
    [{ ...model, ULTRAGIT_EMBED_BASE_URL: "localhost" }, "ULTRAGIT_EMBED_BASE_URL must be an http", ""],
    [
      { ...model, ULTRAGIT_EMBED_BASE_URL: local, ULTRAGIT_EMBED_API_KEY: "a\nb" },
      "ULTRAGIT_EMBED_API_KEY must be printable",
      ""
    ],
    [{ ...model, ULTRAGIT_EMBED_BASE_URL: local, ULTRAGIT_EMBED_TIMEOUT: "soon" }, "ULTRAGIT_EMBED_TIMEOUT must be", ""]
  ])("that cannot be is named by its variable", ([environment, message, hint]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(configured(environment))
      assert.include(error.message, message)
      assert.include(error.hint ?? "", hint)
    })
  )
})
