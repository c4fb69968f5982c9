import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"

/** Which protocol an endpoint speaks. */
export const ProviderName = Schema.Literals(["anthropic", "openai"])
export type ProviderName = typeof ProviderName.Type

const titles: Record<ProviderName, string> = { anthropic: "Anthropic", openai: "OpenAI-compatible" }

/** `the Anthropic endpoint at api.anthropic.com`. */
const endpointOf = (provider: ProviderName, host: string): string => `the ${titles[provider]} endpoint at ${host}`

/** Variables of the environment that say which model is asked, where, by which key and for how long. */
export const VariableNames = Schema.Struct({
  model: Schema.String,
  base: Schema.String,
  key: Schema.String,
  timeout: Schema.String
})
export type VariableNames = typeof VariableNames.Type

const Place = { provider: ProviderName, host: Schema.String, variables: VariableNames }

/** The environment names no language model. */
export class NotConfigured extends Schema.TaggedError<NotConfigured>()("NotConfigured", {}) implements Failure {
  get code(): string {
    return "llm_not_configured"
  }
  override get message(): string {
    return "No language model is configured."
  }
  get hint(): string | undefined {
    return (
      "Set ULTRAGIT_LLM_MODEL, and ANTHROPIC_API_KEY or OPENAI_API_KEY; for a local or other endpoint OPENAI_BASE_URL " +
      "(http://localhost:11434/v1) or ANTHROPIC_BASE_URL. ULTRAGIT_LLM_PROVIDER (anthropic, openai) decides between both."
    )
  }
}

/** The environment names no model that makes vectors of texts. */
export class EmbeddingsNotConfigured
  extends Schema.TaggedError<EmbeddingsNotConfigured>()("EmbeddingsNotConfigured", {})
  implements Failure
{
  get code(): string {
    return "embeddings_not_configured"
  }
  override get message(): string {
    return "No model for embeddings is configured."
  }
  get hint(): string | undefined {
    return (
      "Set ULTRAGIT_EMBED_MODEL, and for OpenAI OPENAI_API_KEY; for a local or other endpoint ULTRAGIT_EMBED_BASE_URL " +
      "(http://localhost:11434/v1) and, where it asks for one, ULTRAGIT_EMBED_API_KEY."
    )
  }
}

/** A variable of the environment has no usable value; the value itself is not told, it may hold a secret. */
export class VariableInvalid
  extends Schema.TaggedError<VariableInvalid>()("VariableInvalid", { variable: Schema.String, expected: Schema.String })
  implements Failure
{
  get code(): string {
    return "llm_variable_invalid"
  }
  override get message(): string {
    return `${this.variable} must be ${this.expected}.`
  }
  get hint(): string | undefined {
    return undefined
  }
}

/** The endpoint does not accept the key (401, 403). */
export class KeyRejected
  extends Schema.TaggedError<KeyRejected>()("KeyRejected", { ...Place, status: Schema.Int })
  implements Failure
{
  get code(): string {
    return "llm_key_rejected"
  }
  override get message(): string {
    return `The key was not accepted by ${endpointOf(this.provider, this.host)} (status ${this.status}).`
  }
  get hint(): string | undefined {
    return `Check ${this.variables.key}.`
  }
}

/** Too many requests (429), still so after the retries. */
export class RateLimited
  extends Schema.TaggedError<RateLimited>()("RateLimited", {
    ...Place,
    /** How long the endpoint asked to wait, in seconds. */
    retryAfter: Schema.Option(Schema.Finite)
  })
  implements Failure
{
  get code(): string {
    return "llm_rate_limited"
  }
  override get message(): string {
    const wait = this.retryAfter._tag === "Some" ? ` It asks to wait ${Math.ceil(this.retryAfter.value)} s.` : ""
    return `Too many requests for ${endpointOf(this.provider, this.host)}.${wait}`
  }
  get hint(): string | undefined {
    return "Try again later, with fewer requests at once (backfill --concurrency)."
  }
}

/** The endpoint is overloaded or broken (5xx), still so after the retries. */
export class Unavailable
  extends Schema.TaggedError<Unavailable>()("Unavailable", {
    ...Place,
    status: Schema.Int,
    retryAfter: Schema.Option(Schema.Finite)
  })
  implements Failure
{
  get code(): string {
    return "llm_unavailable"
  }
  override get message(): string {
    return `Not served by ${endpointOf(this.provider, this.host)} now (status ${this.status}).`
  }
  get hint(): string | undefined {
    return "Try again later."
  }
}

/** The endpoint does not take the request: an unknown model, too long an input. */
export class RequestRejected
  extends Schema.TaggedError<RequestRejected>()("RequestRejected", {
    ...Place,
    status: Schema.Int,
    /** What the endpoint says, bounded, control characters escaped, without the key. */
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "llm_request_rejected"
  }
  override get message(): string {
    const said = this.detail === "" ? "" : `: ${this.detail}`
    return `Rejected by ${endpointOf(this.provider, this.host)} (status ${this.status})${said}`
  }
  get hint(): string | undefined {
    return this.status === 404 ? `Does the endpoint have the model that ${this.variables.model} names?` : undefined
  }
}

/** The endpoint sends elsewhere; the key goes only where it was meant to go. */
export class Redirected
  extends Schema.TaggedError<Redirected>()("Redirected", { ...Place, status: Schema.Int })
  implements Failure
{
  get code(): string {
    return "llm_redirected"
  }
  override get message(): string {
    return `A redirect came from ${endpointOf(this.provider, this.host)} (status ${this.status}); it was not followed.`
  }
  get hint(): string | undefined {
    return `Set ${this.variables.base} to the final address.`
  }
}

/** No whole answer in time. */
export class AnswerTimedOut
  extends Schema.TaggedError<AnswerTimedOut>()("AnswerTimedOut", { ...Place, seconds: Schema.Finite })
  implements Failure
{
  get code(): string {
    return "llm_timeout"
  }
  override get message(): string {
    return `No whole answer within ${this.seconds} s from ${endpointOf(this.provider, this.host)}.`
  }
  get hint(): string | undefined {
    return `A larger limit: ${this.variables.timeout}=<seconds>.`
  }
}

/** An answer came, but not one that can be used. */
export class AnswerMalformed
  extends Schema.TaggedError<AnswerMalformed>()("AnswerMalformed", { ...Place, detail: Schema.String })
  implements Failure
{
  get code(): string {
    return "llm_answer_malformed"
  }
  override get message(): string {
    return `Unusable answer from ${endpointOf(this.provider, this.host)}: ${this.detail}.`
  }
  get hint(): string | undefined {
    return undefined
  }
}

/** The model declined. */
export class AnswerRefused extends Schema.TaggedError<AnswerRefused>()("AnswerRefused", Place) implements Failure {
  get code(): string {
    return "llm_refused"
  }
  override get message(): string {
    return `The model at ${this.host} declined to answer.`
  }
  get hint(): string | undefined {
    return undefined
  }
}

/** Nobody there, or the connection broke. */
export class ConnectionFailed
  extends Schema.TaggedError<ConnectionFailed>()("ConnectionFailed", { ...Place, detail: Schema.String })
  implements Failure
{
  get code(): string {
    return "llm_connection_failed"
  }
  override get message(): string {
    return `No connection to ${endpointOf(this.provider, this.host)}: ${this.detail}.`
  }
  get hint(): string | undefined {
    return "Is the address right and the endpoint running? Behind a proxy, set NODE_USE_ENV_PROXY=1."
  }
}

const Reason = Schema.Union([
  NotConfigured,
  EmbeddingsNotConfigured,
  VariableInvalid,
  KeyRejected,
  RateLimited,
  Unavailable,
  RequestRejected,
  Redirected,
  AnswerTimedOut,
  AnswerMalformed,
  AnswerRefused,
  ConnectionFailed
])

/** The one error of the services `LanguageModel` and `Embeddings`; it speaks with its reason's words, in which no key ever is. */
export class LanguageModelError
  extends Schema.TaggedError<LanguageModelError>()("LanguageModelError", { reason: Reason })
  implements Failure
{
  get code(): string {
    return this.reason.code
  }
  override get message(): string {
    return this.reason.message
  }
  get hint(): string | undefined {
    return this.reason.hint
  }
}
