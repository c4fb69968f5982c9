import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readModelConfiguration } from "../../../src/adapters/llm/ModelConfiguration.ts"

const from = (environment: Readonly<Record<string, string>>) =>
  readModelConfiguration.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(environment))
  )

const model = { ULTRAGIT_LLM_MODEL: "m-1" }

describe("the configuration of a model", () => {
  it.effect.each<readonly [title: string, environment: Readonly<Record<string, string>>, endpoint: string]>([
    ["Anthropic's key", { ANTHROPIC_API_KEY: "k" }, "https://api.anthropic.com/v1/messages"],
    ["OpenAI's key", { OPENAI_API_KEY: "k" }, "https://api.openai.com/v1/chat/completions"],
    [
      "both keys and the provider",
      { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", ULTRAGIT_LLM_PROVIDER: "openai" },
      "https://api.openai.com/v1/chat/completions"
    ],
    [
      "a local address alone",
      { OPENAI_BASE_URL: "http://localhost:11434/v1/" },
      "http://localhost:11434/v1/chat/completions"
    ],
    [
      "an Anthropic-like address with the version",
      { ANTHROPIC_BASE_URL: "https://gateway.example/a/v1", ANTHROPIC_API_KEY: "k" },
      "https://gateway.example/a/v1/messages"
    ],
    [
      "an address with a query",
      { OPENAI_BASE_URL: "https://gateway.example/openai?api-version=1", OPENAI_API_KEY: "" },
      "https://gateway.example/openai/chat/completions?api-version=1"
    ]
  ])("follows %s", ([, environment, endpoint]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* from({ ...model, ...environment })).endpoint.href, endpoint)
    })
  )

  it.effect.each<readonly [title: string, environment: Readonly<Record<string, string>>, named: string]>([
    ["nothing is named", {}, "No language model is configured."],
    ["only the model is named", model, "ULTRAGIT_LLM_MODEL names a model, but no key and no address"],
    [
      "the provider is unknown",
      { ULTRAGIT_LLM_PROVIDER: "acme" },
      "ULTRAGIT_LLM_PROVIDER must be anthropic or openai."
    ],
    ["the key of the provider is missing", { ...model, ULTRAGIT_LLM_PROVIDER: "openai" }, "OPENAI_API_KEY must be set"],
    ["the model is missing", { ANTHROPIC_API_KEY: "k" }, "ULTRAGIT_LLM_MODEL must be the name of a model"],
    ["the address is no address", { ...model, OPENAI_BASE_URL: "localhost" }, "OPENAI_BASE_URL must be an http"],
    ["the address is a file", { ...model, OPENAI_BASE_URL: "file:///etc/passwd" }, "OPENAI_BASE_URL must be an http"],
    ["the limit is none", { ...model, OPENAI_API_KEY: "k", ULTRAGIT_LLM_TIMEOUT: "soon" }, "ULTRAGIT_LLM_TIMEOUT must"]
  ])("fails when %s", ([, environment, named]) =>
    Effect.gen(function* () {
      assert.include((yield* Effect.flip(from(environment))).message, named)
    })
  )

  it.effect.each([
    { ...model, OPENAI_BASE_URL: "https://user:hidden-1@host" },
    { ...model, OPENAI_API_KEY: "hidden-1\nx" }
  ])("never reveals a value that may be secret", (environment) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(from(environment))
      assert.notInclude(`${String(error)} ${JSON.stringify(error)}`, "hidden-1")
    })
  )

  it.effect("keeps the key out of its own text", () =>
    Effect.gen(function* () {
      const configuration = yield* from({ ...model, ANTHROPIC_API_KEY: "hidden-1" })
      assert.notInclude(`${JSON.stringify(configuration)} ${String(configuration.key)}`, "hidden-1")
    })
  )
})
