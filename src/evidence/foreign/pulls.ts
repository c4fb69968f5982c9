import { Option } from "effect"
import { toEpochMillis } from "../../domain/Instant.ts"
import { maskStart } from "../../domain/Masking.ts"
import { findLinks } from "../messages/references.ts"
import { decodePulls, type ImportedPull } from "../../notes/pulls/PullsNote.ts"
import type { ForeignQuote, ForeignQuotes } from "./ForeignQuote.ts"

/** Maximum characters of a text that are read: what imports keep of a description, with the titles of its issues. */
const maxTextChars = 12_000

/** Masks a text again: the note may come from another clone. */
const mask = (text: string): string => maskStart(text, maxTextChars).trim()

/** `ada (MEMBER)`. */
const formatAuthor = ({ association, author }: Pick<ImportedPull, "association" | "author">): string =>
  mask(association === undefined ? author : `${author} (${association})`)

/** Seconds since 1970; absent if the timestamp is invalid. */
const toTime = (timestamp: string) => {
  const millis = toEpochMillis(timestamp)
  return Number.isFinite(millis) ? { time: Math.floor(millis / 1000) } : {}
}

const toQuotes = (pull: ImportedPull): ReadonlyArray<ForeignQuote> => {
  const { body = "", by, comments = [], id, issues = [], merged_at, title } = pull
  const text = mask([body, ...issues.map((issue) => `${issue.id}: ${issue.title}`)].join("\n\n"))
  const about = { kind: "pull_request", subject: mask(title), ...toTime(merged_at) } as const
  const links = [...new Set([id, ...issues.map((issue) => issue.id), ...findLinks(text)])]
  return [
    { ...about, by, author: formatAuthor(pull), links, ...(text === "" ? {} : { text }) },
    ...comments.map((comment): ForeignQuote => ({
      ...about,
      by: "person",
      author: formatAuthor(comment),
      links: [id],
      text: mask(comment.text),
      ...(comment.path === undefined ? {} : { path: comment.path })
    }))
  ]
}

/** Reads the pull requests that were imported to a commit: each as a quote, and each comment that gives a reason. */
export const readPullsNote = (note: string): ForeignQuotes =>
  Option.match(decodePulls(note), {
    onNone: (): ForeignQuotes => ({ quotes: [], skipped: 1 }),
    onSome: (pulls) => ({ quotes: pulls.flatMap(toQuotes), skipped: 0 })
  })
