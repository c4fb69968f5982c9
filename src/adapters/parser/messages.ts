import { Schema } from "effect"
import type { RequestType } from "../threads/requests.ts"
import type { ParsedUnits } from "./SourceText.ts"

/** What to parse. The content's buffer is transferred. */
export interface ParseInput {
  readonly language: string
  readonly content: Uint8Array<ArrayBuffer>
  /** CPU time limit, in milliseconds. */
  readonly maxMillis: number
}

/** The requests of the parsing worker. */
export interface ParseRequests {
  readonly parse: RequestType<ParseInput, ParsedUnits>
}

/** Why the parsing worker has no units. */
export class ParseFailed extends Schema.TaggedError<ParseFailed>()("ParseFailed", {
  failure: Schema.Literals(["memory", "time", "size", "parser"]),
  message: Schema.String
}) {}
