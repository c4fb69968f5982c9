import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"

/** Which protocol an endpoint speaks. */
export const ProviderName = Schema.Literals(["anthropic", "openai"])
export type ProviderName = typeof ProviderName.Type

const titles: Record<ProviderName, string> = { anthropic: "Anthropic", openai: "OpenAI-compatible" }

/** `the Anthropic endpoint at api.anthropic.com`. */
const formatEndpoint = (provider: ProviderName, host: string): string => `the ${titles[provider]} endpoint at ${host}`

/** Variables of the environment that say which model is asked, where, by which key and for how long. */
export const VariableNames = Schema.Struct({
  model: Schema.String,
  base: Schema.String,
  key: Schema.String,
  timeout: Schema.String
})
export type VariableNames = typeof VariableNames.Type

const EndpointFields = { provider: ProviderName, host: Schema.String, variables: VariableNames }

/** The environment names no language model. */
export class NotConfigured extends FailureReason<NotConfigured>()("NotConfigured", {}, () => ({
  code: "llm_not_configured",
  message: "No language model is configured.",
  hint:
    "Set ULTRAGIT_LLM_MODEL, and ANTHROPIC_API_KEY or OPENAI_API_KEY; for a local or other endpoint OPENAI_BASE_URL " +
    "(http://localhost:11434/v1) or ANTHROPIC_BASE_URL. ULTRAGIT_LLM_PROVIDER (anthropic, openai) decides between both."
})) {}

/** The environment names no model that makes vectors of texts. */
export class EmbeddingsNotConfigured extends FailureReason<EmbeddingsNotConfigured>()(
  "EmbeddingsNotConfigured",
  {},
  () => ({
    code: "embeddings_not_configured",
    message: "No model for embeddings is configured.",
    hint:
      "Set ULTRAGIT_EMBED_MODEL, and for OpenAI OPENAI_API_KEY; for a local or other endpoint ULTRAGIT_EMBED_BASE_URL " +
      "(http://localhost:11434/v1) and, where it asks for one, ULTRAGIT_EMBED_API_KEY."
  })
) {}

/** A variable of the environment has no usable value; the value itself is not told, it may hold a secret. */
export class VariableInvalid extends FailureReason<VariableInvalid>()(
  "VariableInvalid",
  { variable: Schema.String, expected: Schema.String },
  ({ expected, variable }) => ({ code: "llm_variable_invalid", message: `${variable} must be ${expected}.` })
) {}

/** The endpoint does not accept the key (401, 403). */
export class KeyRejected extends FailureReason<KeyRejected>()(
  "KeyRejected",
  { ...EndpointFields, status: Schema.Int },
  ({ host, provider, status, variables }) => ({
    code: "llm_key_rejected",
    message: `The key was not accepted by ${formatEndpoint(provider, host)} (status ${status}).`,
    hint: `Check ${variables.key}.`
  })
) {}

/** Too many requests (429), still so after the retries. */
export class RateLimited extends FailureReason<RateLimited>()(
  "RateLimited",
  {
    ...EndpointFields,
    /** How long the endpoint asked to wait, in seconds. */
    retryAfter: Schema.Option(Schema.Finite)
  },
  ({ host, provider, retryAfter }) => {
    const wait = retryAfter._tag === "Some" ? ` It asks to wait ${Math.ceil(retryAfter.value)} s.` : ""
    return {
      code: "llm_rate_limited",
      message: `Too many requests for ${formatEndpoint(provider, host)}.${wait}`,
      hint: "Try again later, with fewer requests at once (backfill --concurrency)."
    }
  }
) {}

/** The endpoint is overloaded or broken (5xx), still so after the retries. */
export class Unavailable extends FailureReason<Unavailable>()(
  "Unavailable",
  { ...EndpointFields, status: Schema.Int, retryAfter: Schema.Option(Schema.Finite) },
  ({ host, provider, status }) => ({
    code: "llm_unavailable",
    message: `Not served by ${formatEndpoint(provider, host)} now (status ${status}).`,
    hint: "Try again later."
  })
) {}

/** The endpoint does not take the request: an unknown model, too long an input. */
export class RequestRejected extends FailureReason<RequestRejected>()(
  "RequestRejected",
  {
    ...EndpointFields,
    status: Schema.Int,
    /** What the endpoint says, bounded, control characters escaped, without the key. */
    detail: Schema.String
  },
  ({ detail, host, provider, status, variables }) => {
    const said = detail === "" ? "" : `: ${detail}`
    return {
      code: "llm_request_rejected",
      message: `Rejected by ${formatEndpoint(provider, host)} (status ${status})${said}`,
      hint: status === 404 ? `Does the endpoint have the model that ${variables.model} names?` : undefined
    }
  }
) {}

/** The endpoint sends elsewhere; the key goes only where it was meant to go. */
export class Redirected extends FailureReason<Redirected>()(
  "Redirected",
  { ...EndpointFields, status: Schema.Int },
  ({ host, provider, status, variables }) => ({
    code: "llm_redirected",
    message: `A redirect came from ${formatEndpoint(provider, host)} (status ${status}); it was not followed.`,
    hint: `Set ${variables.base} to the final address.`
  })
) {}

/** No whole answer in time. */
export class AnswerTimedOut extends FailureReason<AnswerTimedOut>()(
  "AnswerTimedOut",
  { ...EndpointFields, seconds: Schema.Finite },
  ({ host, provider, seconds, variables }) => ({
    code: "llm_timeout",
    message: `No whole answer within ${seconds} s from ${formatEndpoint(provider, host)}.`,
    hint: `A larger limit: ${variables.timeout}=<seconds>.`
  })
) {}

/** An answer came, but not one that can be used. */
export class AnswerMalformed extends FailureReason<AnswerMalformed>()(
  "AnswerMalformed",
  { ...EndpointFields, detail: Schema.String },
  ({ detail, host, provider }) => ({
    code: "llm_answer_malformed",
    message: `Unusable answer from ${formatEndpoint(provider, host)}: ${detail}.`
  })
) {}

/** The model declined. */
export class AnswerRefused extends FailureReason<AnswerRefused>()("AnswerRefused", EndpointFields, ({ host }) => ({
  code: "llm_refused",
  message: `The model at ${host} declined to answer.`
})) {}

/** Nobody there, or the connection broke. */
export class ConnectionFailed extends FailureReason<ConnectionFailed>()(
  "ConnectionFailed",
  { ...EndpointFields, detail: Schema.String },
  ({ detail, host, provider }) => ({
    code: "llm_connection_failed",
    message: `No connection to ${formatEndpoint(provider, host)}: ${detail}.`,
    hint: "Is the address right and the endpoint running? Behind a proxy, set NODE_USE_ENV_PROXY=1."
  })
) {}

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
export class LanguageModelError extends ServiceError<LanguageModelError>()("LanguageModelError", Reason) {}
