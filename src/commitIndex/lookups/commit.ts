import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { type CommitAnswer, decodeStatus } from "../model/answers.ts"
import {
  ArgumentInvalid,
  CommitAmbiguous,
  CommitNotFound,
  CommitsError,
  RepositoryUnknown
} from "../model/CommitsError.ts"
import type { Registration } from "../model/Registration.ts"
import { decodeObjectId } from "../store/refs.ts"
import { findRegistration, listRegistrations } from "../store/registrations.ts"
import { wholeReasoning } from "./reasoning.ts"
import { patchStates } from "../store/schema.ts"

/** Digits of the shortest beginning of an id that is looked for. */
const shortest = 4
/** Candidates that are counted; the error names the first of them. */
const mostCandidates = 1_000

/** A commit that a question names. */
export interface Named {
  readonly id: number
  readonly sha: string
  readonly patchState: number
}

const namedOf = (row: Row): Named => ({
  id: row.integer("id"),
  sha: decodeObjectId(row.bytes("oid")),
  patchState: row.integer("patch_state")
})

/** The bytes between which all ids lie that begin so. */
const boundsOf = (prefix: string): readonly [Uint8Array, Uint8Array] => [
  Buffer.from(prefix.padEnd(64, "0"), "hex").subarray(0, Math.ceil(prefix.length / 2)),
  Buffer.from(prefix.padEnd(64, "f"), "hex")
]

const failed = (reason: CommitsError["reason"]) => Result.fail(new CommitsError({ reason }))

/** The repository of this name. */
export const findRepository = (connection: Connection, name: string): Result.Result<Registration, CommitsError> => {
  const found = findRegistration(connection, name)
  if (found !== undefined) return Result.succeed(found)
  const known = listRegistrations(connection).map((registration) => registration.name)
  return failed(new RepositoryUnknown({ names: [name], known }))
}

/** The one commit of a repository whose id begins so. */
export const findCommit = (
  connection: Connection,
  { id, name }: Registration,
  sha: string
): Result.Result<Named, CommitsError> => {
  const prefix = sha.trim().toLowerCase()
  if (!/^[0-9a-f]{4,64}$/.test(prefix)) {
    return failed(
      new ArgumentInvalid({ name: "sha", expected: `a commit id, or at least ${shortest} digits of it`, value: sha })
    )
  }
  const found = connection
    .all(
      "SELECT id, oid, patch_state FROM commits WHERE repository = ? AND oid >= ? AND oid <= ? ORDER BY oid LIMIT ?",
      id,
      ...boundsOf(prefix),
      mostCandidates
    )
    .map(namedOf)
  const [first, second] = found
  if (first === undefined) return failed(new CommitNotFound({ repo: name, sha }))
  if (second === undefined || first.sha === prefix) return Result.succeed(first)
  return failed(new CommitAmbiguous({ repo: name, sha, candidates: found.map((commit) => commit.sha) }))
}

const patchWords: Readonly<Record<number, CommitAnswer["patch"]>> = {
  [patchStates.missing]: "pending",
  [patchStates.kept]: "stored",
  [patchStates.merge]: "merge",
  [patchStates.oversize]: "oversize",
  [patchStates.binary]: "binary",
  [patchStates.empty]: "empty"
}

const parentsOf = (bytes: Uint8Array, length: number): ReadonlyArray<string> =>
  Array.from({ length: bytes.length / length }, (_, index) =>
    decodeObjectId(bytes.subarray(index * length, (index + 1) * length))
  )

const filesOf = (connection: Connection, id: number): CommitAnswer["changed_files"] =>
  connection
    .all(
      `SELECT paths.path AS path, status, old.path AS old_path FROM changes
         JOIN paths ON paths.id = changes.path LEFT JOIN paths AS old ON old.id = changes.old_path
        WHERE "commit" = ? ORDER BY paths.path`,
      id
    )
    .map((row) => ({
      path: row.text("path"),
      status: decodeStatus(row.text("status")),
      old_path: row.textOrNull("old_path")
    }))

const refsAt = (connection: Connection, repository: number, oid: Uint8Array): ReadonlyArray<string> =>
  connection
    .all("SELECT name FROM refs WHERE repository = ? AND tip = ? ORDER BY name", repository, oid)
    .map((row) => row.text("name"))

/** Everything the index has of a commit but its patch. */
export const readCommit = (
  connection: Connection,
  repository: Registration,
  { id, patchState, sha }: Named
): CommitAnswer => {
  const row = connection.get(
    `SELECT oid, parents, subject, body, author_time, commit_time, author.name AS author, author.email AS author_email,
            committer.name AS committer, committer.email AS committer_email,
            annotations.intent AS intent, annotations.why AS why
       FROM commits JOIN people AS author ON author.id = commits.author JOIN people AS committer ON committer.id = commits.committer
            LEFT JOIN annotations ON annotations."commit" = commits.id
      WHERE commits.id = ?`,
    id
  )
  if (row === undefined) throw new Error(`commit ${sha} went during a reading transaction`)
  const oid = row.bytes("oid")
  const intent = row.textOrNull("intent")
  const reasoning = wholeReasoning({ intent: intent ?? "", why: row.textOrNull("why") ?? "" })
  return {
    repo: repository.name,
    sha,
    subject: row.text("subject"),
    body: row.textOrNull("body"),
    author: row.text("author"),
    date: row.integer("author_time"),
    changed_files: filesOf(connection, id),
    author_email: row.text("author_email"),
    committer: { name: row.text("committer"), email: row.text("committer_email") },
    commit_date: row.integer("commit_time"),
    parents: parentsOf(row.bytes("parents"), oid.length),
    refs: refsAt(connection, repository.id, oid),
    patch: patchWords[patchState] ?? "pending",
    ...(intent === null || intent === "" ? {} : { intent }),
    ...(reasoning === "" ? {} : { reasoning })
  }
}
