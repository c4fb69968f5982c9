import { Option } from "effect"

/** A commit that brings a branch in. */
export interface Merge {
  /** The title of the pull request, the first line of the body. */
  readonly title: Option.Option<string>
  /** The pull request, `#12` or `group/project!12`. */
  readonly request: Option.Option<string>
}

/** Subjects of merges; the first group is the pull request. */
const subjects: ReadonlyArray<RegExp> = [
  /^Merge pull request #(\d+) /,
  /^Merge PR #(\d+)\b/i,
  /^Merged in \S+ \(pull request #(\d+)\)/,
  /^Merge (?:remote-tracking )?(?:branch|tag|commit)(?:es|s)? '/,
  /^Merge (?:[\w./-]+ )?into /,
  /^Merge [0-9a-f]{7,64}\b/
]

const gitLabRequest = /^See merge request ((?:[\w.-]+(?:\/[\w.-]+)*)?!\d+)$/m

/** Reads the subject and body of a merge as hosts and git write them. None for any other text. */
export const readMerge = (subject: string, body: string): Option.Option<Merge> => {
  const found = subjects.map((pattern) => pattern.exec(subject)).find((match) => match !== null)
  if (found === undefined) return Option.none()
  const number = found[1]
  const request = number === undefined ? gitLabRequest.exec(body)?.[1] : `#${number}`
  const [title = ""] = body.split("\n", 1)
  return Option.some({
    title: title === "" || gitLabRequest.test(title) ? Option.none() : Option.some(title),
    request: Option.fromUndefinedOr(request)
  })
}
