import { maskStart } from "../../domain/Masking.ts"

/** The searchable fields of a commit, without its patch. */
export interface CommitFields {
  readonly id: number
  readonly subject: string
  readonly body: string | null
  /** Text of its annotation. */
  readonly why: string
  readonly paths: ReadonlyArray<string>
}

/** The fields of a commit that its vector is computed from. */
interface EmbeddingFields extends Omit<CommitFields, "id"> {
  /** Lines that the patch adds and removes, with their `+` or `-`. */
  readonly lines: ReadonlyArray<string>
}

/** Longest text sent to the embeddings endpoint, in characters: about 1,000 tokens. */
export const maxEmbeddingChars = 3_000
/** Limits of the parts of that text, in characters. */
const maxChars = { subject: 300, body: 1_000, why: 1_000, paths: 400 }

/** Longest subject in a list of commits, in UTF-16 code units. */
const maxSubjectChars = 500

/** Truncates a text to at most `length` UTF-16 code units without splitting a surrogate pair. */
export const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")

/** Truncates a subject for lists of commits: some subjects are messages of several megabytes. */
export const truncateSubject = (subject: string): string =>
  subject.length <= maxSubjectChars ? subject : `${truncateText(subject, maxSubjectChars)}…`

/** Builds the text to embed, credentials masked: message, annotation and paths first, then as many changed lines as fit. */
export const commitText = ({ body, lines, paths, subject, why }: EmbeddingFields): string => {
  const parts = [
    maskStart(subject, maxChars.subject),
    maskStart(body ?? "", maxChars.body),
    maskStart(why, maxChars.why),
    maskStart(paths.join("\n"), maxChars.paths),
    maskStart(lines.join("\n"), maxEmbeddingChars)
  ]
  return truncateText(parts.filter((part) => part !== "").join("\n\n"), maxEmbeddingChars)
}
