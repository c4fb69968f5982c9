import type { Option, Redacted, Result } from "effect"
import type { ModelConfiguration } from "./ModelConfiguration.ts"

/** What is asked of a model. */
export interface Prompt {
  /** Who the model is and what it must do; nothing of a stranger's belongs here. */
  readonly system: string
  readonly prompt: string
  /** Longest answer, in the model's own tokens. */
  readonly maxOutputTokens: number
}

/** What an answer must be: an object of this JSON Schema. */
export interface AnswerSchema {
  /** Letters, digits and `_`. */
  readonly name: string
  readonly description: string
  readonly schema: object
}

/** Tokens as the endpoint counts them. */
export interface Usage {
  readonly input: number
  readonly output: number
}

/** What one event, or a whole answer, adds. */
export interface AnswerChunk {
  readonly text: string
  readonly usage: Partial<Usage>
  /** Set once, by the event that says how the answer ended. */
  readonly end: "complete" | "cut" | "refused" | undefined
}

/** What an endpoint says instead of an answer; no status: it is not what the protocol allows. */
export interface EndpointError {
  readonly status: number | undefined
  readonly detail: string
}

/** One way to speak with an endpoint. */
export interface Protocol {
  headers(key: Option.Option<Redacted.Redacted>): Readonly<Record<string, string>>
  /** Body of a request whose answer is streamed; without a shape the answer is text. */
  body(configuration: ModelConfiguration, prompt: Prompt, shape: Option.Option<AnswerSchema>): object
  /** Reads the data of one server-sent event. */
  decodeEvent(data: unknown): Result.Result<AnswerChunk, EndpointError>
  /** Reads an answer that came in one document, from an endpoint that does not stream. */
  decodeAnswer(data: unknown): Result.Result<AnswerChunk, EndpointError>
}
