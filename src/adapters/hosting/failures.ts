import { DateTime, Effect, Option, Schema } from "effect"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { describeConnectionFailure } from "../http/connectionDetail.ts"
import { parseRetryAfter } from "../http/retryAfter.ts"
import { toShownDetail } from "../http/shownDetail.ts"
import type { Access } from "./Access.ts"
import {
  AccessDenied,
  AnswerMalformed,
  AnswerTooLarge,
  ApiMissing,
  ConnectionFailed,
  HostingError,
  ProjectNotFound,
  QueryRejected,
  RateLimited,
  Redirected,
  TokenRejected,
  Unavailable
} from "./HostingError.ts"
import type { HostKind } from "./Site.ts"

const titles: Record<HostKind, string> = { github: "GitHub", gitlab: "GitLab" }

type Headers = Readonly<Record<string, string | undefined>>

const GraphQLError = Schema.Struct({
  type: Schema.optionalKey(Schema.NullOr(Schema.String)),
  message: Schema.optionalKey(Schema.NullOr(Schema.String))
})
type GraphQLError = typeof GraphQLError.Type

/** The part of an answer that is not its data. */
const Envelope = Schema.Struct({
  data: Schema.optionalKey(Schema.Unknown),
  errors: Schema.optionalKey(Schema.NullOr(Schema.Array(GraphQLError))),
  message: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export const decodeEnvelope = Schema.decodeOption(Schema.fromJsonString(Envelope))

const make = (reason: HostingError["reason"]) => new HostingError({ reason })

export const makeTooLarge = ({ site }: Access, detail: string) => make(new AnswerTooLarge({ host: site.host, detail }))
const makeMalformed = ({ site }: Access, detail: string) => make(new AnswerMalformed({ host: site.host, detail }))
export const makeProjectNotFound = ({ site: { host, project } }: Access) => make(new ProjectNotFound({ host, project }))
export const makeConnectionFailure = ({ site }: Access, error: unknown) =>
  make(new ConnectionFailed({ host: site.host, detail: describeConnectionFailure(error) }))

/** Parses a header that holds a whole number. */
const parseCount = (text: string | undefined): Option.Option<number> =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Option.some(Number(text)) : Option.none()

/** Reads from the headers of both hosts when an exhausted limit is reset, in seconds since 1970. None if some is left. */
export const readExhaustedUntil = (headers: Headers): Option.Option<number> => {
  const remaining = parseCount(headers["x-ratelimit-remaining"] ?? headers["ratelimit-remaining"])
  const reset = parseCount(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"])
  return Option.isSome(remaining) && remaining.value === 0 ? reset : Option.none()
}

/** Makes the error for a rate limit, with the time until which the host wants no request. */
const makeRateLimited = Effect.fnUntraced(function* ({ site }: Access, headers: Headers) {
  const now = DateTime.toEpochMillis(yield* DateTime.now) / 1000
  const after = Option.map(yield* parseRetryAfter(headers), (seconds) => now + seconds)
  const until = Option.orElse(after, () => readExhaustedUntil(headers))
  return make(new RateLimited({ host: site.host, until }))
})

const mentionsLimit = /rate limit|abuse|too many requests/i

/** Whether a response with status 403 or 429 is about a limit and not about permissions. */
const isLimit = (status: number, headers: Headers, detail: string): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers["retry-after"] !== undefined || Option.isSome(readExhaustedUntil(headers)) || mentionsLimit.test(detail)))

/** Makes the error for a response without success. GitHub answers with 502 and 504 where a query takes too long. */
export const makeStatusFailure = Effect.fnUntraced(function* (
  access: Access,
  { headers, status }: Pick<HttpClientResponse, "headers" | "status">,
  body: string
) {
  const { site, source, token } = access
  const { host } = site
  const message = Option.flatMapNullishOr(decodeEnvelope(body), (found) => found.message)
  const detail = toShownDetail(
    Option.getOrElse(message, () => ""),
    Option.some(token)
  )
  if (isLimit(status, headers, body)) return yield* makeRateLimited(access, headers)
  if (status >= 300 && status < 400) return make(new Redirected({ host, status }))
  if (status === 401) return make(new TokenRejected({ host, source }))
  if (status === 403) return make(new AccessDenied({ host, source, detail }))
  if (status === 404) return make(new ApiMissing({ host, title: titles[site.kind] }))
  if (status === 408 || status === 502 || status === 504) return makeTooLarge(access, `status ${status}`)
  if (status >= 500) return make(new Unavailable({ host, status }))
  return make(new QueryRejected({ host, status, detail }))
})

/** Types and messages of errors that a smaller query may not have. */
const tooLargeTypes = /^(?:RESOURCE_LIMITS_EXCEEDED|MAX_NODE_LIMIT_EXCEEDED|TIMEOUT)$/
const tooLargeMessages =
  /\btimeout\b|timed out|something went wrong|exceeds max complexity|resource limits|too complex/i

/** Makes the error for an answer without usable data. */
export const makeGraphQLFailure = Effect.fnUntraced(function* (
  access: Access,
  headers: Headers,
  errors: ReadonlyArray<GraphQLError>
) {
  const { site, source, token } = access
  const types = errors.flatMap(({ type }) => type ?? [])
  const messages = errors.flatMap(({ message }) => message ?? [])
  const detail = toShownDetail(messages.join("; "), Option.some(token))
  if (
    types.includes("RATE_LIMITED") ||
    types.includes("RATE_LIMIT") ||
    messages.some((text) => mentionsLimit.test(text))
  ) {
    return yield* makeRateLimited(access, headers)
  }
  if (types.includes("NOT_FOUND")) return makeProjectNotFound(access)
  if (types.some((type) => /^(?:FORBIDDEN|INSUFFICIENT_SCOPES)$/.test(type))) {
    return make(new AccessDenied({ host: site.host, source, detail }))
  }
  if (types.some((type) => tooLargeTypes.test(type)) || messages.some((text) => tooLargeMessages.test(text))) {
    return makeTooLarge(access, detail)
  }
  return errors.length === 0
    ? makeMalformed(access, "it does not have the expected form")
    : make(new QueryRejected({ host: site.host, status: 200, detail }))
})
