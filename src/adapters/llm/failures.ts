import { Option, Schema } from "effect"
import { describeConnectionFailure } from "../http/connectionDetail.ts"
import { toShownDetail } from "../http/shownDetail.ts"
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

/** Describes the endpoint for messages: only the host of the address. */
export const describeEndpoint = ({ endpoint, provider, variables }: ModelConfiguration) => ({
  provider,
  host: endpoint.host,
  variables
})

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
  return makeError(new RequestRejected({ ...place, status, detail: toShownDetail(response.detail, configuration.key) }))
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

/** Makes the error for a failed connection. */
export const makeConnectionFailure = (configuration: ModelConfiguration, error: unknown): LanguageModelError =>
  new LanguageModelError({
    reason: new ConnectionFailed({
      ...describeEndpoint(configuration),
      detail: describeConnectionFailure(error)
    })
  })
