import { Effect, Option, Schema } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import { parseJson } from "../../domain/Json.ts"
import { makeMalformed, makeEndpointFailure } from "./failures.ts"
import type { LanguageModelError } from "./LanguageModelError.ts"
import { readEmbeddingsConfiguration, type ModelConfiguration } from "./ModelConfiguration.ts"
import { makeBearerHeader, errorField, toEndpointError } from "./openai.ts"
import { readBody, withTimeout, postJson } from "./request.ts"
import { withRetries } from "./retries.ts"

/** Maximum response length per text, in characters. The vectors of the largest models take about 200,000. */
const maxCharactersPerVector = 1024 * 1024

const Answer = Schema.Struct({
  data: Schema.optionalKey(
    Schema.Array(Schema.Struct({ index: Schema.optionalKey(Schema.Int), embedding: Schema.Array(Schema.Finite) }))
  ),
  ...errorField
})
const decode = Schema.decodeUnknownOption(Answer)

/** Scales a vector to length one; undefined for a zero or infinite vector. */
const normalizeVector = (numbers: ReadonlyArray<number>): Float32Array | undefined => {
  const length = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0))
  return length > 0 && Number.isFinite(length) ? Float32Array.from(numbers, (one) => one / length) : undefined
}

/** Decodes vectors in the order of the texts. Endpoints number them but may send them in any order. */
const decodeVectors = (
  configuration: ModelConfiguration,
  data: unknown,
  count: number
): Effect.Effect<ReadonlyArray<Float32Array>, LanguageModelError> => {
  const wrong = (detail: string) => Effect.fail(makeMalformed(configuration, detail))
  const answer = decode(data)
  if (Option.isNone(answer)) return wrong("it does not follow the embeddings protocol")
  const { data: all = [], error } = answer.value
  if (error !== undefined && error !== null)
    return Effect.fail(makeEndpointFailure(configuration, toEndpointError(error)))
  const places = new Map(all.map(({ embedding, index }, place) => [index ?? place, embedding]))
  const vectors = Array.from({ length: count }, (_, place) => places.get(place)).flatMap((numbers) =>
    numbers === undefined ? [] : (normalizeVector(numbers) ?? [])
  )
  if (vectors.length < count || all.length > count) return wrong("it does not have one vector per text")
  const dimensions = new Set(vectors.map(({ length }) => length))
  return dimensions.size === 1 ? Effect.succeed(vectors) : wrong("its vectors have different dimensions")
}

const requestVectors = Effect.fn("Embeddings.request")(
  function* (configuration: ModelConfiguration, texts: ReadonlyArray<string>) {
    const response = yield* postJson(configuration, {
      headers: { accept: "application/json", ...makeBearerHeader(configuration.key) },
      body: { model: configuration.model, input: texts }
    })
    const text = yield* readBody(configuration, response, maxCharactersPerVector * texts.length)
    const data = parseJson(text)
    if (Option.isNone(data)) return yield* makeMalformed(configuration, "it is not JSON")
    return yield* decodeVectors(configuration, data.value, texts.length)
  },
  (effect, configuration) => withTimeout(configuration, effect)
)

/** Whether the connection failed, as happens when the endpoint closed one that was kept alive. */
const isConnectionFailure = ({ reason }: LanguageModelError): boolean => reason._tag === "ConnectionFailed"

/** Makes embeddings with the OpenAI protocol, which most endpoints support. */
export const makeEmbeddings = Effect.gen(function* () {
  const configuration = yield* readEmbeddingsConfiguration
  const client = yield* HttpClient.HttpClient
  const ask = (texts: ReadonlyArray<string>) =>
    Effect.provideService(requestVectors(configuration, texts), HttpClient.HttpClient, client)
  return {
    model: configuration.model,
    embedTexts: (texts: ReadonlyArray<string>) => withRetries(ask(texts)),
    embedQuery: (text: string) =>
      ask([text]).pipe(
        Effect.retry({ times: 1, while: isConnectionFailure }),
        Effect.flatMap(([vector]) =>
          vector === undefined ? Effect.die(new Error("no vector for one text")) : Effect.succeed(vector)
        )
      )
  }
})
