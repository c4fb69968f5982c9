import { joinRanges } from "../../domain/LineRange.ts"
import { Effect, Option } from "effect"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import type { Evidence, EvidenceStep } from "../../domain/Evidence.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { CommitTimes, formatContact, nameInContact } from "../../lineage/CommitTimes.ts"
import { Merges } from "../../lineage/Merges.ts"
import type { Origin } from "../finding/findOrigins.ts"
import { selectByPackage } from "../documents/changesets.ts"
import { readLoreTrailers } from "../foreign/commitLore.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { readMessage } from "../messages/readMessage.ts"
import { namesRequest } from "../messages/references.ts"
import { findReverted } from "../messages/reverts.ts"
import { quoteCommit, quoteDocument, type QuotedCommit, quoteForeign } from "./quoteCommit.ts"
import { isPulls, type NotedCommit, quoteNotes } from "./quoteNotes.ts"
import type { CommitDocument } from "./readDocuments.ts"

/** Commits to quote, with what they added. */
interface QuotedOrigins {
  /** The commit that the file is looked at in, and its path there. */
  readonly head: ObjectId
  readonly path: string
  readonly origins: ReadonlyArray<Origin>
  readonly documents: ReadonlyArray<CommitDocument>
  /** Those of other tools' notes. */
  readonly refs: ReadonlyArray<RefTip>
}

const toDate = (seconds: number): string => formatTimestamp(seconds * 1000).slice(0, 10)

/** Reads commits, with the names of their authors from the mailmap. */
const readCommits = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const times = yield* CommitTimes
  const found = (yield* git.commits(ids)).flatMap(Option.toArray)
  const contacts = yield* times.mapContacts(found.map(formatContact))
  return new Map(
    found.map((metadata): readonly [ObjectId, CommitMetadata] => {
      const contact = contacts.get(formatContact(metadata))
      const name = contact === undefined ? metadata.author.name : nameInContact(contact)
      return [metadata.id, { ...metadata, author: { ...metadata.author, name } }]
    })
  )
})

const quoteOrigin = (
  { commit, lines, path, share }: Origin,
  today: string,
  commits: ReadonlyMap<ObjectId, CommitMetadata>
) => {
  const metadata = commits.get(commit)
  if (metadata === undefined) return []
  return [{ metadata, message: readMessage(metadata.message), path: path === today ? undefined : path, lines, share }]
}

/** Quotes the subjects of commits. */
export const nameCommits = Effect.fn("Evidence.nameCommits")(function* (ids: ReadonlyArray<ObjectId>) {
  const commits = yield* readCommits(ids)
  return Array.from(commits.values(), (metadata): EvidenceStep => {
    const quoted = { metadata, message: readMessage(metadata.message), path: undefined, lines: [], share: 0 }
    const { author, by, commit, kind, links, source, subject, timestamp } = quoteCommit(quoted)
    return { kind, source, commit, author, timestamp, by, subject, links, quality: "names_only" }
  })
})

/** Makes the quote of a merge, for the lines of all commits that it brought in. */
const toMerge = (metadata: CommitMetadata, brought: ReadonlyArray<QuotedCommit>): NotedCommit => {
  const lines = joinRanges(brought.flatMap((each) => each.lines))
  const share = brought.reduce((sum, each) => sum + each.share, 0)
  return { quoted: { metadata, message: readMessage(metadata.message), path: undefined, lines, share }, brought }
}

/** Finds the merges that brought commits in. */
const findMerges = Effect.fnUntraced(function* (head: ObjectId, quoted: ReadonlyArray<QuotedCommit>) {
  if (quoted.length === 0) return []
  const mergeOf = yield* (yield* Merges).of(head)
  const broughtBy = Map.groupBy(quoted, ({ metadata }) => Option.getOrUndefined(mergeOf(metadata.id)))
  const commits = yield* readCommits([...broughtBy.keys()].filter((id) => id !== undefined))
  return Array.from(commits.values(), (metadata) => toMerge(metadata, broughtBy.get(metadata.id) ?? []))
})

/** A merge without a text or a pull request says nothing. */
const isInformative = ({ links, quality }: Evidence): boolean => quality !== "names_only" || links.length > 0

/** Quotes the message of a merge for the lines of those of its commits that give no reason. */
const quoteMerge = ({ brought, quoted }: NotedCommit, unexplained: ReadonlyArray<QuotedCommit>) => {
  const helped = brought.filter((each) => unexplained.includes(each))
  if (helped.length === 0) return []
  const { lines, share } = toMerge(quoted.metadata, helped).quoted
  return [quoteCommit({ ...quoted, lines, share })].filter(isInformative)
}

const quoteTrailers = (quoted: QuotedCommit, today: string): ReadonlyArray<Evidence> =>
  readLoreTrailers(quoted.message.trailers, today).map(({ quote }) => quoteForeign(quoted, "history", quote))

const quoteDocuments = (quoted: QuotedCommit, documents: ReadonlyArray<CommitDocument>, today: string) => {
  const own = documents.filter(({ commit }) => commit === quoted.metadata.id)
  return selectByPackage(own, quoted.path ?? today).map((each) => quoteDocument(quoted, each))
}

/**
 * Quotes commits: their messages, the merges that brought them in, trailers, other tools' notes, imported pull requests,
 * and documents. `skippedNotes`: parts of notes that could not be understood. `broughtBy`: the merges that were looked at, by the
 * commits that they brought in. `reverted`: ids of commits, possibly abbreviated, that these commits revert.
 */
export const quoteOrigins = Effect.fn("Evidence.quoteOrigins")(function* (input: QuotedOrigins) {
  const { documents, head, origins, path, refs } = input
  const commits = yield* readCommits([head, ...origins.map(({ commit }) => commit)])
  const current = commits.get(head)
  // Deleted meanwhile: no answer would be about it.
  if (current === undefined) return yield* new GitError({ reason: new ObjectMissing({ id: head }) })
  const today = toDate(current.committerTime)
  const quoted = origins.flatMap((origin) => quoteOrigin(origin, path, commits))
  const messages = quoted.map(quoteCommit)
  // One that names a pull request itself came with it, whatever merged it on from there.
  const unexplained = quoted.filter(
    ({ message }, index) => messages[index]?.quality !== "states_reason" && !namesRequest(message.subject)
  )
  // The merge of an explained commit matters only for what was imported to it.
  const merges = yield* findMerges(head, refs.some(isPulls) ? quoted : unexplained)
  const notes = yield* quoteNotes({ refs, quoted, merges, origins, today })
  const entries: ReadonlyArray<Evidence> = [
    ...messages,
    ...merges.flatMap((merge) => quoteMerge(merge, unexplained)),
    ...quoted.flatMap((each) => quoteTrailers(each, today)),
    ...notes.entries,
    ...quoted.flatMap((each) => quoteDocuments(each, documents, path))
  ]
  const broughtBy = merges.flatMap((merge) =>
    merge.brought.map(({ metadata }) => [metadata.id, merge.quoted.metadata.id] as const)
  )
  const reverted = quoted.flatMap(({ message }) => findReverted(message.body))
  return { entries, skippedNotes: notes.skipped, broughtBy: new Map(broughtBy), reverted }
})
