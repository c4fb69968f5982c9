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
import { fetchLayer } from "../http/fetchLayer.ts"
import { withRetries } from "./retries.ts"
import type { ProviderName } from "./LanguageModelError.ts"

/** An object produced by a model, with the tokens used. */
interface ModelObject<A> {
  readonly value: A
  readonly usage: Usage
}

/** A request for an object. Strict endpoints need every field of the schema to be required. */
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

/** Adds the schema to the system prompt, for endpoints that do not support schemas. */
const withSchemaInPrompt = (prompt: Prompt, shape: AnswerSchema): Prompt => ({
  ...prompt,
  system: `${prompt.system}\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n${JSON.stringify(shape.schema)}`
})

/** Whether an error has a status that endpoints use if they do not support schemas or tools. */
const isSchemaUnsupported = (error: LanguageModelError): boolean =>
  error.reason._tag === "RequestRejected" && [400, 422, 501].includes(error.reason.status)

const make = Effect.gen(function* () {
  const configuration = yield* readModelConfiguration
  const client = yield* HttpClient.HttpClient
  const protocol = protocols[configuration.provider]
  const supportsSchemas = yield* Ref.make(true)

  const ask = (prompt: Prompt, shape: Option.Option<AnswerSchema>) =>
    requestAnswer(configuration, protocol, prompt, shape).pipe(Effect.provideService(HttpClient.HttpClient, client))

  /** Asks with a schema. If the endpoint rejects that, asks with the schema in the prompt, from then on always. */
  const askForObject = Effect.fnUntraced(function* (prompt: Prompt, shape: AnswerSchema) {
    const plain = ask(withSchemaInPrompt(prompt, shape), Option.none())
    if (!(yield* Ref.get(supportsSchemas))) return yield* plain
    return yield* Effect.catchIf(ask(prompt, Option.some(shape)), isSchemaUnsupported, () =>
      Effect.tap(plain, () => Ref.set(supportsSchemas, false))
    )
  })

  const decodeObject = <A>(schema: ObjectRequest<A>["schema"], { text, usage }: ModelText) =>
    Effect.fromOption(extractJsonObject(text)).pipe(
      Effect.mapError(() => makeMalformed(configuration, "it contains no JSON object")),
      Effect.flatMap((object) =>
        Effect.mapError(Schema.decodeEffect(schema)(object), () =>
          makeMalformed(configuration, "its JSON object does not match the schema")
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
 * A language model over HTTP, with the user's own key or endpoint. Answers are streamed, so that a long one does not
 * look like a timeout; transient failures are retried. Failures name the host but never the key or the full address.
 */
export class LanguageModel extends Context.Service<
  LanguageModel,
  {
    readonly provider: ProviderName
    readonly model: string
    /** Host and port of the endpoint. */
    readonly host: string
    /** Generates text. */
    generateText(prompt: Prompt): Effect.Effect<ModelText, LanguageModelError>
    /** Generates an object that satisfies a schema. Fails with `AnswerMalformed` if the model's answer does not. */
    generateObject<A>(request: ObjectRequest<A>): Effect.Effect<ModelObject<A>, LanguageModelError>
  }
>()("ultragit/adapters/llm/LanguageModel") {
  static readonly layerNoDeps = Layer.effect(LanguageModel, make)
  static readonly layer = Layer.provide(LanguageModel.layerNoDeps, fetchLayer)
}
