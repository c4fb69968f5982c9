import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Fiber, Layer, Schema } from "effect"
import { LanguageModel } from "../../../src/adapters/llm/LanguageModel.ts"
import { FirstRetryDelay } from "../../../src/adapters/llm/retries.ts"
import { withSleep } from "../../support/heldSleep.ts"
import {
  anthropicStream,
  inPieces,
  json,
  makeModelServer,
  type ModelServer,
  openaiStream,
  type ReceivedRequest,
  type Reply
} from "../../support/ModelServer.ts"

const key = "sk-test-0123456789abcdef"

type Speaker = "anthropic" | "openai"

const variables = (speaker: Speaker, { url }: ModelServer): Readonly<Record<string, string>> =>
  speaker === "anthropic"
    ? { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, ULTRAGIT_LLM_MODEL: "m-1" }
    : { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, ULTRAGIT_LLM_MODEL: "m-1" }

const withModel = <A, E>(
  environment: Readonly<Record<string, string>>,
  use: (model: LanguageModel["Service"]) => Effect.Effect<A, E>
) =>
  Effect.flatMap(LanguageModel, use).pipe(
    Effect.provide(
      LanguageModel.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))),
      { local: true }
    ),
    Effect.provideService(FirstRetryDelay, Duration.millis(1))
  )

const prompt = { system: "Be short.", prompt: "Say something.", maxOutputTokens: 100 }
const wanted = {
  ...prompt,
  name: "fruit",
  description: "A fruit",
  schema: Schema.Struct({ name: Schema.String, seeds: Schema.Array(Schema.String) })
}
/** As strict endpoints want it. */
const strict = { additionalProperties: false, required: ["name", "seeds"] }
const fruit = { name: "Äpfel 🍎 {", seeds: ["a", "b"] }

const streams: Record<Speaker, (said: string | object, reason?: string) => string> = {
  anthropic: anthropicStream,
  openai: openaiStream
}

/** Asks for an object of a server that answers by `reply`. */
const asked = Effect.fnUntraced(function* (
  speaker: Speaker,
  reply: (request: ReceivedRequest, before: number) => Reply,
  environment: Readonly<Record<string, string>> = {}
) {
  const server = yield* makeModelServer(reply)
  const outcome = yield* withModel({ ...variables(speaker, server), ...environment }, (model) =>
    Effect.result(model.generateObject(wanted))
  )
  const failure = outcome._tag === "Failure" ? outcome.failure : undefined
  return { requests: server.requests, failure, made: outcome._tag === "Success" ? outcome.success : undefined }
})

/** Waits until a server has received so many requests. */
const untilRequests = (server: ModelServer, count: number): Effect.Effect<void> =>
  Effect.suspend(() =>
    server.requests.length >= count ? Effect.void : Effect.delay(untilRequests(server, count), "5 millis")
  )

const whole = (speaker: Speaker): Reply =>
  speaker === "anthropic"
    ? json(200, { content: [{ type: "tool_use", input: fruit }], stop_reason: "tool_use", usage: { input_tokens: 3 } })
    : json(200, { choices: [{ message: { content: JSON.stringify(fruit) }, finish_reason: "stop" }], usage: null })

describe.each<Speaker>(["anthropic", "openai"])("a model that speaks %s", (speaker) => {
  const stream = streams[speaker]

  it.live.each([1, 7, 100_000])("answers in packets of %s bytes", (size) =>
    Effect.gen(function* () {
      const { made } = yield* asked(speaker, () => ({ pieces: inPieces(stream(fruit), size) }))
      assert.deepStrictEqual(made, { value: fruit, usage: { input: 21, output: 34 } })
    })
  )

  it.live("returns text", () =>
    Effect.gen(function* () {
      const server = yield* makeModelServer(() => ({ pieces: [stream("Plain words.")] }))
      const { text } = yield* withModel(variables(speaker, server), (model) => model.generateText(prompt))
      assert.strictEqual(text, "Plain words.")
    })
  )

  it.live("is asked in the format of its protocol", () =>
    Effect.gen(function* () {
      const { requests } = yield* asked(speaker, () => ({ pieces: [stream(fruit)] }))
      const [request] = requests
      assert.isDefined(request)
      const { body, headers, path } = request
      assert.deepInclude(body, { model: "m-1", stream: true, max_tokens: 100 })
      if (speaker === "anthropic") {
        assert.strictEqual(path, "/v1/messages")
        assert.strictEqual(headers["x-api-key"], key)
        assert.deepStrictEqual(body["tool_choice"], { type: "tool", name: "fruit" })
        assert.deepInclude(body.tools?.[0]?.input_schema, strict)
      } else {
        assert.strictEqual(path, "/v1/chat/completions")
        assert.strictEqual(headers.authorization, `Bearer ${key}`)
        const shape = body.response_format?.json_schema
        assert.deepStrictEqual([shape?.name, shape?.strict], ["fruit", true])
        assert.deepInclude(shape?.schema, strict)
      }
    })
  )

  it.live("may answer in one document", () =>
    Effect.gen(function* () {
      const { made } = yield* asked(speaker, () => whole(speaker))
      assert.deepStrictEqual(made?.value, fruit)
    })
  )

  it.live("is asked by prompt when it supports no schemas, and always from then on", () =>
    Effect.gen(function* () {
      const server = yield* makeModelServer(({ body }) =>
        body.tools === undefined && body.response_format === undefined
          ? { pieces: [stream(`Here it is:\n\`\`\`json\n${JSON.stringify(fruit)}\n\`\`\`\nEnjoy.`)] }
          : json(400, { error: { message: "unknown field" } })
      )
      const made = yield* withModel(variables(speaker, server), (model) =>
        Effect.all([model.generateObject(wanted), model.generateObject(wanted)])
      )
      assert.deepStrictEqual(
        made.map(({ value }) => value),
        [fruit, fruit]
      )
      assert.strictEqual(server.requests.length, 3)
    })
  )

  const checkFailure = (reply: (stream: string) => Reply, tag: string, calls: number) =>
    Effect.gen(function* () {
      const { failure, requests } = yield* asked(speaker, () => reply(stream(fruit)))
      assert.strictEqual(failure?.reason._tag, tag)
      assert.strictEqual(requests.length, calls)
      assert.notInclude(`${String(failure)} ${JSON.stringify(failure)} ${failure?.hint}`, key)
    })

  it.live.each<readonly [title: string, reply: (stream: string) => Reply, tag: string, calls: number]>([
    ["the key is wrong", () => json(401, { error: { message: `bad ${key}` } }), "KeyRejected", 1],
    ["there are too many requests", () => json(429, {}), "RateLimited", 5],
    ["it is broken", () => ({ status: 500, pieces: ["<html>oops</html>"] }), "Unavailable", 5],
    ["it is overloaded", () => json(529, { error: { message: "Overloaded" } }), "Unavailable", 5],
    ["the model is unknown", () => json(404, { error: { message: `no m-1 for ${key}` } }), "RequestRejected", 1],
    ["it sends elsewhere", () => ({ status: 307, headers: { location: "/elsewhere" } }), "Redirected", 1],
    ["the stream is no JSON", () => ({ pieces: ["data: {not json\n\n"] }), "AnswerMalformed", 2],
    ["the stream is of another kind", () => ({ pieces: [`data: {"a":1}\n\n`] }), "AnswerMalformed", 2],
    ["the stream ends early", (text) => ({ pieces: [text.slice(0, text.length / 2)] }), "AnswerMalformed", 2],
    ["the connection breaks", (text) => ({ pieces: [text.slice(0, 50)], end: "broken" }), "ConnectionFailed", 5]
  ])("fails typed when %s", ([, reply, tag, calls]) => checkFailure(reply, tag, calls))

  it.live("fails typed when nothing comes", () =>
    Effect.gen(function* () {
      const server = yield* makeModelServer(() => ({ pieces: [], end: "open" }))
      let limits = 0
      // Each time limit ends once the server has one more request.
      const received = Effect.suspend(() => {
        limits += 1
        return untilRequests(server, limits)
      })
      const failure = yield* withModel({ ...variables(speaker, server), ULTRAGIT_LLM_TIMEOUT: "7" }, (model) =>
        Effect.flip(model.generateObject(wanted))
      ).pipe(withSleep("7 seconds", received))
      assert.strictEqual(failure.reason._tag, "AnswerTimedOut")
      assert.strictEqual(server.requests.length, 2)
      assert.notInclude(`${String(failure)} ${failure.hint}`, key)
    })
  )

  it.live.each<readonly [title: string, text: string]>([
    ["has no JSON", "I would rather not."],
    ["has cut JSON", JSON.stringify(fruit).slice(0, -3)],
    ["has another shape", JSON.stringify({ name: "Apple", seeds: "none" })]
  ])("is malformed when it %s", ([, text]) =>
    Effect.gen(function* () {
      const { failure } = yield* asked(speaker, () => ({ pieces: [stream(text)] }))
      assert.strictEqual(failure?.reason._tag, "AnswerMalformed")
    })
  )

  it.live("is malformed when it is cut at its longest length", () =>
    Effect.gen(function* () {
      const reason = speaker === "anthropic" ? "max_tokens" : "length"
      const { failure } = yield* asked(speaker, () => ({ pieces: [stream(fruit, reason)] }))
      assert.include(failure?.message, "truncated at the length limit")
    })
  )

  it.live("is reported as declined", () =>
    Effect.gen(function* () {
      const reason = speaker === "anthropic" ? "refusal" : "content_filter"
      const { failure } = yield* asked(speaker, () => ({ pieces: [stream("No.", reason)] }))
      assert.strictEqual(failure?.reason._tag, "AnswerRefused")
    })
  )

  it.live("is asked again when it was overloaded once", () =>
    Effect.gen(function* () {
      const { made } = yield* asked(speaker, (_, before) =>
        before === 0 ? json(503, {}) : { pieces: [stream(fruit)] }
      )
      assert.deepStrictEqual(made?.value, fruit)
    })
  )

  it.live("is not asked again before it wants to be", () =>
    Effect.gen(function* () {
      const server = yield* makeModelServer((_, before) =>
        before === 0 ? json(429, {}, { "retry-after": "100" }) : { pieces: [stream(fruit)] }
      )
      const asking = yield* Effect.forkChild(
        withModel(variables(speaker, server), (model) => model.generateObject(wanted))
      )
      yield* untilRequests(server, 1)
      yield* Effect.sleep("300 millis")
      assert.strictEqual(server.requests.length, 1)
      yield* Fiber.interrupt(asking)
    })
  )

  it.live("is not waited for when it wants a very long time", () =>
    Effect.gen(function* () {
      const { failure, requests } = yield* asked(speaker, () => json(429, {}, { "retry-after": "3600" }))
      assert.include(failure?.message, "Retry after 3600 s.")
      assert.strictEqual(requests.length, 1)
    })
  )
})

describe("an Anthropic stream", () => {
  it.live("may fail in its middle", () =>
    Effect.gen(function* () {
      const start = anthropicStream(fruit).slice(0, 200).split("\n\n").slice(0, 1).join("")
      const error = `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`
      const { failure } = yield* asked("anthropic", () => ({ pieces: [`${start}\n\n`, error] }))
      assert.strictEqual(failure?.reason._tag, "Unavailable")
    })
  )
})

describe("a redirect", () => {
  it.live("does not carry the key away", () =>
    Effect.gen(function* () {
      const stranger = yield* makeModelServer(() => ({ pieces: [openaiStream(fruit)] }))
      const { failure } = yield* asked("openai", () => ({ status: 308, headers: { location: stranger.url } }))
      assert.strictEqual(failure?.reason._tag, "Redirected")
      assert.strictEqual(stranger.requests.length, 0)
    })
  )
})
