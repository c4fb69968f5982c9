import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import { anthropic } from "./anthropic.ts"
import { requestAnswer, type ModelText } from "./answer.ts"
import { makeMalformed } from "./failures.ts"
import { extractJsonObject } from "./extractJsonObject.ts"
import type { LanguageModelError } from "./LanguageModelError.ts"
import { readModelConfiguration } from "./ModelConfiguration.ts"
import { openai } from "./openai.ts"
import type { Prompt, Protocol, AnswerSchema, Usage } from "./Protocol.ts"
import { httpLayer } from "./request.ts"
import { withRetries } from "./retries.ts"
import type { ProviderName } from "./LanguageModelError.ts"

/** An object that a model made. */
export interface ModelObject<A> {
  readonly value: A
  readonly usage: Usage
}

/** What is asked, and the object that the answer must be. Strict endpoints want every field of the schema required. */
export interface ObjectRequest<A> extends Prompt {
  /** Letters, digits and `_`. */
  readonly name: string
  readonly description: string
  readonly schema: Schema.ConstraintCodec<A, unknown>
}

const protocols: Record<ProviderName, Protocol> = { anthropic, openai }

const makeAnswerSchema = <A>({ description, name, schema }: ObjectRequest<A>): AnswerSchema => {
  const document = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
  return {
    name,
    description,
    schema:
      Object.keys(document.definitions).length === 0
        ? document.schema
        : { ...document.schema, $defs: document.definitions }
  }
}

/** The same request for an endpoint that knows no schemas: the words say what is wanted. */
const withSchemaInPrompt = (prompt: Prompt, shape: AnswerSchema): Prompt => ({
  ...prompt,
  system: `${prompt.system}\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n${JSON.stringify(shape.schema)}`
})

/** Statuses by which endpoints say that they do not know schemas or tools. */
const isSchemaUnsupported = (error: LanguageModelError): boolean =>
  error.reason._tag === "RequestRejected" && [400, 422, 501].includes(error.reason.status)

const make = Effect.gen(function* () {
  const configuration = yield* readModelConfiguration
  const client = yield* HttpClient.HttpClient
  const protocol = protocols[configuration.provider]
  const supportsSchemas = yield* Ref.make(true)

  const ask = (prompt: Prompt, shape: Option.Option<AnswerSchema>) =>
    requestAnswer(configuration, protocol, prompt, shape).pipe(Effect.provideService(HttpClient.HttpClient, client))

  /** By schema; where the endpoint does not take that, in words, and from then on always. */
  const askForObject = Effect.fnUntraced(function* (prompt: Prompt, shape: AnswerSchema) {
    const plain = ask(withSchemaInPrompt(prompt, shape), Option.none())
    if (!(yield* Ref.get(supportsSchemas))) return yield* plain
    return yield* Effect.catchIf(ask(prompt, Option.some(shape)), isSchemaUnsupported, () =>
      Effect.tap(plain, () => Ref.set(supportsSchemas, false))
    )
  })

  const decodeObject = <A>(schema: ObjectRequest<A>["schema"], { text, usage }: ModelText) =>
    Effect.fromOption(extractJsonObject(text)).pipe(
      Effect.mapError(() => makeMalformed(configuration, "there is no JSON object in it")),
      Effect.flatMap((object) =>
        Effect.mapError(Schema.decodeEffect(schema)(object), () =>
          makeMalformed(configuration, "its JSON object has not the fields that were asked for")
        )
      ),
      Effect.map((value): ModelObject<A> => ({ value, usage }))
    )

  return LanguageModel.of({
    provider: configuration.provider,
    model: configuration.model,
    host: configuration.endpoint.host,
    generateText: (prompt) => withRetries(ask(prompt, Option.none())),
    generateObject: (request) =>
      withRetries(
        Effect.flatMap(askForObject(request, makeAnswerSchema(request)), (spoken) =>
          decodeObject(request.schema, spoken)
        )
      )
  })
})

/**
 * A language model over HTTP, by the user's own key or endpoint. Answers are streamed on the wire, so that a long one
 * is no silence; what may go better later is tried again. Neither key nor address shows in any failure, only the host.
 */
export class LanguageModel extends Context.Service<
  LanguageModel,
  {
    readonly provider: ProviderName
    readonly model: string
    /** Host and port that the requests go to. */
    readonly host: string
    /** Says something. */
    generateText(prompt: Prompt): Effect.Effect<ModelText, LanguageModelError>
    /** Makes an object of a schema; fails with `AnswerMalformed` when the model does not. */
    generateObject<A>(request: ObjectRequest<A>): Effect.Effect<ModelObject<A>, LanguageModelError>
  }
>()("ultragit/adapters/llm/LanguageModel") {
  static readonly layerNoDeps = Layer.effect(LanguageModel, make)
  static readonly layer = Layer.provide(LanguageModel.layerNoDeps, httpLayer)
}
