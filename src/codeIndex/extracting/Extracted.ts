import type { OutlineFailure } from "../../adapters/parser/Outline.ts"
import type { Definition } from "../../adapters/parser/facts/Facts.ts"
import type { PackedShape } from "./packing.ts"
import type { Words } from "./words.ts"

/** How much is known of a file's content. */
export type BlobState = "parsed" | "partial" | "unsupported" | "skipped" | "failed"

/** What the index keeps about a content in a language: a function of both. */
export interface Extracted {
  readonly state: BlobState
  /** Why the file was skipped or parsing failed. */
  readonly detail: string | null
  readonly isGenerated: boolean
  readonly hasExports: boolean
  /** Facts and shape, packed; null if there are none. */
  readonly facts: Uint8Array | null
  readonly shape: PackedShape | null
  readonly definitions: ReadonlyArray<Definition>
  readonly words: Words | null
}

/** What is kept of a content that is not read. */
export const withoutContent = (state: BlobState, detail: string): Extracted => ({
  state,
  detail,
  isGenerated: false,
  hasExports: false,
  facts: null,
  shape: null,
  definitions: [],
  words: null
})

/** Why a content could not be parsed, as answers say it. */
export const parsingFailures: Readonly<Record<OutlineFailure, string>> = {
  memory: "takes too much memory",
  time: "takes too long",
  size: "too large",
  parser: "the parser failed"
}
