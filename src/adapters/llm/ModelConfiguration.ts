import { Effect, Option, type Redacted } from "effect"
import {
  EmbeddingsNotConfigured,
  LanguageModelError,
  NotConfigured,
  type ProviderName,
  type VariableNames
} from "./LanguageModelError.ts"
import { endpointOf, invalid, keyOf, said, timeoutOf, variable } from "./variables.ts"

/** Which model, where, and by which key: from the environment alone, so that no file of a repository can say it. */
export interface ModelConfiguration {
  readonly provider: ProviderName
  readonly model: string
  /** Where requests are posted. */
  readonly endpoint: URL
  /** None where an endpoint of the user's own asks for none. */
  readonly key: Option.Option<Redacted.Redacted>
  /** Seconds that one answer may take. */
  readonly timeout: number
  /** What says all this. */
  readonly variables: VariableNames
}

const defaultTimeout = 300

interface Vendor {
  readonly variables: VariableNames
  readonly standard: string
  /** Below the base address. */
  readonly path: string
}

const common = { model: "ULTRAGIT_LLM_MODEL", timeout: "ULTRAGIT_LLM_TIMEOUT" }

const vendors: Record<ProviderName, Vendor> = {
  anthropic: {
    variables: { ...common, key: "ANTHROPIC_API_KEY", base: "ANTHROPIC_BASE_URL" },
    standard: "https://api.anthropic.com",
    path: "/v1/messages"
  },
  openai: {
    variables: { ...common, key: "OPENAI_API_KEY", base: "OPENAI_BASE_URL" },
    standard: "https://api.openai.com/v1",
    path: "/chat/completions"
  }
}

const providerOf: Effect.Effect<ProviderName, LanguageModelError> = Effect.gen(function* () {
  const named = yield* variable("ULTRAGIT_LLM_PROVIDER")
  if (Option.isSome(named)) {
    const name = named.value.toLowerCase()
    if (name === "anthropic" || name === "openai") return name
    return yield* invalid("ULTRAGIT_LLM_PROVIDER", "anthropic or openai")
  }
  if (yield* said("ANTHROPIC_API_KEY")) return "anthropic"
  if ((yield* said("OPENAI_API_KEY")) || (yield* said("OPENAI_BASE_URL"))) return "openai"
  if (yield* said("ANTHROPIC_BASE_URL")) return "anthropic"
  return yield* new LanguageModelError({ reason: new NotConfigured({}) })
})

/** Address and key as their variables say; without an address of the user's own a key is needed. */
const placeOf = Effect.fnUntraced(function* ({ path, standard, variables }: Vendor) {
  const base = yield* variable(variables.base)
  const address = Option.getOrElse(base, () => standard)
  const endpoint = yield* endpointOf({ base: variables.base, path }, address)
  const key = yield* keyOf(variables.key)
  if (Option.isNone(key) && Option.isNone(base)) {
    const expected = `set for ${endpoint.host}, or ${variables.base} to the address of another endpoint`
    return yield* invalid(variables.key, expected)
  }
  return { endpoint, key, variables }
})

/**
 * Reads `ULTRAGIT_LLM_PROVIDER`, `ULTRAGIT_LLM_MODEL`, `ULTRAGIT_LLM_TIMEOUT` and the provider's key and base address.
 * Without a base address of the user's own a key is needed. Fails with `NotConfigured` or `VariableInvalid`.
 */
export const modelConfiguration: Effect.Effect<ModelConfiguration, LanguageModelError> = Effect.gen(function* () {
  const provider = yield* providerOf
  const place = yield* placeOf(vendors[provider])
  const model = yield* variable(common.model)
  if (Option.isNone(model)) {
    return yield* invalid(common.model, "the name of a model, such as claude-haiku-4-5 or qwen3-coder")
  }
  return { ...place, provider, model: model.value, timeout: yield* timeoutOf(common.timeout, defaultTimeout) }
})

const embedding = { model: "ULTRAGIT_EMBED_MODEL", timeout: "ULTRAGIT_EMBED_TIMEOUT" }
const ofItsOwn = { ...embedding, key: "ULTRAGIT_EMBED_API_KEY", base: "ULTRAGIT_EMBED_BASE_URL" }
const ofOpenai = { ...embedding, key: vendors.openai.variables.key, base: vendors.openai.variables.base }
const embeddingTimeout = 60

/**
 * Reads `ULTRAGIT_EMBED_MODEL`, `ULTRAGIT_EMBED_TIMEOUT`, `ULTRAGIT_EMBED_BASE_URL` and `ULTRAGIT_EMBED_API_KEY`; where
 * neither of the last two is set, `OPENAI_BASE_URL` and `OPENAI_API_KEY`: a key goes to no other address than its own.
 * Fails with `EmbeddingsNotConfigured` or `VariableInvalid`.
 */
export const embeddingsConfiguration: Effect.Effect<ModelConfiguration, LanguageModelError> = Effect.gen(function* () {
  const model = yield* variable(embedding.model)
  if (Option.isNone(model)) return yield* new LanguageModelError({ reason: new EmbeddingsNotConfigured({}) })
  const isOwn = (yield* said(ofItsOwn.base)) || (yield* said(ofItsOwn.key))
  const variables = isOwn ? ofItsOwn : ofOpenai
  const place = yield* placeOf({ ...vendors.openai, variables, path: "/embeddings" })
  const timeout = yield* timeoutOf(embedding.timeout, embeddingTimeout)
  return { ...place, provider: "openai", model: model.value, timeout }
})
