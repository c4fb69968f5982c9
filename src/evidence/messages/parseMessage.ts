import { Option } from "effect"
import type { Trailer } from "../../adapters/git/Trailer.ts"
import { maskStart } from "../../domain/Masking.ts"
import { type Merge, readMerge } from "./merges.ts"
import { removeTemplateComments, toQuote } from "./noise.ts"
import { findLinks } from "./references.ts"
import { readRevert, type Revert } from "./reverts.ts"
import { readSquash, type SquashedCommit } from "./squash.ts"
import { splitTrailers } from "./trailers.ts"

/** What a commit message says, in parts. */
export interface Message {
  /** The first paragraph in one line, as git has it. */
  readonly subject: string
  /** The text below, without trailers and what templates leave; empty if there is none. */
  readonly body: string
  readonly trailers: ReadonlyArray<Trailer>
  /** Issues, pull requests and addresses that the subject, the body and the trailers name. */
  readonly links: ReadonlyArray<string>
  /** The commits of a squash whose body lists them. */
  readonly squashed: ReadonlyArray<SquashedCommit>
  readonly merge: Option.Option<Merge>
  readonly revert: Option.Option<Revert>
}

/** Maximum characters of a message that are read. */
const maxMessageChars = 65_536
/** Maximum lines of a message that are read. Looking for credentials costs 80 µs a line. */
const maxMessageLines = 1000
/** Maximum characters of a subject. */
const maxSubjectChars = 500

/** Trailers that name a person, and no link. */
const isLinkTrailer = ({ key }: Trailer): boolean => !/-by$|^cc$|^change-id$/i.test(key)

const splitSubject = (lines: ReadonlyArray<string>) => {
  const start = lines.findIndex((line) => line.trim() !== "")
  if (start === -1) return { subject: "", below: [] }
  const end = lines.findIndex((line, at) => at > start && line.trim() === "")
  const subject = lines
    .slice(start, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .join(" ")
  return { subject: subject.slice(0, maxSubjectChars), below: end === -1 ? [] : lines.slice(end) }
}

/**
 * Separates trailers, but not the title that a host writes below the subject of a merge: `pool: keep one connection` looks
 * like one.
 */
const splitMessage = (lines: ReadonlyArray<string>) => {
  const split = splitTrailers(lines)
  const [subject = "", ...more] = split.rest.filter((line) => line.trim() !== "")
  const request = more.length === 0 ? Option.flatMap(readMerge(subject, ""), (merge) => merge.request) : Option.none()
  const isTitled = Option.isSome(request) && split.trailers.length === 1 && split.trailers.every(isLinkTrailer)
  return isTitled ? { rest: lines, trailers: [] } : split
}

/**
 * Parses a commit message. Credentials are masked first, so that no part of the result has one. Of a longer message only
 * the first 1,000 lines and 65,536 characters are read.
 */
export const parseMessage = (message: string): Message => {
  const read = message
    .slice(0, 2 * maxMessageChars)
    .split(/\r?\n/, maxMessageLines)
    .join("\n")
  const { rest, trailers } = splitMessage(maskStart(read, maxMessageChars).split("\n"))
  const { below, subject } = splitSubject(rest)
  const body = toQuote(removeTemplateComments(below.join("\n")).split("\n"))
  const linked = trailers.filter(isLinkTrailer).map(({ value }) => value)
  return {
    subject,
    body,
    trailers,
    links: findLinks([subject, body, ...linked].join("\n")),
    squashed: readSquash(body.split("\n")),
    merge: readMerge(subject, body),
    revert: readRevert(subject, body)
  }
}
