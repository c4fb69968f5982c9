/** What a commit says of itself. */
export interface Said {
  readonly id: number
  readonly subject: string
  readonly body: string | null
  /** Of its annotation. */
  readonly why: string
  readonly paths: ReadonlyArray<string>
}

/** What a commit says of itself, and what it changes. */
export interface Described extends Omit<Said, "id"> {
  /** That its patch adds and removes, with their sign. */
  readonly lines: ReadonlyArray<string>
}

/** Characters of a text of which a vector is made: some 1,000 tokens. */
export const longestText = 3_000
/** Characters of what a commit says, of its reasons, and of its paths. */
const longest = { subject: 300, body: 1_000, why: 1_000, paths: 400 }

/** UTF-16 units of a subject in a list of commits. */
const longestSubject = 500

/** The beginning of a text, at most so many UTF-16 units long; no character is cut in two. */
export const beginning = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")

/** A subject as lists of commits show it: some are whole messages of megabytes. */
export const shortSubject = (subject: string): string =>
  subject.length <= longestSubject ? subject : `${beginning(subject, longestSubject)}…`

/** What similarity goes by: what a commit says first, and of what it changes as much as there is room for. */
export const commitText = ({ body, lines, paths, subject, why }: Described): string => {
  const parts = [
    beginning(subject, longest.subject),
    beginning(body ?? "", longest.body),
    beginning(why, longest.why),
    beginning(paths.join("\n"), longest.paths),
    lines.join("\n")
  ]
  return beginning(parts.filter((part) => part !== "").join("\n\n"), longestText)
}
