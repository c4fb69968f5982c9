import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { plainBasis } from "../model/basis.ts"
import { findCommitRow } from "../store/refs.ts"
import { listRegistrationsAt, readSyncState } from "../store/registrations.ts"
import type { Registration } from "../model/Registration.ts"
import { walkAncestors } from "./branch.ts"
import { likePattern } from "./filters.ts"

/** Which commits to list. */
export interface HistoryQuestion {
  /** Git directory of a repository without replace refs, grafts and a shallow boundary: absolute, without links. */
  readonly gitDirectory: string
  /** The commit whose ancestors count, and itself. */
  readonly tip: ObjectId
  /** Only messages that have a text of each list in a line, letters of ASCII in any case. */
  readonly texts: ReadonlyArray<ReadonlyArray<string>>
}

/** A person of a commit. */
interface Person {
  readonly name: string
  readonly email: string
}

/** A commit without its message. */
export interface HistoryCommit {
  readonly id: string
  readonly author: Person
  readonly committer: Person
  /** Committer time, seconds since 1970; 0 also if git cannot tell it. */
  readonly time: number
}

/** All of the commits that were asked for, in no order, or why the index does not have them all. */
export type History =
  | { readonly _tag: "Complete"; readonly commits: ReadonlyArray<HistoryCommit> }
  | { readonly _tag: "Unregistered" }
  /** Only some commits are selected: those of an author, or those that the upstream lacks. */
  | { readonly _tag: "Selected" }
  | { readonly _tag: "Behind" }

/** Most texts that are compared; SQLite limits the depth of a condition. */
const maxTexts = 400

const anyOf = (patterns: ReadonlyArray<string>): string =>
  patterns.map(() => `subject LIKE ? ESCAPE '\\' OR body LIKE ? ESCAPE '\\'`).join(" OR ")

/** Without the lists that would be too many texts: more commits are candidates then. */
const messageCondition = (all: HistoryQuestion["texts"]) => {
  const lists = all
    .filter((texts, at) => all.slice(0, at).flat().length + texts.length <= maxTexts)
    .map((texts) => texts.map((text) => likePattern(text.trim())))
  return {
    sql: lists.map((patterns) => `AND (${anyOf(patterns)})`).join(" "),
    values: lists.flatMap((patterns) => patterns.flatMap((pattern) => [pattern, pattern]))
  }
}

const listCommits = (
  connection: Connection,
  repository: number,
  { texts, tip }: HistoryQuestion
): ReadonlyArray<HistoryCommit> => {
  const walk = walkAncestors(connection, [{ repository, id: tip }])
  const { sql, values } = messageCondition(texts)
  return connection
    .all(
      `SELECT lower(hex(oid)) AS id, commit_time AS time, authors.name AS author, authors.email AS author_email,
              committers.name AS committer, committers.email AS committer_email
         FROM temp.reached CROSS JOIN commits ON commits.id = reached."commit"
              CROSS JOIN people AS authors ON authors.id = author
              CROSS JOIN people AS committers ON committers.id = committer
        WHERE walk = ? ${sql}`,
      walk,
      ...values
    )
    .map((row) => ({
      id: row.text("id"),
      author: { name: row.text("author"), email: row.text("author_email") },
      committer: { name: row.text("committer"), email: row.text("committer_email") },
      time: row.integer("time")
    }))
}

const isWhole = ({ selection }: Registration): boolean => selection.author === null && selection.forkOf === null

/** Whether all ancestors of a commit are indexed: a complete sync leaves no commit without its ancestors. */
const hasAncestors = (connection: Connection, { id, selection }: Registration, tip: ObjectId): boolean => {
  const { basis, isUnfinished } = readSyncState(connection, id)
  return !isUnfinished && basis === plainBasis(selection) && findCommitRow(connection, id, tip) !== undefined
}

/** Lists the commits of a branch whose messages may be searched for, if the index has them all. */
export const readHistory = (connection: Connection, question: HistoryQuestion): History => {
  const registered = listRegistrationsAt(connection, question.gitDirectory)
  if (registered.length === 0) return { _tag: "Unregistered" }
  const whole = registered.filter(isWhole)
  if (whole.length === 0) return { _tag: "Selected" }
  const complete = whole.find((registration) => hasAncestors(connection, registration, question.tip))
  if (complete === undefined) return { _tag: "Behind" }
  return { _tag: "Complete", commits: listCommits(connection, complete.id, question) }
}
