import type { CommitChange } from "../../adapters/git/CommitChange.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { patchStates } from "./schema.ts"
import { writeMessageWords, writeSearchWords } from "./words.ts"
import { type CommitFields } from "../model/commitText.ts"

/** Cached row ids of people and paths. */
interface RowIds {
  readonly people: Map<string, number>
  readonly paths: Map<string, number>
}

export const makeRowIds = (): RowIds => ({ people: new Map(), paths: new Map() })

/** Most cached row ids of each kind. */
const maxRowIds = 200_000

const findOrInsert = (rowIds: Map<string, number>, key: string, find: () => number): number => {
  const found = rowIds.get(key)
  if (found !== undefined) return found
  if (rowIds.size >= maxRowIds) rowIds.clear()
  const id = find()
  rowIds.set(key, id)
  return id
}

const personId = (connection: Connection, rowIds: RowIds, { email, name }: CommitChange["author"]): number =>
  findOrInsert(rowIds.people, `${name}\0${email}`, () => {
    const row = connection.get("SELECT id FROM people WHERE name = ? AND email = ?", name, email)
    return row?.integer("id") ?? connection.insert("INSERT INTO people (name, email) VALUES (?, ?)", name, email)
  })

const pathId = (connection: Connection, rowIds: RowIds, path: string): number =>
  findOrInsert(rowIds.paths, path, () => {
    const row = connection.get("SELECT id FROM paths WHERE path = ?", path)
    return row?.integer("id") ?? connection.insert("INSERT INTO paths (path) VALUES (?)", path)
  })

const isNotBlank = (line: string): boolean => line.trim() !== ""

/**
 * Splits a message like git: the subject is the first paragraph joined to one line, the body is the rest. Avoids regular
 * expressions that backtrack, because messages can have any length.
 */
const splitMessage = (message: string): { readonly subject: string; readonly body: string | null } => {
  const lines = message.split("\n")
  const start = lines.findIndex(isNotBlank)
  if (start === -1) return { subject: "", body: null }
  const end = lines.findIndex((line, index) => index > start && !isNotBlank(line))
  const first = end === -1 ? lines.slice(start) : lines.slice(start, end)
  const rest = end === -1 ? [] : lines.slice(end)
  const body = rest.slice(rest.findIndex(isNotBlank)).join("\n").trimEnd()
  return { subject: first.map((line) => line.trimEnd()).join(" "), body: body === "" ? null : body }
}

const oidBytes = (id: string): Uint8Array => Buffer.from(id, "hex")

/** Writes the changed files of a commit. Returns their paths. */
const writeChanges = (
  connection: Connection,
  rowIds: RowIds,
  id: number,
  files: CommitChange["files"]
): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const file of files) {
    const path = file.path.toWellFormed()
    if (paths.has(path)) continue
    paths.add(path)
    connection.run(
      `INSERT INTO changes (path, "commit", status, old_path) VALUES (?, ?, ?, ?)`,
      pathId(connection, rowIds, path),
      id,
      file.status,
      file.oldPath === undefined ? null : pathId(connection, rowIds, file.oldPath.toWellFormed())
    )
  }
  return [...paths]
}

/**
 * Writes a commit with its changed paths and indexes it in `messages`; `search` follows with the patch. Does nothing if the
 * commit exists. Writes lone surrogates, which represent invalid UTF-8, as U+FFFD.
 */
export const writeCommit = (
  connection: Connection,
  target: { readonly repository: number; readonly rowIds: RowIds },
  change: CommitChange
): void => {
  const { body, subject } = splitMessage(change.message)
  // A merge has no single patch to wait for.
  const isMerge = change.parents.length > 1
  const inserted = connection.get(
    `INSERT OR IGNORE INTO commits (repository, oid, parents, author, committer, author_time, commit_time, subject, body, patch_state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    target.repository,
    oidBytes(change.id),
    oidBytes(change.parents.join("")),
    personId(connection, target.rowIds, change.author),
    personId(connection, target.rowIds, change.committer),
    change.authorTime,
    change.committerTime,
    subject,
    body,
    isMerge ? patchStates.merge : patchStates.missing
  )
  if (inserted === undefined) return
  const id = inserted.integer("id")
  const paths = writeChanges(connection, target.rowIds, id, change.files)
  const fields: CommitFields = { id, subject, body, why: "", paths }
  writeMessageWords(connection, fields)
  if (isMerge) writeSearchWords(connection, fields, "")
}
