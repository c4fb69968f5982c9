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
import { resolveBranch } from "./branch.ts"
import { idRange } from "./byId.ts"
import { findId } from "./references.ts"
import { wholeReasoning } from "./reasoning.ts"
import { patchStates } from "../store/schema.ts"

/** Shortest accepted prefix of a commit id, in hex digits. */
const minIdDigits = 4
/** Most parents that are followed from a commit that is named. */
const maxSteps = 1_000
/** Most candidates of an ambiguous prefix; the error names the first of them. */
const maxCandidates = 1_000

/** Row of one commit. */
interface CommitRow {
  readonly id: number
  readonly sha: string
  readonly patchState: number
}

const decodeCommitRow = (row: Row): CommitRow => ({
  id: row.integer("id"),
  sha: decodeObjectId(row.bytes("oid")),
  patchState: row.integer("patch_state")
})

const failWith = (reason: CommitsError["reason"]) => Result.fail(new CommitsError({ reason }))

/** Finds a repository by name. Fails with `RepositoryUnknown`. */
export const findRepository = (connection: Connection, name: string): Result.Result<Registration, CommitsError> => {
  const found = findRegistration(connection, name)
  if (found !== undefined) return Result.succeed(found)
  const known = listRegistrations(connection).map((registration) => registration.name)
  return failWith(new RepositoryUnknown({ names: [name], known }))
}

const invalidId = (sha: string) =>
  failWith(
    new ArgumentInvalid({
      name: "sha",
      expected: `a commit id, a prefix of at least ${minIdDigits} digits, a branch or a tag`,
      value: sha
    })
  )

const selectByIds = (connection: Connection, repository: number, prefix: string): ReadonlyArray<CommitRow> =>
  connection
    .all(
      "SELECT id, oid, patch_state FROM commits WHERE repository = ? AND oid >= ? AND oid <= ? ORDER BY oid LIMIT ?",
      repository,
      ...idRange(prefix),
      maxCandidates
    )
    .map(decodeCommitRow)

/** Finds the commit whose id begins with some digits. Fails with `CommitNotFound` or `CommitAmbiguous`. */
const findByPrefix = (
  connection: Connection,
  { id, name }: Registration,
  sha: string
): Result.Result<CommitRow, CommitsError> => {
  const prefix = sha.toLowerCase()
  const found = selectByIds(connection, id, prefix)
  const [first, second] = found
  if (first === undefined) return failWith(new CommitNotFound({ repo: name, sha }))
  if (second === undefined || first.sha === prefix) return Result.succeed(first)
  return failWith(new CommitAmbiguous({ repo: name, sha, candidates: found.map((commit) => commit.sha) }))
}

/** The commit that a branch or tag points at, or fails as for a text that is no id. */
const findByRef = (
  connection: Connection,
  registration: Registration,
  ref: string
): Result.Result<CommitRow, CommitsError> => {
  const tips = Result.getOrElse(resolveBranch(connection, [registration.id], ref), () => [])
  const [tip] = tips
  return tip === undefined ? invalidId(ref) : findByPrefix(connection, registration, tip.id)
}

const firstParent = (connection: Connection, registration: Registration, { id, sha }: CommitRow) => {
  const parents = connection.get("SELECT parents FROM commits WHERE id = ?", id)?.bytes("parents")
  const [parent] = parents === undefined ? [] : splitObjectIds(parents, sha.length / 2)
  return parent === undefined
    ? failWith(new CommitNotFound({ repo: registration.name, sha: `${sha}^` }))
    : findByPrefix(connection, registration, parent)
}

/** Number of first parents that `^`, `^^`, `~2` and the like after a revision mean. */
const countSteps = (suffix: string): number =>
  [...suffix.matchAll(/\^|~(\d*)/g)].reduce(
    (sum, [step, count = ""]) => sum + (step === "^" || count === "" ? 1 : Number(count)),
    0
  )

/**
 * Finds the commit of a repository by id, unique prefix, address on a host, branch or tag, perhaps with `^` or `~n`. Fails with
 * `ArgumentInvalid`, `CommitNotFound` or `CommitAmbiguous`.
 */
export const findCommit = (
  connection: Connection,
  registration: Registration,
  sha: string
): Result.Result<CommitRow, CommitsError> =>
  Result.gen(function* () {
    const [, base = "", suffix = ""] = /^([^\s~^]+)((?:\^|~\d{0,3})*)$/.exec(sha.trim()) ?? []
    const steps = countSteps(suffix)
    if (base === "" || steps > maxSteps) return yield* invalidId(sha)
    const id = base.includes("://") ? (findId(base) ?? base) : base
    const isId = /^[0-9a-f]{4,64}$/i.test(id)
    let found = yield* isId
      ? Result.orElse(findByPrefix(connection, registration, id), (error) =>
          Result.mapError(findByRef(connection, registration, base), () => error)
        )
      : findByRef(connection, registration, base)
    for (let step = 0; step < steps; step += 1) found = yield* firstParent(connection, registration, found)
    return found
  })

const patchStatus: Readonly<Record<number, CommitAnswer["patch"]>> = {
  [patchStates.missing]: "pending",
  [patchStates.kept]: "stored",
  [patchStates.merge]: "merge",
  [patchStates.oversize]: "oversize",
  [patchStates.binary]: "binary",
  [patchStates.empty]: "empty",
  [patchStates.unknown]: "unknown"
}

const splitObjectIds = (bytes: Uint8Array, length: number): ReadonlyArray<string> =>
  Array.from({ length: bytes.length / length }, (_, index) =>
    decodeObjectId(bytes.subarray(index * length, (index + 1) * length))
  )

const readChangedFiles = (connection: Connection, id: number): CommitAnswer["changed_files"] =>
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

const readRefsAt = (connection: Connection, repository: number, oid: Uint8Array): ReadonlyArray<string> =>
  connection
    .all("SELECT name FROM refs WHERE repository = ? AND tip = ? ORDER BY name", repository, oid)
    .map((row) => row.text("name"))

/** Reads everything the index has about a commit except its patch. */
export const readCommit = (
  connection: Connection,
  repository: Registration,
  { id, patchState, sha }: CommitRow
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
  if (row === undefined) throw new Error(`commit ${sha} disappeared during a read transaction`)
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
    changed_files: readChangedFiles(connection, id),
    author_email: row.text("author_email"),
    committer: { name: row.text("committer"), email: row.text("committer_email") },
    commit_date: row.integer("commit_time"),
    parents: splitObjectIds(row.bytes("parents"), oid.length),
    refs: readRefsAt(connection, repository.id, oid),
    patch: patchStatus[patchState] ?? "pending",
    ...(intent === null || intent === "" ? {} : { intent }),
    ...(reasoning === "" ? {} : { reasoning })
  }
}
