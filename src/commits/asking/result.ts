import { zstdDecompressSync } from "node:zlib"
import type { Connection } from "../../sql/Database.ts"
import type { SearchResult } from "../answers.ts"
import { filesOf } from "../patchText.ts"
import { idOf } from "../store/refs.ts"
import { hasAny, passageOf, type Words } from "./passage.ts"

/** Bytes of a compressed patch that a passage is looked for in. */
const largestRead = 128 * 1024
const mostPaths = 20

const patchOf = (connection: Connection, id: number) => {
  const row = connection.get(
    `SELECT compressed FROM patches WHERE "commit" = ? AND length(compressed) <= ?`,
    id,
    largestRead
  )
  return row === undefined ? [] : filesOf(zstdDecompressSync(row.bytes("compressed")))
}

const pathsOf = (connection: Connection, id: number) =>
  connection
    .all(
      `SELECT paths.id AS id, paths.path AS path FROM changes JOIN paths ON paths.id = changes.path
        WHERE "commit" = ? ORDER BY paths.path`,
      id
    )
    .map((row) => ({ id: row.integer("id"), path: row.text("path") }))

/** What an answer shows of a commit that was found by words and rows of paths. */
export const resultOf = (
  connection: Connection,
  id: number,
  { paths, words }: { readonly paths: ReadonlySet<number>; readonly words: Words }
): ReadonlyArray<SearchResult> => {
  const row = connection.get(
    `SELECT repositories.name AS repo, oid, subject, people.name AS author, author_time,
            (SELECT intent FROM annotations WHERE "commit" = commits.id) AS intent
       FROM commits JOIN repositories ON repositories.id = commits.repository JOIN people ON people.id = commits.author
      WHERE commits.id = ?`,
    id
  )
  if (row === undefined) return []
  const passage = passageOf(patchOf(connection, id), words)
  const changed = pathsOf(connection, id)
  const asked = changed.filter((one) => paths.has(one.id)).map(({ path }) => path)
  const named = changed.filter(({ path }) => hasAny(words, path)).map(({ path }) => path)
  const intent = row.textOrNull("intent")
  return [
    {
      repo: row.text("repo"),
      sha: idOf(row.bytes("oid")),
      subject: row.text("subject"),
      author: row.text("author"),
      date: row.integer("author_time"),
      matched_paths: [...new Set([...asked, ...passage.paths, ...named])].slice(0, mostPaths),
      patch_excerpt: passage.text,
      ...(intent === null || intent === "" ? {} : { intent })
    }
  ]
}
