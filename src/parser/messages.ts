import type { Extract } from "./Language.ts"

/** What the parsing worker is asked. */
export interface Request {
  readonly language: string
  readonly text: string
}

/** What it answers: the units, or why there are none. */
export type Reply =
  | { readonly _tag: "Extracted"; readonly extract: Extract }
  | { readonly _tag: "Failed"; readonly message: string }
