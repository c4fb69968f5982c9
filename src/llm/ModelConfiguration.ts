import { Config, Effect, Option, Redacted, Result } from "effect"
import { LanguageModelError, NotConfigured, type ProviderName, VariableInvalid } from "./LanguageModelError.ts"

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
}

const defaultTimeout = 300

interface Vendor {
  readonly key: string
  readonly base: string
  readonly standard: string
  /** Below the base address. */
  readonly path: string
}

const vendors: Record<ProviderName, Vendor> = {
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    base: "ANTHROPIC_BASE_URL",
    standard: "https://api.anthropic.com",
    path: "/v1/messages"
  },
  openai: {
    key: "OPENAI_API_KEY",
    base: "OPENAI_BASE_URL",
    standard: "https://api.openai.com/v1",
    path: "/chat/completions"
  }
}

const invalid = (variable: string, expected: string) =>
  new LanguageModelError({ reason: new VariableInvalid({ variable, expected }) })

/** An empty variable says nothing. */
const variable = (name: string): Effect.Effect<Option.Option<string>> =>
  Config.option(Config.String(name)).pipe(
    Effect.orDie,
    Effect.map(Option.map((text) => text.trim())),
    Effect.map(Option.filter((text) => text !== ""))
  )

const said = (name: string) => Effect.map(variable(name), Option.isSome)

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

/** The address to post to; a base that already ends in the version is not given it twice. */
const endpointOf = (vendor: Vendor, base: string): Effect.Effect<URL, LanguageModelError> => {
  const parsed = Result.try(() => new URL(base))
  if (
    Result.isFailure(parsed) ||
    !/^https?:$/.test(parsed.success.protocol) ||
    parsed.success.username !== "" ||
    parsed.success.password !== ""
  ) {
    return Effect.fail(invalid(vendor.base, "an http or https address without user name and password"))
  }
  const url = parsed.success
  const below = url.pathname.replace(/\/+$/, "")
  url.pathname = below + (below.endsWith("/v1") ? vendor.path.replace(/^\/v1/, "") : vendor.path)
  url.hash = ""
  return Effect.succeed(url)
}

const timeoutOf = Effect.gen(function* () {
  const text = yield* variable("ULTRAGIT_LLM_TIMEOUT")
  if (Option.isNone(text)) return defaultTimeout
  const seconds = /^\d{1,5}$/.test(text.value) ? Number(text.value) : 0
  return seconds > 0 ? seconds : yield* invalid("ULTRAGIT_LLM_TIMEOUT", "a whole number of seconds from 1 to 99999")
})

/** Control characters in a header would end it. */
const keyOf = Effect.fnUntraced(function* (vendor: Vendor) {
  const key = yield* variable(vendor.key)
  if (Option.isSome(key) && !/^[\x21-\x7e]{1,4096}$/.test(key.value)) {
    return yield* invalid(vendor.key, "printable characters without spaces")
  }
  return Option.map(key, (text) => Redacted.make(text, { label: vendor.key }))
})

/**
 * Reads `ULTRAGIT_LLM_PROVIDER`, `ULTRAGIT_LLM_MODEL`, `ULTRAGIT_LLM_TIMEOUT` and the provider's key and base address.
 * Without a base address of the user's own a key is needed. Fails with `NotConfigured` or `VariableInvalid`.
 */
export const modelConfiguration: Effect.Effect<ModelConfiguration, LanguageModelError> = Effect.gen(function* () {
  const provider = yield* providerOf
  const vendor = vendors[provider]
  const base = yield* variable(vendor.base)
  const endpoint = yield* endpointOf(
    vendor,
    Option.getOrElse(base, () => vendor.standard)
  )
  const key = yield* keyOf(vendor)
  if (Option.isNone(key) && Option.isNone(base)) {
    return yield* invalid(vendor.key, `set for ${endpoint.host}, or ${vendor.base} to the address of another endpoint`)
  }
  const model = yield* variable("ULTRAGIT_LLM_MODEL")
  if (Option.isNone(model)) {
    return yield* invalid("ULTRAGIT_LLM_MODEL", "the name of a model, such as claude-haiku-4-5 or qwen3-coder")
  }
  return { provider, model: model.value, endpoint, key, timeout: yield* timeoutOf }
})
