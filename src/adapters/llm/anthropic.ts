import { Option, Redacted, Result, Schema } from "effect"
import type { AnswerChunk, Protocol, EndpointError } from "./Protocol.ts"

const optionalNullable = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Tokens = Schema.Struct({
  input_tokens: optionalNullable(Schema.Finite),
  output_tokens: optionalNullable(Schema.Finite)
})
const Problem = Schema.Struct({ type: optionalNullable(Schema.String), message: optionalNullable(Schema.String) })

const Event = Schema.Struct({
  type: Schema.String,
  message: optionalNullable(Schema.Struct({ usage: optionalNullable(Tokens) })),
  delta: optionalNullable(
    Schema.Struct({
      text: optionalNullable(Schema.String),
      partial_json: optionalNullable(Schema.String),
      stop_reason: optionalNullable(Schema.String)
    })
  ),
  usage: optionalNullable(Tokens),
  error: optionalNullable(Problem)
})

const Whole = Schema.Struct({
  content: Schema.Array(
    Schema.Struct({ text: optionalNullable(Schema.String), input: Schema.optionalKey(Schema.Unknown) })
  ),
  stop_reason: optionalNullable(Schema.String),
  usage: optionalNullable(Tokens)
})

const decodeEvent = Schema.decodeUnknownOption(Event)
const decodeWhole = Schema.decodeUnknownOption(Whole)

/** The HTTP status that the same error has before a stream starts. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529
}

const parseStopReason = (reason: string | null | undefined): AnswerChunk["end"] => {
  if (reason === null || reason === undefined) return undefined
  if (reason === "refusal") return "refused"
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "cut" : "complete"
}

const parseUsage = (tokens: typeof Tokens.Type | null | undefined): AnswerChunk["usage"] => ({
  ...(typeof tokens?.input_tokens === "number" ? { input: tokens.input_tokens } : {}),
  ...(typeof tokens?.output_tokens === "number" ? { output: tokens.output_tokens } : {})
})

const toEndpointError = (error: typeof Problem.Type | null | undefined): EndpointError => ({
  status: (typeof error?.type === "string" ? statuses[error.type] : undefined) ?? 500,
  detail: error?.message ?? ""
})

const unreadable: EndpointError = { status: undefined, detail: "it does not follow the Messages protocol" }

/** The Anthropic Messages API. An object is requested as the input of a tool that the model must call. */
export const anthropic: Protocol = {
  headers: (key) => ({
    "anthropic-version": "2023-06-01",
    ...(Option.isSome(key) ? { "x-api-key": Redacted.value(key.value) } : {})
  }),

  body: ({ model }, { maxOutputTokens, prompt, system }, shape) => ({
    model,
    max_tokens: maxOutputTokens,
    stream: true,
    system,
    messages: [{ role: "user", content: prompt }],
    ...(Option.isSome(shape)
      ? {
          tools: [{ name: shape.value.name, description: shape.value.description, input_schema: shape.value.schema }],
          tool_choice: { type: "tool", name: shape.value.name }
        }
      : {})
  }),

  decodeEvent: (data) => {
    const event = decodeEvent(data)
    if (Option.isNone(event)) return Result.fail(unreadable)
    const { delta, error, message, type, usage } = event.value
    if (type === "error") return Result.fail(toEndpointError(error))
    return Result.succeed({
      text: delta?.text ?? delta?.partial_json ?? "",
      usage: parseUsage(message?.usage ?? usage),
      end: parseStopReason(delta?.stop_reason)
    })
  },

  decodeAnswer: (data) => {
    const whole = decodeWhole(data)
    if (Option.isNone(whole)) return Result.fail(unreadable)
    const { content, stop_reason: reason, usage } = whole.value
    const texts = content.map(({ input, text }) => (input === undefined ? (text ?? "") : JSON.stringify(input)))
    return Result.succeed({ text: texts.join(""), usage: parseUsage(usage), end: parseStopReason(reason) })
  }
}
