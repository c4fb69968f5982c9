import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Effect } from "effect"

import { overlaps } from "../../domain/LineRange.ts"
import type { Origin } from "../finding/findOrigins.ts"
import { findCheckpoints, readCheckpoints } from "../foreign/entire.ts"
import type { ForeignQuote } from "../foreign/ForeignQuote.ts"
import { readForeignNotes } from "../foreign/readForeignNotes.ts"
import { pullsRef } from "../../notes/pulls/PullsNote.ts"
import { quoteForeign, type QuotedCommit } from "./quoteCommit.ts"

/** A commit whose notes speak of lines: of its own, or of those of commits that it brought in. */
export interface NotedCommit {
  readonly quoted: QuotedCommit
  readonly brought: ReadonlyArray<QuotedCommit>
}

/** Whether a ref holds imported pull requests, the only notes on merges that speak of what the merges brought in. */
export const isPulls = ({ name }: RefTip): boolean => name === pullsRef

/** Whether a note speaks of the lines of an origin. */
const isAbout = ({ lines, path }: ForeignQuote, origin: Origin): boolean =>
  (path === undefined || path === origin.path) &&
  (lines === undefined || lines.some((range) => origin.originLines.some((line) => overlaps(range, line))))

const foldSpace = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** Whether the message of a commit says all that a pull request does, as that of a squash may. */
const isRepeated = ({ kind, links, subject, text = "" }: ForeignQuote, { message }: QuotedCommit): boolean => {
  if (kind !== "pull_request") return false
  const said = foldSpace(`${message.subject} ${message.body}`)
  const parts = [subject, text].map(foldSpace)
  return links.every((link) => message.links.includes(link)) && parts.every((part) => said.includes(part))
}

/** Quotes the notes of one kind of commit: those that speak of an origin which the commit is or brought in. */
const quoteNotesOf = Effect.fnUntraced(function* (
  refs: ReadonlyArray<RefTip>,
  noted: ReadonlyArray<NotedCommit>,
  origins: ReadonlyArray<Origin>,
  today: string
) {
  const ids = noted.map(({ quoted }) => quoted.metadata.id)
  const notes = yield* readForeignNotes(refs, ids, today)
  const named = noted.map(({ quoted: { message, metadata } }) => {
    return { commit: metadata.id, checkpoints: findCheckpoints(message.trailers) }
  })
  const sessions = yield* readCheckpoints(refs, named)
  const entries = [...notes.quotes, ...sessions.quotes].flatMap(({ commit, quote, ref }) => {
    const about = noted.find(({ quoted }) => quoted.metadata.id === commit)
    if (about === undefined || isRepeated(quote, about.quoted)) return []
    const isFor = about.brought.some(({ metadata }) =>
      origins.some((origin) => origin.commit === metadata.id && isAbout(quote, origin))
    )
    return isFor ? [quoteForeign(about.quoted, ref, quote)] : []
  })
  return { entries, skipped: notes.skipped + sessions.skipped }
})

interface NotesInput {
  readonly refs: ReadonlyArray<RefTip>
  readonly quoted: ReadonlyArray<QuotedCommit>
  /** The merges that brought commits in. */
  readonly merges: ReadonlyArray<NotedCommit>
  readonly origins: ReadonlyArray<Origin>
  /** `2026-01-31`. */
  readonly today: string
}

/** Quotes what other tools noted of commits, and the pull requests imported to them or to the merges that brought them. */
export const quoteNotes = Effect.fn("Evidence.quoteNotes")(function* (input: NotesInput) {
  const { merges, origins, quoted, refs, today } = input
  const own = quoted.map((each): NotedCommit => ({ quoted: each, brought: [each] }))
  const notes = yield* quoteNotesOf(refs, own, origins, today)
  const pulls = yield* quoteNotesOf(refs.filter(isPulls), merges, origins, today)
  return { entries: [...notes.entries, ...pulls.entries], skipped: notes.skipped + pulls.skipped }
})
