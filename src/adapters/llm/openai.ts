import { Option, Redacted, Result, Schema } from "effect"
import type { Piece, Protocol, Trouble } from "./Protocol.ts"

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Tokens = Schema.Struct({ prompt_tokens: maybe(Schema.Finite), completion_tokens: maybe(Schema.Finite) })

const Said = Schema.Struct({ content: maybe(Schema.String), refusal: maybe(Schema.String) })

const Problem = Schema.Union([
  Schema.Struct({ message: maybe(Schema.String), code: Schema.optionalKey(Schema.Unknown) }),
  Schema.String
])

/** What the protocol may say instead of an answer, also where the status promises one. */
export const problem = { error: maybe(Problem) }

/** A chunk of a stream has `delta`, a whole answer `message`. */
const Answer = Schema.Struct({
  choices: maybe(
    Schema.Array(Schema.Struct({ delta: maybe(Said), message: maybe(Said), finish_reason: maybe(Schema.String) }))
  ),
  usage: maybe(Tokens),
  ...problem
})

const decodeAnswer = Schema.decodeUnknownOption(Answer)

const endOf = (reason: string | null | undefined): Piece["end"] => {
  if (reason === null || reason === undefined || reason === "") return undefined
  if (reason === "content_filter") return "refused"
  return reason === "length" ? "cut" : "complete"
}

const usageOf = (tokens: typeof Tokens.Type | null | undefined): Piece["usage"] => ({
  ...(typeof tokens?.prompt_tokens === "number" ? { input: tokens.prompt_tokens } : {}),
  ...(typeof tokens?.completion_tokens === "number" ? { output: tokens.completion_tokens } : {})
})

/** What that means. */
export const troubleOf = (error: typeof Problem.Type): Trouble => {
  if (typeof error === "string") return { status: 500, detail: error }
  const { code } = error
  const status = typeof code === "number" && code >= 400 && code <= 599 ? code : 500
  return { status: code === "rate_limit_exceeded" ? 429 : status, detail: error.message ?? "" }
}

const unreadable: Trouble = { status: undefined, detail: "it is not of the chat completions protocol" }

const read = (data: unknown): Result.Result<Piece, Trouble> => {
  const answer = decodeAnswer(data)
  if (Option.isNone(answer)) return Result.fail(unreadable)
  const { choices, error, usage } = answer.value
  if (error !== undefined && error !== null) return Result.fail(troubleOf(error))
  if (!Array.isArray(choices) && (usage === undefined || usage === null)) return Result.fail(unreadable)
  const choice = choices?.[0]
  const said = choice?.delta ?? choice?.message
  const refused = typeof said?.refusal === "string" && said.refusal !== ""
  return Result.succeed({
    text: said?.content ?? "",
    usage: usageOf(usage),
    end: refused ? "refused" : endOf(choice?.finish_reason)
  })
}

/** OpenAI itself wants the newer word, which other endpoints do not know. */
const limitOf = (endpoint: URL, tokens: number): object =>
  endpoint.hostname === "api.openai.com" ? { max_completion_tokens: tokens } : { max_tokens: tokens }

/** How an endpoint is told the key. */
export const bearer = (key: Option.Option<Redacted.Redacted>): Readonly<Record<string, string>> =>
  Option.isSome(key) ? { authorization: `Bearer ${Redacted.value(key.value)}` } : {}

/** Chat completions, as OpenAI and many others have it; an object is asked for by `response_format`. */
export const openai: Protocol = {
  headers: bearer,

  body: ({ endpoint, model }, { maxOutputTokens, prompt, system }, shape) => ({
    model,
    ...limitOf(endpoint, maxOutputTokens),
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

  event: read,
  whole: read
}
