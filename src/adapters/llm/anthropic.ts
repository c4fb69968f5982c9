import { Option, Redacted, Result, Schema } from "effect"
import type { Piece, Protocol, Trouble } from "./Protocol.ts"

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Tokens = Schema.Struct({ input_tokens: maybe(Schema.Finite), output_tokens: maybe(Schema.Finite) })
const Problem = Schema.Struct({ type: maybe(Schema.String), message: maybe(Schema.String) })

const Event = Schema.Struct({
  type: Schema.String,
  message: maybe(Schema.Struct({ usage: maybe(Tokens) })),
  delta: maybe(
    Schema.Struct({
      text: maybe(Schema.String),
      partial_json: maybe(Schema.String),
      stop_reason: maybe(Schema.String)
    })
  ),
  usage: maybe(Tokens),
  error: maybe(Problem)
})

const Whole = Schema.Struct({
  content: Schema.Array(Schema.Struct({ text: maybe(Schema.String), input: Schema.optionalKey(Schema.Unknown) })),
  stop_reason: maybe(Schema.String),
  usage: maybe(Tokens)
})

const decodeEvent = Schema.decodeUnknownOption(Event)
const decodeWhole = Schema.decodeUnknownOption(Whole)

/** The status with which the same error would have come before the stream. */
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

const endOf = (reason: string | null | undefined): Piece["end"] => {
  if (reason === null || reason === undefined) return undefined
  if (reason === "refusal") return "refused"
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "cut" : "complete"
}

const usageOf = (tokens: typeof Tokens.Type | null | undefined): Piece["usage"] => ({
  ...(typeof tokens?.input_tokens === "number" ? { input: tokens.input_tokens } : {}),
  ...(typeof tokens?.output_tokens === "number" ? { output: tokens.output_tokens } : {})
})

const troubleOf = (error: typeof Problem.Type | null | undefined): Trouble => ({
  status: statuses[error?.type ?? ""] ?? 500,
  detail: error?.message ?? ""
})

const unreadable: Trouble = { status: undefined, detail: "it is not of the Messages protocol" }

/** The Anthropic Messages API; an object is asked for as the input of the one tool that the model must use. */
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

  event: (data) => {
    const event = decodeEvent(data)
    if (Option.isNone(event)) return Result.fail(unreadable)
    const { delta, error, message, type, usage } = event.value
    if (type === "error") return Result.fail(troubleOf(error))
    return Result.succeed({
      text: delta?.text ?? delta?.partial_json ?? "",
      usage: usageOf(message?.usage ?? usage),
      end: endOf(delta?.stop_reason)
    })
  },

  whole: (data) => {
    const whole = decodeWhole(data)
    if (Option.isNone(whole)) return Result.fail(unreadable)
    const { content, stop_reason: reason, usage } = whole.value
    const texts = content.map(({ input, text }) => (input === undefined ? (text ?? "") : JSON.stringify(input)))
    return Result.succeed({ text: texts.join(""), usage: usageOf(usage), end: endOf(reason) })
  }
}
