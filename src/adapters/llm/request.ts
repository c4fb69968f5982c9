import { Effect } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { withoutTracing } from "../http/fetchLayer.ts"
import { readText } from "../http/readText.ts"
import { parseRetryAfter } from "../http/retryAfter.ts"
import {
  makeConnectionFailure,
  parseErrorDetail,
  makeMalformed,
  describeEndpoint,
  makeStatusFailure
} from "./failures.ts"
import { AnswerTimedOut, LanguageModelError } from "./LanguageModelError.ts"
import type { ModelConfiguration } from "./ModelConfiguration.ts"

/** Maximum length of an error body, in characters. */
const maxErrorCharacters = 64 * 1024

/** Reads a body as text. Fails with `AnswerMalformed` if it is too long, and with `ConnectionFailed`. */
export const readBody = (configuration: ModelConfiguration, response: HttpClientResponse, longest: number) =>
  readText(response, longest, {
    broken: (error) => makeConnectionFailure(configuration, error),
    tooLong: () => makeMalformed(configuration, "it is too long")
  })

const readFailure = Effect.fnUntraced(function* (configuration: ModelConfiguration, response: HttpClientResponse) {
  const body = yield* Effect.orElseSucceed(readBody(configuration, response, maxErrorCharacters), () => "")
  return yield* makeStatusFailure(configuration, response.status, {
    detail: parseErrorDetail(body),
    retryAfter: yield* parseRetryAfter(response.headers)
  })
})

/** Posts JSON and returns a successful response. Fails with the error of its status, or with `ConnectionFailed`. */
export const postJson = Effect.fnUntraced(function* (
  configuration: ModelConfiguration,
  { body, headers }: { readonly headers: Readonly<Record<string, string>>; readonly body: object }
) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.post(configuration.endpoint).pipe(
    HttpClientRequest.setHeaders(headers),
    HttpClientRequest.bodyJsonUnsafe(body)
  )
  const response = yield* Effect.mapError(client.execute(request), (error) =>
    makeConnectionFailure(configuration, error.reason)
  )
  if (response.status < 200 || response.status >= 300) return yield* readFailure(configuration, response)
  return response
})

/** Limits the time of a request and disables tracing for it. Fails with `AnswerTimedOut`. */
export const withTimeout = <A, R>(
  configuration: ModelConfiguration,
  exchange: Effect.Effect<A, LanguageModelError, R>
): Effect.Effect<A, LanguageModelError, R> => {
  const seconds = configuration.timeout
  const timedOut = new LanguageModelError({
    reason: new AnswerTimedOut({ ...describeEndpoint(configuration), seconds })
  })
  return withoutTracing(
    Effect.timeoutOrElse(exchange, { duration: `${seconds} seconds`, orElse: () => Effect.fail(timedOut) })
  )
}
