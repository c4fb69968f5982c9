import { Effect, Option, type Redacted } from "effect"
import {
  EmbeddingsNotConfigured,
  LanguageModelError,
  NotConfigured,
  type ProviderName,
  type VariableNames
} from "./LanguageModelError.ts"
import { parseEndpoint, makeVariableInvalid, readKey, isVariableSet, readTimeoutSeconds } from "./variables.ts"
import { readVariable } from "../http/variables.ts"

/** Model, endpoint and key. Read only from the environment, so that no file in a repository can change them. */
export interface ModelConfiguration {
  readonly provider: ProviderName
  readonly model: string
  /** URL that requests are posted to. */
  readonly endpoint: URL
  /** None if a custom endpoint needs no key. */
  readonly key: Option.Option<Redacted.Redacted>
  /** Timeout of one answer, in seconds. */
  readonly timeout: number
  /** The environment variables that these values come from. */
  readonly variables: VariableNames
}

const defaultTimeout = 300

interface Vendor {
  readonly variables: VariableNames
  readonly standard: string
  /** Path below the base address. */
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

const readProvider: Effect.Effect<ProviderName, LanguageModelError> = Effect.gen(function* () {
  const named = yield* readVariable("ULTRAGIT_LLM_PROVIDER")
  if (Option.isSome(named)) {
    const name = named.value.toLowerCase()
    if (name === "anthropic" || name === "openai") return name
    return yield* makeVariableInvalid("ULTRAGIT_LLM_PROVIDER", "anthropic or openai")
  }
  if (yield* isVariableSet("ANTHROPIC_API_KEY")) return "anthropic"
  if ((yield* isVariableSet("OPENAI_API_KEY")) || (yield* isVariableSet("OPENAI_BASE_URL"))) return "openai"
  if (yield* isVariableSet("ANTHROPIC_BASE_URL")) return "anthropic"
  return yield* new LanguageModelError({ reason: new NotConfigured({ hasModel: yield* isVariableSet(common.model) }) })
})

/** Reads address and key. The key is required unless the base address is set. */
const readEndpoint = Effect.fnUntraced(function* ({ path, standard, variables }: Vendor) {
  const base = yield* readVariable(variables.base)
  const address = Option.getOrElse(base, () => standard)
  const endpoint = yield* parseEndpoint({ base: variables.base, path }, address)
  const key = yield* readKey(variables.key)
  if (Option.isNone(key) && Option.isNone(base)) {
    const expected = `set for ${endpoint.host}, or ${variables.base} to the address of another endpoint`
    return yield* makeVariableInvalid(variables.key, expected)
  }
  return { endpoint, key, variables }
})

/**
 * Reads `ULTRAGIT_LLM_PROVIDER`, `ULTRAGIT_LLM_MODEL`, `ULTRAGIT_LLM_TIMEOUT` and the provider's key and base address.
 * The key is required unless the base address is set. Fails with `NotConfigured` or `VariableInvalid`.
 */
export const readModelConfiguration: Effect.Effect<ModelConfiguration, LanguageModelError> = Effect.gen(function* () {
  const provider = yield* readProvider
  const place = yield* readEndpoint(vendors[provider])
  const model = yield* readVariable(common.model)
  if (Option.isNone(model)) {
    return yield* makeVariableInvalid(common.model, "the name of a model, such as claude-haiku-4-5 or qwen3-coder")
  }
  return { ...place, provider, model: model.value, timeout: yield* readTimeoutSeconds(common.timeout, defaultTimeout) }
})

const embedding = { model: "ULTRAGIT_EMBED_MODEL", timeout: "ULTRAGIT_EMBED_TIMEOUT" }
const ownVariables = { ...embedding, key: "ULTRAGIT_EMBED_API_KEY", base: "ULTRAGIT_EMBED_BASE_URL" }
const openaiVariables = { ...embedding, key: vendors.openai.variables.key, base: vendors.openai.variables.base }
const embeddingTimeout = 60

/**
 * Reads `ULTRAGIT_EMBED_MODEL`, `ULTRAGIT_EMBED_TIMEOUT`, `ULTRAGIT_EMBED_BASE_URL` and `ULTRAGIT_EMBED_API_KEY`. If
 * neither of the last two is set, reads `OPENAI_BASE_URL` and `OPENAI_API_KEY` instead; the pairs are never mixed, so a
 * key only goes to its own address. Fails with `EmbeddingsNotConfigured` or `VariableInvalid`.
 */
export const readEmbeddingsConfiguration: Effect.Effect<ModelConfiguration, LanguageModelError> = Effect.gen(
  function* () {
    const model = yield* readVariable(embedding.model)
    if (Option.isNone(model)) return yield* new LanguageModelError({ reason: new EmbeddingsNotConfigured({}) })
    const isOwn = (yield* isVariableSet(ownVariables.base)) || (yield* isVariableSet(ownVariables.key))
    const variables = isOwn ? ownVariables : openaiVariables
    const place = yield* readEndpoint({ ...vendors.openai, variables, path: "/embeddings" })
    const timeout = yield* readTimeoutSeconds(embedding.timeout, embeddingTimeout)
    return { ...place, provider: "openai", model: model.value, timeout }
  }
)
