import type { EvidenceContent, EvidenceKind, Speaker } from "../../domain/Evidence.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import { maskStart } from "../../domain/Masking.ts"

/** What another tool noted about a commit. */
export interface ForeignQuote extends Omit<EvidenceContent, "reason"> {
  readonly kind: EvidenceKind
  readonly by: Speaker
  /** Whose words they are, if the note says so. */
  readonly author?: string
  /** Seconds since 1970. */
  readonly time?: number
  /** A title, such as the name of the tool; empty if there is none. */
  readonly subject: string
  /** The file of that commit that it is about; absent if it is about the whole commit. */
  readonly path?: string
  /** Lines of the file in that commit. */
  readonly lines?: ReadonlyArray<LineRange>
  readonly links: ReadonlyArray<string>
}

/** What was read from notes, and how many parts of them could not be understood. */
export interface ForeignQuotes {
  readonly quotes: ReadonlyArray<ForeignQuote>
  readonly skipped: number
}

/** Maximum records of one note that are read; the others are counted as not understood. */
export const maxRecords = 200

/** Maximum characters quoted from a conversation or description. */
const maxQuoteChars = 2000

/** Cuts a text to what is quoted, and masks credentials. Undefined if it is blank. */
export const toBoundedQuote = (text: string): string | undefined => {
  const masked = maskStart(text, maxQuoteChars).trim()
  if (masked === "") return undefined
  return text.length > maxQuoteChars ? `${masked}…` : masked
}
