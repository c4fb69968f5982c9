import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"

/** The protocol of an endpoint. */
export const ProviderName = Schema.Literals(["anthropic", "openai"])
export type ProviderName = typeof ProviderName.Type

const titles: Record<ProviderName, string> = { anthropic: "Anthropic", openai: "OpenAI-compatible" }

/** `the Anthropic endpoint at api.anthropic.com`. */
const formatEndpoint = (provider: ProviderName, host: string): string => `the ${titles[provider]} endpoint at ${host}`

/** Names of the environment variables for model, base address, key and timeout. */
export const VariableNames = Schema.Struct({
  model: Schema.String,
  base: Schema.String,
  key: Schema.String,
  timeout: Schema.String
})
export type VariableNames = typeof VariableNames.Type

const EndpointFields = { provider: ProviderName, host: Schema.String, variables: VariableNames }

/** No language model is configured in the environment, or only its name. */
export class NotConfigured extends FailureReason<NotConfigured>()(
  "NotConfigured",
  { hasModel: Schema.Boolean },
  ({ hasModel }) => ({
    code: "llm_not_configured",
    message: hasModel
      ? "ULTRAGIT_LLM_MODEL names a model, but no key and no address of an endpoint is set."
      : "No language model is configured.",
    hint:
      "Set ULTRAGIT_LLM_MODEL, and ANTHROPIC_API_KEY or OPENAI_API_KEY; for a local or other endpoint OPENAI_BASE_URL " +
      "(http://localhost:11434/v1) or ANTHROPIC_BASE_URL. ULTRAGIT_LLM_PROVIDER (anthropic, openai) chooses between them."
  })
) {}

/** No embedding model is configured in the environment. */
export class EmbeddingsNotConfigured extends FailureReason<EmbeddingsNotConfigured>()(
  "EmbeddingsNotConfigured",
  {},
  () => ({
    code: "embeddings_not_configured",
    message: "No embedding model is configured.",
    hint:
      "Set ULTRAGIT_EMBED_MODEL, and for OpenAI OPENAI_API_KEY; for a local or other endpoint ULTRAGIT_EMBED_BASE_URL " +
      "(http://localhost:11434/v1) and, if it needs one, ULTRAGIT_EMBED_API_KEY."
  })
) {}

/** An environment variable has an invalid value. The value is not shown, because it may be a secret. */
export class VariableInvalid extends FailureReason<VariableInvalid>()(
  "VariableInvalid",
  { variable: Schema.String, expected: Schema.String },
  ({ expected, variable }) => ({ code: "llm_variable_invalid", message: `${variable} must be ${expected}.` })
) {}

/** The endpoint rejected the key (401, 403). */
export class KeyRejected extends FailureReason<KeyRejected>()(
  "KeyRejected",
  { ...EndpointFields, status: Schema.Int },
  ({ host, provider, status, variables }) => ({
    code: "llm_key_rejected",
    message: `Key rejected by ${formatEndpoint(provider, host)} (status ${status}).`,
    hint: `Check ${variables.key}.`
  })
) {}

/** Too many requests (429), even after retries. */
export class RateLimited extends FailureReason<RateLimited>()(
  "RateLimited",
  {
    ...EndpointFields,
    /** Wait requested by the endpoint, in seconds. */
    retryAfter: Schema.Option(Schema.Finite)
  },
  ({ host, provider, retryAfter }) => {
    const wait = retryAfter._tag === "Some" ? ` Retry after ${Math.ceil(retryAfter.value)} s.` : ""
    return {
      code: "llm_rate_limited",
      message: `Too many requests for ${formatEndpoint(provider, host)}.${wait}`,
      hint: "Try again later with fewer concurrent requests (backfill --concurrency)."
    }
  }
) {}

/** The endpoint is overloaded or failing (5xx), even after retries. */
export class Unavailable extends FailureReason<Unavailable>()(
  "Unavailable",
  { ...EndpointFields, status: Schema.Int, retryAfter: Schema.Option(Schema.Finite) },
  ({ host, provider, status }) => ({
    code: "llm_unavailable",
    message: `Temporarily unavailable: ${formatEndpoint(provider, host)} (status ${status}).`,
    hint: "Try again later."
  })
) {}

/** The endpoint rejected the request, for example because of an unknown model or too long an input. */
export class RequestRejected extends FailureReason<RequestRejected>()(
  "RequestRejected",
  {
    ...EndpointFields,
    status: Schema.Int,
    /** The endpoint's message: truncated, control characters escaped, key removed. */
    detail: Schema.String
  },
  ({ detail, host, provider, status, variables }) => {
    const suffix = detail === "" ? "" : `: ${detail}`
    return {
      code: "llm_request_rejected",
      message: `Rejected by ${formatEndpoint(provider, host)} (status ${status})${suffix}`,
      hint: status === 404 ? `Check that the endpoint has the model named in ${variables.model}.` : undefined
    }
  }
) {}

/** The endpoint redirected. Redirects are not followed, so that the key only goes to the configured host. */
export class Redirected extends FailureReason<Redirected>()(
  "Redirected",
  { ...EndpointFields, status: Schema.Int },
  ({ host, provider, status, variables }) => ({
    code: "llm_redirected",
    message: `Redirect from ${formatEndpoint(provider, host)} not followed (status ${status}).`,
    hint: `Set ${variables.base} to the final address.`
  })
) {}

/** No complete answer before the timeout. */
export class AnswerTimedOut extends FailureReason<AnswerTimedOut>()(
  "AnswerTimedOut",
  { ...EndpointFields, seconds: Schema.Finite },
  ({ host, provider, seconds, variables }) => ({
    code: "llm_timeout",
    message: `No complete answer within ${seconds} s from ${formatEndpoint(provider, host)}.`,
    hint: `To raise the limit: ${variables.timeout}=<seconds>`
  })
) {}

/** The answer is unusable. */
export class AnswerMalformed extends FailureReason<AnswerMalformed>()(
  "AnswerMalformed",
  { ...EndpointFields, detail: Schema.String },
  ({ detail, host, provider }) => ({
    code: "llm_answer_malformed",
    message: `Unusable answer from ${formatEndpoint(provider, host)}: ${detail}.`
  })
) {}

/** The model refused to answer. */
export class AnswerRefused extends FailureReason<AnswerRefused>()("AnswerRefused", EndpointFields, ({ host }) => ({
  code: "llm_refused",
  message: `The model at ${host} refused to answer.`
})) {}

/** The endpoint cannot be reached, or the connection broke. */
export class ConnectionFailed extends FailureReason<ConnectionFailed>()(
  "ConnectionFailed",
  { ...EndpointFields, detail: Schema.String },
  ({ detail, host, provider }) => ({
    code: "llm_connection_failed",
    message: `No connection to ${formatEndpoint(provider, host)}: ${detail}.`,
    hint: "Check that the address is correct and the endpoint is running. Behind a proxy, set NODE_USE_ENV_PROXY=1."
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

/**
 * The error of `LanguageModel` and `Embeddings`. Its code, message and hint are those of its reason and never contain
 * the key.
 */
export class LanguageModelError extends ServiceError<LanguageModelError>()("LanguageModelError", Reason) {}
