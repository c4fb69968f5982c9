import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SearchResult } from "../model/answers.ts"
import { readPaths, readPatch } from "../store/readCommits.ts"
import { decodeObjectId } from "../store/refs.ts"
import { truncateSubject } from "../model/commitText.ts"
import { containsAny, extractExcerpt, type Words } from "./excerpt.ts"
import { matchedReasoning } from "./reasoning.ts"

const mostPaths = 20

/** What of a commit is shown where it was found: rows of the paths that were asked for, and words. */
export interface Shown {
  readonly paths: ReadonlySet<number>
  readonly words: Words
}

/** A commit that was found; none where it is not in the index. */
export const resultOf = (connection: Connection, id: number, { paths, words }: Shown): ReadonlyArray<SearchResult> => {
  const row = connection.get(
    `SELECT repositories.name AS repo, oid, subject, people.name AS author, author_time,
            annotations.intent AS intent, annotations.why AS why
       FROM commits JOIN repositories ON repositories.id = commits.repository JOIN people ON people.id = commits.author
            LEFT JOIN annotations ON annotations."commit" = commits.id
      WHERE commits.id = ?`,
    id
  )
  if (row === undefined) return []
  const passage = extractExcerpt(readPatch(connection, id), words)
  const changed = readPaths(connection, id)
  const asked = changed.filter((one) => paths.has(one.id)).map(({ path }) => path)
  const named = changed.filter(({ path }) => containsAny(words, path)).map(({ path }) => path)
  const intent = row.textOrNull("intent")
  const reasoning = matchedReasoning({ intent: intent ?? "", why: row.textOrNull("why") ?? "" }, words)
  return [
    {
      repo: row.text("repo"),
      sha: decodeObjectId(row.bytes("oid")),
      subject: truncateSubject(row.text("subject")),
      author: row.text("author"),
      date: row.integer("author_time"),
      matched_paths: [...new Set([...asked, ...passage.paths, ...named])].slice(0, mostPaths),
      patch_excerpt: passage.text,
      ...(intent === null || intent === "" ? {} : { intent }),
      ...(reasoning === "" ? {} : { reasoning })
    }
  ]
}
