import { Effect, Option, type Result, Stream } from "effect"
import * as Sse from "effect/encoding/Sse"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { connectionFailure, malformed, parseJson, placeOf, troubleFailure } from "./failures.ts"
import { AnswerRefused, LanguageModelError } from "./LanguageModelError.ts"
import type { ModelConfiguration } from "./ModelConfiguration.ts"
import type { Piece, Prompt, Protocol, Shape, Trouble, Usage } from "./Protocol.ts"
import { bounded, inTime, posted } from "./request.ts"

/** What a model said, whole. */
export interface Spoken {
  readonly text: string
  /** As the endpoint counts them, 0 where it does not. */
  readonly usage: Usage
}

/** Everything of one answer together may not be longer, in characters. */
const longestAnswer = 4 * 1024 * 1024

const nothing: Piece = { text: "", usage: {}, end: undefined }

const pieceOf = (
  configuration: ModelConfiguration,
  read: (data: unknown) => Result.Result<Piece, Trouble>,
  text: string
): Effect.Effect<Piece, LanguageModelError> =>
  Option.match(parseJson(text), {
    onNone: () => Effect.fail(malformed(configuration, "it is not JSON")),
    onSome: (data) => Effect.mapError(Effect.fromResult(read(data)), (said) => troubleFailure(configuration, said))
  })

/** Pieces as the endpoint sends them. `[DONE]` ends what did not say how it ended. */
const streamed = (configuration: ModelConfiguration, protocol: Protocol, response: HttpClientResponse) =>
  response.stream.pipe(
    Stream.mapError((error) => connectionFailure(configuration, error)),
    Stream.decodeText(),
    Stream.pipeThroughChannelOrFail(Sse.decode<LanguageModelError, unknown>()),
    Stream.mapError((error) =>
      error._tag === "LanguageModelError" ? error : malformed(configuration, "its stream cannot be read")
    ),
    Stream.mapEffect(({ data }) =>
      data.trim() === "[DONE]"
        ? Effect.succeed<Piece>({ ...nothing, end: "complete" })
        : pieceOf(configuration, protocol.event, data)
    )
  )

const whole = (configuration: ModelConfiguration, protocol: Protocol, response: HttpClientResponse) =>
  bounded(configuration, response, longestAnswer).pipe(
    Effect.flatMap((text) => pieceOf(configuration, protocol.whole, text)),
    Effect.map((piece): Piece => ({ ...piece, end: piece.end ?? "complete" }))
  )

interface Gathered {
  readonly text: string
  readonly usage: Usage
  readonly end: Piece["end"]
}

const gather = (configuration: ModelConfiguration) => (so: Gathered, piece: Piece) => {
  const text = so.text + piece.text
  return text.length > longestAnswer
    ? Effect.fail(malformed(configuration, "it is too long"))
    : Effect.succeed<Gathered>({ text, usage: { ...so.usage, ...piece.usage }, end: so.end ?? piece.end })
}

const ended = (configuration: ModelConfiguration, { end, text, usage }: Gathered) => {
  switch (end) {
    case "complete":
      return Effect.succeed<Spoken>({ text, usage })
    case "refused":
      return Effect.fail(new LanguageModelError({ reason: new AnswerRefused(placeOf(configuration)) }))
    case "cut":
      return Effect.fail(
        malformed(configuration, `it was cut at the limit of its length, after ${usage.output} tokens`)
      )
    case undefined:
      return Effect.fail(malformed(configuration, "it broke off"))
  }
}

/**
 * One request and its whole answer, streamed where the endpoint can. No redirect is followed. Fails with every reason of
 * `LanguageModelError` but those of configuration; nothing is tried twice.
 */
export const answer = Effect.fn("LanguageModel.answer")(
  function* (configuration: ModelConfiguration, protocol: Protocol, prompt: Prompt, shape: Option.Option<Shape>) {
    const response = yield* posted(configuration, {
      headers: { accept: "text/event-stream", ...protocol.headers(configuration.key) },
      body: protocol.body(configuration, prompt, shape)
    })
    const pieces = /\bjson\b/.test(response.headers["content-type"] ?? "")
      ? Stream.fromEffect(whole(configuration, protocol, response))
      : streamed(configuration, protocol, response)
    const gathered = yield* Stream.runFoldEffect(
      pieces,
      (): Gathered => ({ text: "", usage: { input: 0, output: 0 }, end: undefined }),
      gather(configuration)
    )
    return yield* ended(configuration, gathered)
  },
  (effect, configuration) => inTime(configuration, effect)
)
