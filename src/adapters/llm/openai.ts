import { Option, Redacted, Result, Schema } from "effect"
import type { AnswerChunk, Protocol, EndpointError } from "./Protocol.ts"

const optionalNullable = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Tokens = Schema.Struct({
  prompt_tokens: optionalNullable(Schema.Finite),
  completion_tokens: optionalNullable(Schema.Finite)
})

const Message = Schema.Struct({ content: optionalNullable(Schema.String), refusal: optionalNullable(Schema.String) })

const Problem = Schema.Union([
  Schema.Struct({ message: optionalNullable(Schema.String), code: Schema.optionalKey(Schema.Unknown) }),
  Schema.String
])

/** An error in place of an answer, which may come even with a successful status. */
export const errorField = { error: optionalNullable(Problem) }

/** A chunk of a stream has `delta`, a whole answer `message`. */
const Answer = Schema.Struct({
  choices: optionalNullable(
    Schema.Array(
      Schema.Struct({
        delta: optionalNullable(Message),
        message: optionalNullable(Message),
        finish_reason: optionalNullable(Schema.String)
      })
    )
  ),
  usage: optionalNullable(Tokens),
  ...errorField
})

const decodeAnswer = Schema.decodeUnknownOption(Answer)

const parseFinishReason = (reason: string | null | undefined): AnswerChunk["end"] => {
  if (reason === null || reason === undefined || reason === "") return undefined
  if (reason === "content_filter") return "refused"
  return reason === "length" ? "cut" : "complete"
}

const parseUsage = (tokens: typeof Tokens.Type | null | undefined): AnswerChunk["usage"] => ({
  ...(typeof tokens?.prompt_tokens === "number" ? { input: tokens.prompt_tokens } : {}),
  ...(typeof tokens?.completion_tokens === "number" ? { output: tokens.completion_tokens } : {})
})

/** Converts an error of the protocol. */
export const toEndpointError = (error: typeof Problem.Type): EndpointError => {
  if (typeof error === "string") return { status: 500, detail: error }
  const { code } = error
  const status = typeof code === "number" && code >= 400 && code <= 599 ? code : 500
  return { status: code === "rate_limit_exceeded" ? 429 : status, detail: error.message ?? "" }
}

const unreadable: EndpointError = { status: undefined, detail: "it does not follow the chat completions protocol" }

const read = (data: unknown): Result.Result<AnswerChunk, EndpointError> => {
  const answer = decodeAnswer(data)
  if (Option.isNone(answer)) return Result.fail(unreadable)
  const { choices, error, usage } = answer.value
  if (error !== undefined && error !== null) return Result.fail(toEndpointError(error))
  if (!Array.isArray(choices) && (usage === undefined || usage === null)) return Result.fail(unreadable)
  const choice = choices?.[0]
  const reply = choice?.delta ?? choice?.message
  const refused = typeof reply?.refusal === "string" && reply.refusal !== ""
  return Result.succeed({
    text: reply?.content ?? "",
    usage: parseUsage(usage),
    end: refused ? "refused" : parseFinishReason(choice?.finish_reason)
  })
}

/** OpenAI requires the newer field name, which other endpoints do not support. */
const makeTokenLimit = (endpoint: URL, tokens: number): object =>
  endpoint.hostname === "api.openai.com" ? { max_completion_tokens: tokens } : { max_tokens: tokens }

/** Makes the header that carries the key. */
export const makeBearerHeader = (key: Option.Option<Redacted.Redacted>): Readonly<Record<string, string>> =>
  Option.isSome(key) ? { authorization: `Bearer ${Redacted.value(key.value)}` } : {}

/** The chat completions API of OpenAI and compatible endpoints. An object is requested by `response_format`. */
export const openai: Protocol = {
  headers: makeBearerHeader,

  body: ({ endpoint, model }, { maxOutputTokens, prompt, system }, shape) => ({
    model,
    ...makeTokenLimit(endpoint, maxOutputTokens),
    stream: true,
    messages: [
      { role: "system", content: system },
      { role: "user", content: prompt }
    ],
    ...(Option.isSome(shape)
      ? {
          stream_options: { include_usage: true },
          response_format: {
            type: "json_schema",
            json_schema: { name: shape.value.name, strict: true, schema: shape.value.schema }
          }
        }
      : {})
  }),

  decodeEvent: read,
  decodeAnswer: read
}
