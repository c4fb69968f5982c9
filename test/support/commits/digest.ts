import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { zstdDecompressSync } from "node:zlib"

/** The content of an index by table, in canonical order and without row ids. */
export type Digest = Readonly<Record<string, ReadonlyArray<string>>>

const named = `SELECT commits.id, repositories.name || ' ' || lower(hex(oid)) AS name FROM commits
  JOIN repositories ON repositories.id = commits.repository`

/** What is asked of an index, by kind. */
export const questions: Readonly<Record<string, string>> = {
  repositories: `SELECT name, options, commit_count, git_directory, basis, beside, is_unfinished, last_error FROM repositories`,
  refs: `SELECT repositories.name, refs.name AS ref, hex(tip) FROM refs JOIN repositories ON repositories.id = refs.repository`,
  commits: `SELECT named.name, hex(parents), author.name AS author, author.email AS author_email, committer.name AS committer,
      committer.email AS committer_email, author_time, commit_time, subject, body, patch_state
    FROM commits JOIN (${named}) AS named ON named.id = commits.id
    LEFT JOIN people AS author ON author.id = author LEFT JOIN people AS committer ON committer.id = committer`,
  changes: `SELECT named.name, paths.path, status, old.path AS old_path FROM changes LEFT JOIN (${named}) AS named ON named.id = "commit"
    LEFT JOIN paths ON paths.id = changes.path LEFT JOIN paths AS old ON old.id = changes.old_path`,
  annotations: `SELECT named.name, hex(note), intent, why FROM annotations LEFT JOIN (${named}) AS named ON named.id = "commit"`,
  vectors: `SELECT named.name, repositories.name AS repo, model, dimension, hex(vector) FROM vectors
    LEFT JOIN (${named}) AS named ON named.id = "commit" LEFT JOIN repositories ON repositories.id = vectors.repository`,
  paths: `SELECT path FROM paths`,
  people: `SELECT name, email FROM people`,
  words: `SELECT named.name, term, col, offset FROM temp.words LEFT JOIN (${named}) AS named ON named.id = doc`,
  said: `SELECT named.name, term, col, offset FROM temp.said LEFT JOIN (${named}) AS named ON named.id = doc`
}

/** What the index at a path holds; the full-text indexes word by word, with the place of each. */
export const digestOf = (path: string): Digest => {
  const file = new DatabaseSync(path, { readOnly: true })
  file.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, instance)")
  file.exec("CREATE VIRTUAL TABLE temp.said USING fts5vocab(main, messages, instance)")
  const said = Object.entries(questions).map(([kind, sql]): [string, ReadonlyArray<string>] => [
    kind,
    file
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(Object.values(row)))
      .toSorted()
  ])
  const patches = file
    .prepare(`SELECT named.name, bytes, compressed FROM patches LEFT JOIN (${named}) AS named ON named.id = "commit"`)
    .all()
    .map(({ bytes, compressed, name }) => {
      const text = compressed instanceof Uint8Array ? zstdDecompressSync(compressed) : "none"
      return JSON.stringify([name, bytes, createHash("sha256").update(text).digest("hex")])
    })
  file.close()
  return { ...Object.fromEntries(said), patches: patches.toSorted() }
}
