import type { OutlineFailure } from "./Outline.ts"
import type { ParsedUnits } from "./SourceText.ts"

/** A request to the parsing worker. The content's buffer is transferred. */
export interface Request {
  readonly language: string
  readonly content: Uint8Array<ArrayBuffer>
  /** CPU time limit, in milliseconds. */
  readonly maxMillis: number
}

/** The worker's reply: the units, or why there are none. */
export type Reply =
  | { readonly _tag: "Parsed"; readonly units: ParsedUnits }
  | { readonly _tag: "Failed"; readonly failure: OutlineFailure; readonly message: string }
