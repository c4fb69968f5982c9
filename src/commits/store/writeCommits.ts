import type { CommitChange } from "../../git/Git.ts"
import type { Connection } from "../../sql/Database.ts"
import { patchStates } from "./schema.ts"
import { writeWords } from "./words.ts"

/** Ids of rows that many commits have in common, by what they stand for. */
export interface Interned {
  readonly people: Map<string, number>
  readonly paths: Map<string, number>
}

export const nothingInterned = (): Interned => ({ people: new Map(), paths: new Map() })

/** Rows remembered at once; beyond, the database is asked. */
const mostInterned = 200_000

const remember = (known: Map<string, number>, key: string, find: () => number): number => {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= mostInterned) known.clear()
  const id = find()
  known.set(key, id)
  return id
}

const personId = (connection: Connection, known: Interned, { email, name }: CommitChange["author"]): number =>
  remember(known.people, `${name}\0${email}`, () => {
    const row = connection.get("SELECT id FROM people WHERE name = ? AND email = ?", name, email)
    return row?.integer("id") ?? connection.insert("INSERT INTO people (name, email) VALUES (?, ?)", name, email)
  })

const pathId = (connection: Connection, known: Interned, path: string): number =>
  remember(known.paths, path, () => {
    const row = connection.get("SELECT id FROM paths WHERE path = ?", path)
    return row?.integer("id") ?? connection.insert("INSERT INTO paths (path) VALUES (?)", path)
  })

/** Subject and body as git parts them: the first paragraph in one line, and what follows it. */
export const splitMessage = (message: string): { readonly subject: string; readonly body: string | null } => {
  const [first = "", ...rest] = message.trimStart().split(/\n[ \t\r]*\n/)
  const body = rest.join("\n\n").trim()
  return { subject: first.trim().replaceAll(/\s*\n\s*/g, " "), body: body === "" ? null : body }
}

const oidBytes = (id: string): Uint8Array => Buffer.from(id, "hex")

/**
 * Writes commits with the paths they changed and the words of both. A commit that is there already stays as it is. Lone
 * surrogates, which stand for bytes that are no UTF-8, are written as U+FFFD.
 */
export const writeCommits = (
  connection: Connection,
  at: { readonly repository: number; readonly known: Interned },
  changes: ReadonlyArray<CommitChange>
): void => {
  for (const change of changes) {
    const { body, subject } = splitMessage(change.message)
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
      patchStates.missing
    )
    if (written === undefined) continue
    const id = written.integer("id")
    for (const { oldPath, path, status } of change.files) {
      connection.run(
        `INSERT OR IGNORE INTO changes (path, "commit", status, old_path) VALUES (?, ?, ?, ?)`,
        pathId(connection, at.known, path.toWellFormed()),
        id,
        status,
        oldPath === undefined ? null : pathId(connection, at.known, oldPath.toWellFormed())
      )
    }
    const paths = change.files.map(({ path }) => path.toWellFormed())
    writeWords(connection, { id, subject, body, why: "", paths, lines: "" })
  }
}
