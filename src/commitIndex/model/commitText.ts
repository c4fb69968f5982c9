/** What a commit says of itself. */
export interface CommitFields {
  readonly id: number
  readonly subject: string
  readonly body: string | null
  /** Of its annotation. */
  readonly why: string
  readonly paths: ReadonlyArray<string>
}

/** What a commit says of itself, and what it changes. */
export interface EmbeddingFields extends Omit<CommitFields, "id"> {
  /** That its patch adds and removes, with their sign. */
  readonly lines: ReadonlyArray<string>
}

/** Characters of a text of which a vector is made: some 1,000 tokens. */
export const maxEmbeddingChars = 3_000
/** Characters of what a commit says, of its reasons, and of its paths. */
const longest = { subject: 300, body: 1_000, why: 1_000, paths: 400 }

/** UTF-16 units of a subject in a list of commits. */
const longestSubject = 500

/** The beginning of a text, at most so many UTF-16 units long; no character is cut in two. */
export const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")

/** A subject as lists of commits show it: some are whole messages of megabytes. */
export const truncateSubject = (subject: string): string =>
  subject.length <= longestSubject ? subject : `${truncateText(subject, longestSubject)}…`

/** What similarity goes by: what a commit says first, and of what it changes as much as there is room for. */
export const commitText = ({ body, lines, paths, subject, why }: EmbeddingFields): string => {
  const parts = [
    truncateText(subject, longest.subject),
    truncateText(body ?? "", longest.body),
    truncateText(why, longest.why),
    truncateText(paths.join("\n"), longest.paths),
    lines.join("\n")
  ]
  return truncateText(parts.filter((part) => part !== "").join("\n\n"), maxEmbeddingChars)
}
