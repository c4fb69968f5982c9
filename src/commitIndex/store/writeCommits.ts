import type { CommitChange } from "../../adapters/git/CommitChange.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { patchStates } from "./schema.ts"
import { writeMessageWords, writeSearchWords } from "./words.ts"
import { type CommitFields } from "../model/commitText.ts"

/** Ids of rows that many commits have in common, by what they stand for. */
export interface RowIds {
  readonly people: Map<string, number>
  readonly paths: Map<string, number>
}

export const makeRowIds = (): RowIds => ({ people: new Map(), paths: new Map() })

/** Rows remembered at once; beyond, the database is asked. */
const maxRowIds = 200_000

const remember = (known: Map<string, number>, key: string, find: () => number): number => {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= maxRowIds) known.clear()
  const id = find()
  known.set(key, id)
  return id
}

const personId = (connection: Connection, known: RowIds, { email, name }: CommitChange["author"]): number =>
  remember(known.people, `${name}\0${email}`, () => {
    const row = connection.get("SELECT id FROM people WHERE name = ? AND email = ?", name, email)
    return row?.integer("id") ?? connection.insert("INSERT INTO people (name, email) VALUES (?, ?)", name, email)
  })

const pathId = (connection: Connection, known: RowIds, path: string): number =>
  remember(known.paths, path, () => {
    const row = connection.get("SELECT id FROM paths WHERE path = ?", path)
    return row?.integer("id") ?? connection.insert("INSERT INTO paths (path) VALUES (?)", path)
  })

const isText = (line: string): boolean => line.trim() !== ""

/**
 * Subject and body as git parts them: the lines of the first paragraph in one, and what follows it. No expression here
 * may go back over what it has passed: messages are as long as whoever wrote them liked.
 */
export const splitMessage = (message: string): { readonly subject: string; readonly body: string | null } => {
  const lines = message.split("\n")
  const start = lines.findIndex(isText)
  if (start === -1) return { subject: "", body: null }
  const end = lines.findIndex((line, index) => index > start && !isText(line))
  const first = end === -1 ? lines.slice(start) : lines.slice(start, end)
  const rest = end === -1 ? [] : lines.slice(end)
  const body = rest.slice(rest.findIndex(isText)).join("\n").trimEnd()
  return { subject: first.map((line) => line.trimEnd()).join(" "), body: body === "" ? null : body }
}

const oidBytes = (id: string): Uint8Array => Buffer.from(id, "hex")

/** Writes which files a commit changed; gives their paths. */
const writeChanges = (
  connection: Connection,
  known: RowIds,
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
      pathId(connection, known, path),
      id,
      file.status,
      file.oldPath === undefined ? null : pathId(connection, known, file.oldPath.toWellFormed())
    )
  }
  return [...paths]
}

/**
 * Writes a commit with the paths it changed and the words of both; the index with patches has it when its patch is
 * there. One that is there already stays as it is. Lone surrogates, which stand for bytes that are no UTF-8, are written
 * as U+FFFD.
 */
export const writeCommit = (
  connection: Connection,
  at: { readonly repository: number; readonly known: RowIds },
  change: CommitChange
): void => {
  const { body, subject } = splitMessage(change.message)
  // It has nothing further to tell: one patch for each parent is no patch.
  const isMerge = change.parents.length > 1
  const written = connection.get(
    `INSERT OR IGNORE INTO commits (repository, oid, parents, author, committer, author_time, commit_time, subject, body, patch_state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    at.repository,
    oidBytes(change.id),
    oidBytes(change.parents.join("")),
    personId(connection, at.known, change.author),
    personId(connection, at.known, change.committer),
    change.authorTime,
    change.committerTime,
    subject,
    body,
    isMerge ? patchStates.merge : patchStates.missing
  )
  if (written === undefined) return
  const id = written.integer("id")
  const paths = writeChanges(connection, at.known, id, change.files)
  const said: CommitFields = { id, subject, body, why: "", paths }
  writeMessageWords(connection, said)
  if (isMerge) writeSearchWords(connection, said, "")
}
