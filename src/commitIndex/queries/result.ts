import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SearchResult } from "../model/answers.ts"
import { readPaths, readPatch } from "../store/readCommits.ts"
import { decodeObjectId } from "../store/refs.ts"
import { truncateSubject } from "../model/commitText.ts"
import { containsAny, extractExcerpt, type WordFinders } from "./excerpt.ts"
import { matchedReasoning } from "./reasoning.ts"

const maxPaths = 20

/** Terms to show matches of: row ids of filtered paths, and the words of the query. */
interface MatchedTerms {
  readonly paths: ReadonlySet<number>
  readonly words: WordFinders
}

/** Reads a search result with its excerpts. Throws if the commit is not in the index: queries run in one snapshot. */
export const readSearchResult = (connection: Connection, id: number, { paths, words }: MatchedTerms): SearchResult => {
  const row = connection.get(
    `SELECT repositories.name AS repo, oid, subject, people.name AS author, author_time,
            annotations.intent AS intent, annotations.why AS why
       FROM commits JOIN repositories ON repositories.id = commits.repository JOIN people ON people.id = commits.author
            LEFT JOIN annotations ON annotations."commit" = commits.id
      WHERE commits.id = ?`,
    id
  )
  if (row === undefined) throw new Error(`commit ${id} disappeared during a read transaction`)
  const passage = extractExcerpt(readPatch(connection, id), words)
  const changed = readPaths(connection, id)
  const filtered = changed.filter((one) => paths.has(one.id)).map(({ path }) => path)
  const matching = changed.filter(({ path }) => containsAny(words, path)).map(({ path }) => path)
  const intent = row.textOrNull("intent")
  const reasoning = matchedReasoning({ intent: intent ?? "", why: row.textOrNull("why") ?? "" }, words)
  return {
    repo: row.text("repo"),
    sha: decodeObjectId(row.bytes("oid")),
    subject: truncateSubject(row.text("subject")),
    author: row.text("author"),
    date: row.integer("author_time"),
    matched_paths: [...new Set([...filtered, ...passage.paths, ...matching])].slice(0, maxPaths),
    patch_excerpt: passage.text,
    ...(intent === null || intent === "" ? {} : { intent }),
    ...(reasoning === "" ? {} : { reasoning })
  }
}
