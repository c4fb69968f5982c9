import { DateTime, Effect, Option, Predicate, Redacted, Result, Schema } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import {
  AnswerMalformed,
  ConnectionFailed,
  KeyRejected,
  LanguageModelError,
  RateLimited,
  Redirected,
  RequestRejected,
  Unavailable
} from "./LanguageModelError.ts"
import type { ModelConfiguration } from "./ModelConfiguration.ts"
import type { EndpointError } from "./Protocol.ts"

const maxDetailCharacters = 300

/** Describes the endpoint for messages: only the host of the address. */
export const describeEndpoint = ({ endpoint, provider, variables }: ModelConfiguration) => ({
  provider,
  host: endpoint.host,
  variables
})

/** Prepares an endpoint's message for display. Removes the key, which some endpoints repeat. */
const redactDetail = ({ key }: ModelConfiguration, detail: string): string => {
  const hidden = Option.isSome(key) ? detail.replaceAll(Redacted.value(key.value), "<key>") : detail
  const line = escapeControls(hidden.replace(/\s+/g, " ").trim())
  return line.length > maxDetailCharacters ? `${line.slice(0, maxDetailCharacters)}…` : line
}

/** Makes the error for an unusable answer. */
export const makeMalformed = (configuration: ModelConfiguration, detail: string) =>
  new LanguageModelError({ reason: new AnswerMalformed({ ...describeEndpoint(configuration), detail }) })

const makeError = (reason: LanguageModelError["reason"]) => new LanguageModelError({ reason })

/** Makes the error for an HTTP status, with the endpoint's details. */
export const makeStatusFailure = (
  configuration: ModelConfiguration,
  status: number,
  response: { readonly detail: string; readonly retryAfter: Option.Option<number> }
): LanguageModelError => {
  const { retryAfter } = response
  const place = describeEndpoint(configuration)
  if (status >= 300 && status < 400) return makeError(new Redirected({ ...place, status }))
  if (status === 401 || status === 403) return makeError(new KeyRejected({ ...place, status }))
  if (status === 429) return makeError(new RateLimited({ ...place, retryAfter }))
  if (status === 408 || (status >= 500 && status !== 501)) {
    return makeError(new Unavailable({ ...place, status, retryAfter }))
  }
  return makeError(new RequestRejected({ ...place, status, detail: redactDetail(configuration, response.detail) }))
}

/** Makes the error that an endpoint reports within an answer. */
export const makeEndpointFailure = (
  configuration: ModelConfiguration,
  { detail, status }: EndpointError
): LanguageModelError =>
  status === undefined
    ? makeMalformed(configuration, detail)
    : makeStatusFailure(configuration, status, { detail, retryAfter: Option.none() })

const ErrorBody = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Union([Schema.String, Schema.Struct({ message: Schema.String })])
  })
)

/** Extracts the message of a JSON error. Empty for anything else, such as a proxy's error page. */
export const parseErrorDetail = (body: string): string =>
  Option.match(Schema.decodeOption(ErrorBody)(body), {
    onNone: () => "",
    onSome: ({ error }) => (typeof error === "string" ? error : error.message)
  })

/** Parses the wait in seconds from `retry-after-ms` or `retry-after`, which is a number of seconds or a date. */
export const parseRetryAfter = Effect.fnUntraced(function* (headers: Readonly<Record<string, string | undefined>>) {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "")
  if (milliseconds >= 0) return Option.some(milliseconds / 1000)
  const text = headers["retry-after"] ?? ""
  if (/^\d+(?:\.\d+)?$/.test(text)) return Option.some(Number.parseFloat(text))
  const now = yield* DateTime.now
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? DateTime.make(text) : Option.none()
  return Option.map(date, (then) => Math.max(0, (DateTime.toEpochMillis(then) - DateTime.toEpochMillis(now)) / 1000))
})

const describedCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "temporary DNS failure",
  ECONNRESET: "the connection broke",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no response",
  UND_ERR_BODY_TIMEOUT: "the answer stopped"
}

/** Finds the innermost error code of Node. */
const findErrorCode = (error: unknown, depth = 0): string | undefined => {
  if (depth > 5 || !Predicate.isObject(error)) return undefined
  const inner = "cause" in error ? findErrorCode(error["cause"], depth + 1) : undefined
  return inner ?? ("code" in error && typeof error["code"] === "string" ? error["code"] : undefined)
}

/**
 * Makes the error for a failed connection. Describes known codes, shows other codes as they are, and nothing else of
 * the error.
 */
export const makeConnectionFailure = (configuration: ModelConfiguration, error: unknown): LanguageModelError => {
  const code = findErrorCode(error)
  const known = code === undefined ? undefined : (describedCodes[code] ?? /^[A-Z_]{1,60}$/.exec(code)?.[0])
  const detail = known ?? "the connection broke"
  return new LanguageModelError({ reason: new ConnectionFailed({ ...describeEndpoint(configuration), detail }) })
}

/** Parses JSON; none if it is invalid. */
export const parseJson = (text: string): Option.Option<unknown> =>
  Result.getSuccess(Result.try((): unknown => JSON.parse(text)))
