import type { OutlineFailure } from "./Outline.ts"
import type { ParsedUnits } from "./SourceText.ts"

/** What the parsing worker is asked. The content's buffer is handed over. */
export interface Request {
  readonly language: string
  readonly content: Uint8Array<ArrayBuffer>
  /** Processor time of its thread that the worker may take. */
  readonly maxMillis: number
}

/** What it answers: the units, or why there are none. */
export type Reply =
  | { readonly _tag: "Parsed"; readonly units: ParsedUnits }
  | { readonly _tag: "Failed"; readonly failure: OutlineFailure; readonly message: string }
