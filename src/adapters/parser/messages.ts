import type { Exceeded } from "./Outline.ts"
import type { Placed } from "./SourceText.ts"

/** What the parsing worker is asked. The content's buffer is handed over. */
export interface Request {
  readonly language: string
  readonly content: Uint8Array<ArrayBuffer>
  /** Processor time of its thread that the worker may take. */
  readonly maxMillis: number
}

/** What it answers: the units, or why there are none. */
export type Reply =
  | { readonly _tag: "Placed"; readonly placed: Placed }
  | { readonly _tag: "Failed"; readonly limit: Exceeded; readonly message: string }
