import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SearchResult } from "../model/answers.ts"
import { decodeObjectId } from "../store/refs.ts"
import type { Condition } from "./filters.ts"

const maxCopies = 10

/**
 * Reads the copies of a commit that pass the filters, as a cherry-pick or a rebase makes them: commits with the same author,
 * author date and subject.
 */
export const readCopies = (connection: Connection, id: number, condition: Condition): Pick<SearchResult, "copies"> => {
  const copies = connection
    .all(
      `SELECT repositories.name AS repo, commits.oid AS oid
         FROM commits AS found
              CROSS JOIN commits INDEXED BY commits_by_time ON commits.author_time = found.author_time
              CROSS JOIN repositories ON repositories.id = commits.repository
        WHERE found.id = ? AND commits.id <> found.id
              AND commits.author = found.author AND commits.subject = found.subject ${condition.sql}
        ORDER BY name, commits.oid LIMIT ${maxCopies}`,
      id,
      ...condition.values
    )
    .map((row) => ({ repo: row.text("repo"), sha: decodeObjectId(row.bytes("oid")) }))
  return copies.length === 0 ? {} : { copies }
}
