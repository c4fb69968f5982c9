import { Effect, Option } from "effect"
import type { CommitSize } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { CommitTimes, formatContact } from "../../lineage/CommitTimes.ts"

/** A commit with its author by the mailmap. */
export interface AuthoredCommit {
  readonly id: ObjectId
  readonly parents: ReadonlyArray<ObjectId>
  readonly author: string
  /** Seconds since 1970. */
  readonly time: number
  readonly subject: string
}

/** The name in a contact; the address where that is empty. */
const nameOf = (contact: string): string => {
  const [, name = "", address = ""] = /^(.*?) ?<([^<>]*)>$/s.exec(contact) ?? ["", contact]
  return name.trim() === "" ? address : name
}

/** Returns the name of the author of a commit; the address where that is empty. */
export const authorName = ({ author }: Pick<CommitSize, "author">): string =>
  author.name.trim() === "" ? author.email : author.name

/** Formats seconds since 1970 as `2025-11-15T10:30:00Z`. */
export const formatSeconds = (seconds: number): string => formatTimestamp(seconds * 1000)

/** Reads commits, in the order of their ids; those that are missing are left out. Authors are those of the mailmap. */
export const readCommits = Effect.fn("Evolution.readCommits")(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const found = (yield* git.commits(ids)).flatMap(Option.toArray)
  const contacts = yield* (yield* CommitTimes).mapContacts(found.map(formatContact))
  return found.map((commit): AuthoredCommit => {
    const contact = formatContact(commit)
    const [subject = ""] = commit.message.trimStart().split("\n", 1)
    return {
      id: commit.id,
      parents: commit.parents,
      author: nameOf(contacts.get(contact) ?? contact),
      time: commit.authorTime,
      subject
    }
  })
})

/** Sorts names by how often they occur, most first, each once. */
export const byFrequency = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name)
}
