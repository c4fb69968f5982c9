import { Context, Data, Effect, Layer, Option } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { parseJson } from "../../domain/Json.ts"
import { describeConnectionFailure } from "./connectionDetail.ts"
import { fetchLayer, withoutTracing } from "./fetchLayer.ts"
import { readText } from "./readText.ts"

/** Time that a document may take. */
const timeout = "5 seconds"
const maxChars = 1024 * 1024

/** A document cannot be had: `detail` names its address. */
export class DocumentUnavailable extends Data.TaggedError("DocumentUnavailable")<{ readonly detail: string }> {}

const read = Effect.fnUntraced(function* (client: HttpClient.HttpClient, url: string) {
  const fail = (detail: string) => new DocumentUnavailable({ detail: `${url}: ${detail}` })
  const request = HttpClientRequest.get(url, { headers: { accept: "application/json", "user-agent": "ultragit" } })
  const exchange = Effect.gen(function* () {
    const response = yield* Effect.mapError(client.execute(request), ({ reason }) =>
      fail(describeConnectionFailure(reason))
    )
    if (response.status !== 200) return yield* fail(`status ${response.status}`)
    if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers["content-type"] ?? "")) {
      return yield* fail("the answer is not JSON")
    }
    const text = yield* readText(response, maxChars, {
      broken: () => fail("the answer broke off"),
      tooLong: () => fail("the answer is too long")
    })
    const parsed = parseJson(text)
    return Option.isSome(parsed) ? parsed.value : yield* fail("the answer is not JSON")
  })
  return yield* exchange.pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(fail(`no answer within ${timeout}`)) }),
    withoutTracing
  )
})

/**
 * Makes a reader of JSON documents: status 200, of a JSON type, complete within 5 seconds and a million characters;
 * redirects are not followed. Fails with `DocumentUnavailable`.
 */
export const makeJsonReader = Effect.gen(function* () {
  const client = Context.get(yield* Layer.build(fetchLayer), HttpClient.HttpClient)
  return (url: string) => read(client, url)
})

export type JsonReader = Effect.Success<typeof makeJsonReader>
