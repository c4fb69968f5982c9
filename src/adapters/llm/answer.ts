import { Effect, Option, type Result, Stream } from "effect"
import * as Sse from "effect/encoding/Sse"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { parseJson } from "../../domain/Json.ts"
import { makeConnectionFailure, makeMalformed, describeEndpoint, makeEndpointFailure } from "./failures.ts"
import { AnswerRefused, LanguageModelError } from "./LanguageModelError.ts"
import type { ModelConfiguration } from "./ModelConfiguration.ts"
import type { AnswerChunk, Prompt, Protocol, AnswerSchema, EndpointError, Usage } from "./Protocol.ts"
import { readBody, withTimeout, postJson } from "./request.ts"

/** The complete text of a model's answer. */
export interface ModelText {
  readonly text: string
  /** As counted by the endpoint; 0 if it does not count. */
  readonly usage: Usage
}

/** Maximum length of a complete answer, in characters. */
const maxAnswerCharacters = 4 * 1024 * 1024

const emptyChunk: AnswerChunk = { text: "", usage: {}, end: undefined }

const decodeChunk = (
  configuration: ModelConfiguration,
  read: (data: unknown) => Result.Result<AnswerChunk, EndpointError>,
  text: string
): Effect.Effect<AnswerChunk, LanguageModelError> =>
  Option.match(parseJson(text), {
    onNone: () => Effect.fail(makeMalformed(configuration, "it is not JSON")),
    onSome: (data) =>
      Effect.mapError(Effect.fromResult(read(data)), (problem) => makeEndpointFailure(configuration, problem))
  })

/** Decodes a stream of chunks. `[DONE]` ends an answer without an explicit end. */
const readStream = (configuration: ModelConfiguration, protocol: Protocol, response: HttpClientResponse) =>
  response.stream.pipe(
    Stream.mapError((error) => makeConnectionFailure(configuration, error)),
    Stream.decodeText(),
    Stream.pipeThroughChannelOrFail(Sse.decode<LanguageModelError, unknown>()),
    Stream.mapError((error) =>
      error._tag === "LanguageModelError" ? error : makeMalformed(configuration, "its stream cannot be read")
    ),
    Stream.mapEffect(({ data }) =>
      data.trim() === "[DONE]"
        ? Effect.succeed<AnswerChunk>({ ...emptyChunk, end: "complete" })
        : decodeChunk(configuration, protocol.decodeEvent, data)
    )
  )

const readWhole = (configuration: ModelConfiguration, protocol: Protocol, response: HttpClientResponse) =>
  readBody(configuration, response, maxAnswerCharacters).pipe(
    Effect.flatMap((text) => decodeChunk(configuration, protocol.decodeAnswer, text)),
    Effect.map((piece): AnswerChunk => ({ ...piece, end: piece.end ?? "complete" }))
  )

interface PartialAnswer {
  readonly text: string
  readonly usage: Usage
  readonly end: AnswerChunk["end"]
}

const appendChunk = (configuration: ModelConfiguration) => (partial: PartialAnswer, piece: AnswerChunk) => {
  const text = partial.text + piece.text
  return text.length > maxAnswerCharacters
    ? Effect.fail(makeMalformed(configuration, "it is too long"))
    : Effect.succeed<PartialAnswer>({
        text,
        usage: { ...partial.usage, ...piece.usage },
        end: partial.end ?? piece.end
      })
}

const finishAnswer = (configuration: ModelConfiguration, { end, text, usage }: PartialAnswer) => {
  switch (end) {
    case "complete":
      return Effect.succeed<ModelText>({ text, usage })
    case "refused":
      return Effect.fail(new LanguageModelError({ reason: new AnswerRefused(describeEndpoint(configuration)) }))
    case "cut":
      return Effect.fail(
        makeMalformed(configuration, `it was truncated at the length limit after ${usage.output} tokens`)
      )
    case undefined:
      return Effect.fail(makeMalformed(configuration, "it ended early"))
  }
}

/**
 * Sends one request and collects its answer, streamed if the endpoint supports it. Follows no redirect and does not
 * retry. Fails with any reason of `LanguageModelError` except those of the configuration.
 */
export const requestAnswer = Effect.fn("LanguageModel.answer")(
  function* (
    configuration: ModelConfiguration,
    protocol: Protocol,
    prompt: Prompt,
    shape: Option.Option<AnswerSchema>
  ) {
    const response = yield* postJson(configuration, {
      headers: { accept: "text/event-stream", ...protocol.headers(configuration.key) },
      body: protocol.body(configuration, prompt, shape)
    })
    const pieces = /\bjson\b/.test(response.headers["content-type"] ?? "")
      ? Stream.fromEffect(readWhole(configuration, protocol, response))
      : readStream(configuration, protocol, response)
    const gathered = yield* Stream.runFoldEffect(
      pieces,
      (): PartialAnswer => ({ text: "", usage: { input: 0, output: 0 }, end: undefined }),
      appendChunk(configuration)
    )
    return yield* finishAnswer(configuration, gathered)
  },
  (effect, configuration) => withTimeout(configuration, effect)
)
