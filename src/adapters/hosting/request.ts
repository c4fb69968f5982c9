import { Effect, Option } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { withoutTracing } from "../http/fetchLayer.ts"
import { readText } from "../http/readText.ts"
import type { Access } from "./Access.ts"
import {
  decodeEnvelope,
  makeConnectionFailure,
  makeGraphQLFailure,
  makeProjectNotFound,
  makeStatusFailure,
  makeTooLarge,
  readExhaustedUntil
} from "./failures.ts"
import { HostWaits } from "./HostWaits.ts"
import type { Decoded, HostQuery } from "./MergedRequest.ts"

/** Maximum length of an answer, in characters. */
const maxAnswerChars = 32 * 1024 * 1024
/** Maximum length of an error's body, in characters. */
const maxErrorChars = 64 * 1024

/** What a host answered, and until when it wants no further request, in seconds since 1970. */
interface HostAnswer<A> {
  readonly value: A
  readonly exhaustedUntil: Option.Option<number>
}

const readBody = (access: Access, response: HttpClientResponse, maxChars: number) =>
  readText(response, maxChars, {
    broken: () => makeTooLarge(access, "the answer broke off"),
    tooLong: () => makeTooLarge(access, `the answer exceeds ${maxChars} characters`)
  })

const readFailure = Effect.fnUntraced(function* (access: Access, response: HttpClientResponse) {
  const body = yield* Effect.orElseSucceed(readBody(access, response, maxErrorChars), () => "")
  return yield* yield* makeStatusFailure(access, response, body)
})

const post = Effect.fnUntraced(function* ({ site, token }: Access, body: HostQuery) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.post(site.endpoint).pipe(
    HttpClientRequest.bearerToken(token),
    HttpClientRequest.setHeaders({ accept: "application/json", "user-agent": "ultragit" }),
    HttpClientRequest.bodyJsonUnsafe(body)
  )
  return yield* client.execute(request)
})

/**
 * Sends a query once and decodes its data. Parts that the host could not give are missing from it. Fails with any reason
 * of `HostingError` but `TokenMissing`; with `AnswerTooLarge` also where no complete answer comes before the timeout.
 */
export const requestData = Effect.fn("Hosting.request")(function* <A>(
  access: Access,
  query: HostQuery,
  decode: (data: unknown) => Decoded<A>
) {
  const { answer: timeout } = yield* HostWaits
  const exchange = Effect.gen(function* () {
    const response = yield* Effect.mapError(post(access, query), (error) => makeConnectionFailure(access, error.reason))
    if (response.status < 200 || response.status >= 300) return yield* readFailure(access, response)
    const envelope = decodeEnvelope(yield* readBody(access, response, maxAnswerChars))
    if (Option.isNone(envelope)) return yield* makeTooLarge(access, "it is not JSON, or cut")
    const { data, errors } = envelope.value
    const found = decode(data)
    if (found === undefined || (Option.isNone(found) && (errors ?? []).length > 0)) {
      return yield* yield* makeGraphQLFailure(access, response.headers, errors ?? [])
    }
    if (Option.isNone(found)) return yield* makeProjectNotFound(access)
    return { value: found.value, exhaustedUntil: readExhaustedUntil(response.headers) } satisfies HostAnswer<A>
  })
  return yield* Effect.timeoutOrElse(exchange, {
    duration: timeout,
    orElse: () => Effect.fail(makeTooLarge(access, `none came within the time limit`))
  }).pipe(withoutTracing)
})
