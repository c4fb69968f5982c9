import type { Option, Redacted, Result } from "effect"
import type { ModelConfiguration } from "./ModelConfiguration.ts"

/** A prompt for a model. */
export interface Prompt {
  /** The model's role and task. Must not contain untrusted text. */
  readonly system: string
  readonly prompt: string
  /** Maximum length of the answer, in the model's own tokens. */
  readonly maxOutputTokens: number
}

/** The JSON Schema that the answer's object must satisfy. */
export interface AnswerSchema {
  /** Letters, digits and `_`. */
  readonly name: string
  readonly description: string
  readonly schema: object
}

/** Tokens used, as counted by the endpoint. */
export interface Usage {
  readonly input: number
  readonly output: number
}

/** The content of one stream event, or of a whole answer. */
export interface AnswerChunk {
  readonly text: string
  readonly usage: Partial<Usage>
  /** Set by the one event that ends the answer. */
  readonly end: "complete" | "cut" | "refused" | undefined
}

/** An error sent instead of an answer. Without a status, the response does not follow the protocol. */
export interface EndpointError {
  readonly status: number | undefined
  readonly detail: string
}

/** The wire protocol of an endpoint. */
export interface Protocol {
  headers(key: Option.Option<Redacted.Redacted>): Readonly<Record<string, string>>
  /** Makes the body of a streaming request. Without a schema the answer is text. */
  body(configuration: ModelConfiguration, prompt: Prompt, shape: Option.Option<AnswerSchema>): object
  /** Decodes the data of one server-sent event. */
  decodeEvent(data: unknown): Result.Result<AnswerChunk, EndpointError>
  /** Decodes a complete answer from an endpoint that does not stream. */
  decodeAnswer(data: unknown): Result.Result<AnswerChunk, EndpointError>
}
