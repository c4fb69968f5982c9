import { Effect, Layer, Stream } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import {
  makeConnectionFailure,
  parseErrorDetail,
  makeMalformed,
  describeEndpoint,
  parseRetryAfter,
  makeStatusFailure
} from "./failures.ts"
import { AnswerTimedOut, LanguageModelError } from "./LanguageModelError.ts"
import type { ModelConfiguration } from "./ModelConfiguration.ts"

/** Of an error's document no more is read, in characters. */
const maxErrorCharacters = 64 * 1024

/** The runtime's own `fetch`, which follows no redirect here: a key goes only where it was meant to go. */
export const httpLayer = FetchHttpClient.layer.pipe(
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit)({ redirect: "manual" }))
)

/** Text of a body, at most so many characters long. Fails with `AnswerMalformed` and `ConnectionFailed`. */
export const readBody = (configuration: ModelConfiguration, response: HttpClientResponse, longest: number) =>
  response.stream.pipe(
    Stream.mapError((error) => makeConnectionFailure(configuration, error)),
    Stream.decodeText(),
    Stream.runFoldEffect(
      () => "",
      (text, chunk) =>
        text.length + chunk.length > longest
          ? Effect.fail(makeMalformed(configuration, "it is too long"))
          : Effect.succeed(text + chunk)
    )
  )

const readFailure = Effect.fnUntraced(function* (configuration: ModelConfiguration, response: HttpClientResponse) {
  const body = yield* Effect.orElseSucceed(readBody(configuration, response, maxErrorCharacters), () => "")
  return yield* makeStatusFailure(configuration, response.status, {
    detail: parseErrorDetail(body),
    retryAfter: yield* parseRetryAfter(response.headers)
  })
})

/** Posts a document; gives the answer where it is one. Fails as its status says, and with `ConnectionFailed`. */
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

/** An exchange of which nothing is traced, and which is over in time. Fails with `AnswerTimedOut`. */
export const withTimeout = <A, R>(
  configuration: ModelConfiguration,
  exchange: Effect.Effect<A, LanguageModelError, R>
): Effect.Effect<A, LanguageModelError, R> => {
  const seconds = configuration.timeout
  const timedOut = new LanguageModelError({
    reason: new AnswerTimedOut({ ...describeEndpoint(configuration), seconds })
  })
  return Effect.timeoutOrElse(exchange, { duration: `${seconds} seconds`, orElse: () => Effect.fail(timedOut) }).pipe(
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
  )
}
