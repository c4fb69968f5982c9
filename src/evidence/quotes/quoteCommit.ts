import { Option } from "effect"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { type Evidence, type EvidenceContent, rateQuality } from "../../domain/Evidence.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import type { ForeignQuote } from "../foreign/ForeignQuote.ts"
import { withoutLongList } from "../messages/longLists.ts"
import { isReference } from "../messages/references.ts"
import type { Message } from "../messages/parseMessage.ts"
import { determineSpeaker } from "../messages/speakers.ts"
import { findReason } from "../reasons/findReason.ts"

/** A commit with the lines that it explains. */
export interface QuotedCommit {
  readonly metadata: CommitMetadata
  /** Its message. Parsing is expensive, because it masks credentials. */
  readonly message: Message
  /** The file's path in the commit; undefined if it is today's. */
  readonly path: string | undefined
  readonly lines: ReadonlyArray<LineRange>
  readonly share: number
}

/** Maximum characters of a quoted text. */
const maxTextChars = 2000

const cut = (text: string): string => (text.length > maxTextChars ? `${text.slice(0, maxTextChars)}…` : text)

/** The fields of a text; absent where it is empty, only a reference, or says no more than the reason. */
const toContent = (text: string, reason: string | undefined): EvidenceContent => ({
  ...(reason === undefined ? {} : { reason }),
  ...(isReference(text) || text.replaceAll(/\s+/g, " ") === reason ? {} : { text: cut(text) })
})

const toEntry = (
  { lines, metadata, path, share }: QuotedCommit,
  fields: Pick<Evidence, "kind" | "source" | "by" | "subject" | "links"> & EvidenceContent
): Evidence => ({
  commit: metadata.id,
  ...(path === undefined ? {} : { path }),
  author: maskSecrets(metadata.author.name),
  timestamp: formatTimestamp(metadata.authorTime * 1000),
  ...fields,
  lines,
  share,
  quality: rateQuality(fields)
})

/** Removes the lists of subjects that `git merge --log` writes: `* branch:` and what follows. */
const withoutLog = (body: string): string => body.replace(/^\* [^\n]*:(?: \(\d+ commits?\))?\n[\s\S]*/m, "").trim()

const findContent = ({ body, merge, revert, subject }: Message) => {
  const prose = withoutLongList(body)
  if (Option.isSome(revert)) {
    const reason = findReason({ body: revert.value.body, isExpected: true })
    const rejected = [{ text: revert.value.what, ...(reason === undefined ? {} : { reason }) }]
    return { kind: "revert" as const, subject, rejected, ...toContent(revert.value.body, reason) }
  }
  if (Option.isSome(merge)) {
    const title = Option.isSome(merge.value.request) ? Option.getOrElse(merge.value.title, () => subject) : subject
    const text = body === title ? "" : withoutLog(prose)
    return { kind: "merge" as const, subject: title, ...toContent(text, findReason({ subject: title, body: text })) }
  }
  return { kind: "commit" as const, subject, ...toContent(prose, findReason({ subject, body: prose })) }
}

const contents = new WeakMap<Message, ReturnType<typeof findContent>>()

/** Finds what a message says, once: rating its statements is most of the work of a question. */
const readContent = (message: Message): ReturnType<typeof findContent> => {
  const content = contents.get(message) ?? findContent(message)
  contents.set(message, content)
  return content
}

/** Quotes the message of a commit. */
export const quoteCommit = (quoted: QuotedCommit): Evidence => {
  const { message } = quoted
  const request = Option.toArray(Option.flatMap(message.merge, (merge) => merge.request))
  return toEntry(quoted, {
    source: "history",
    by: determineSpeaker(quoted.metadata.author, message.trailers),
    links: [...new Set([...request, ...message.links])],
    ...readContent(message)
  })
}

/** Quotes a changeset or decision record that a commit added or changed. */
export const quoteDocument = (
  quoted: QuotedCommit,
  document: Pick<Evidence, "kind" | "source" | "rejected" | "subject"> & { readonly body: string }
): Evidence => {
  const { message } = quoted
  const { body, kind, rejected = [], source, subject } = document
  const masked = maskSecrets(body)
  return toEntry(quoted, {
    kind,
    source,
    by: determineSpeaker(quoted.metadata.author, message.trailers),
    subject: maskSecrets(subject === "" ? message.subject : subject),
    links: message.links,
    ...(rejected.length === 0 ? {} : { rejected }),
    ...toContent(masked, findReason({ body: masked }))
  })
}

/** Quotes what another tool noted about a commit. */
export const quoteForeign = (quoted: QuotedCommit, source: string, note: ForeignQuote): Evidence => {
  const { author, by, kind, lines: _, links, path: __, subject, text = "", time, ...content } = note
  // A comment gives its reason itself; the title is that of the request.
  const titled = kind === "pull_request" ? findReason({ subject, body: "" }) : undefined
  const reason = findReason({ body: text }) ?? titled
  const entry = toEntry(quoted, {
    kind,
    source,
    by,
    subject: subject === "" ? quoted.message.subject : subject,
    links,
    ...content,
    ...toContent(text, reason)
  })
  return {
    ...entry,
    ...(author === undefined ? {} : { author: maskSecrets(author) }),
    ...(time === undefined ? {} : { timestamp: formatTimestamp(time * 1000) })
  }
}
