import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { BranchUnknown, CommitsError } from "../model/CommitsError.ts"
import { decodeObjectId } from "../store/refs.ts"

/** The commit that a branch or tag of a repository points at. */
export interface Tip {
  readonly repository: number
  readonly id: string
}

/** Prefixes that a short ref name may stand for, in git's order (gitrevisions). */
const refPrefixes = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"]

const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags|remotes)\//, "")
/** `refs/remotes/origin/a/b` also matches the branch `a/b` if nothing else does. */
const withoutRemote = (ref: string): string => ref.replace(/^refs\/remotes\/[^/]+\//, "")

interface Ref extends Tip {
  readonly name: string
}

/** Lists the refs whose name ends with `branch`, or all refs. */
const listRefs = (
  connection: Connection,
  repositories: ReadonlyArray<number> | undefined,
  branch: string | undefined
): ReadonlyArray<Ref> =>
  connection
    .all(
      `SELECT repository, name, tip FROM refs
        WHERE ?1 IS NULL OR substr(name, -length(?1)) = ?1 ORDER BY name`,
      branch ?? null
    )
    .map((row) => ({
      repository: row.integer("repository"),
      name: row.text("name"),
      id: decodeObjectId(row.bytes("tip"))
    }))
    .filter(({ repository }) => repositories === undefined || repositories.includes(repository))

const findInRefs = (refs: ReadonlyArray<Ref>, branch: string): ReadonlyArray<Tip> => {
  for (const place of refPrefixes) {
    const found = refs.find(({ name }) => name === `${place}${branch}`)
    if (found !== undefined) return [{ repository: found.repository, id: found.id }]
  }
  return refs
    .filter(({ name }) => name.startsWith("refs/remotes/") && withoutRemote(name) === branch)
    .map(({ id, repository }) => ({ repository, id }))
}

/** Resolves a branch or tag in each repository that has it. Fails with `BranchUnknown` if none has. */
export const resolveBranch = (
  connection: Connection,
  repositories: ReadonlyArray<number> | undefined,
  branch: string
): Result.Result<ReadonlyArray<Tip>, CommitsError> => {
  const refs = listRefs(connection, repositories, branch)
  const tips = Array.from(Map.groupBy(refs, ({ repository }) => repository).values()).flatMap((repositoryRefs) =>
    findInRefs(repositoryRefs, branch)
  )
  if (tips.length > 0) return Result.succeed(tips)
  const all = listRefs(connection, repositories, undefined)
  const known = [...new Set(all.map(({ name }) => shortName(name)))]
  return Result.fail(new CommitsError({ reason: new BranchUnknown({ branch, known }) }))
}

/** Caches the results of walks for this connection. A walk is valid until another connection writes to the file. */
const walkTables = `
  CREATE TEMP TABLE IF NOT EXISTS walks (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, tips TEXT NOT NULL, size INTEGER NOT NULL);
  CREATE TEMP TABLE IF NOT EXISTS reached (walk INTEGER NOT NULL, "commit" INTEGER NOT NULL, PRIMARY KEY (walk, "commit")) WITHOUT ROWID;
`

/** Walks from a commit to its ancestors; `parents` holds the ids of the parents, concatenated. */
const ancestorSql = `
  WITH RECURSIVE
    places (n) AS (
      VALUES (0) UNION ALL SELECT n + 1 FROM places
       WHERE n + 1 < (SELECT max(length(parents) / length(oid)) FROM commits WHERE repository = ?1)),
    up (id) AS (
      SELECT id FROM commits WHERE repository = ?1 AND oid = ?2
      UNION
      SELECT parent.id FROM up
        CROSS JOIN commits AS child ON child.id = up.id
        CROSS JOIN places ON n < length(child.parents) / length(child.oid)
        CROSS JOIN commits AS parent
           ON parent.repository = ?1 AND parent.oid = substr(child.parents, n * length(child.oid) + 1, length(child.oid)))
  INSERT OR IGNORE INTO temp.reached SELECT ?3, id FROM up`

/** Commits of all cached walks, some 13 bytes of memory each. A walk with more is cached alone. */
const maxReached = 4_000_000

const removeWalk = (connection: Connection, id: number): void => {
  connection.run("DELETE FROM temp.reached WHERE walk = ?", id)
  connection.run("DELETE FROM temp.walks WHERE id = ?", id)
}

/** Removes the oldest walks while they have too many commits in all, but not the newest. */
const removeOldest = (connection: Connection, newest: number, maxCommits: number): void => {
  const walks = connection
    .all("SELECT id, size FROM temp.walks ORDER BY id")
    .map((row) => ({ id: row.integer("id"), size: row.integer("size") }))
  let left = walks.reduce((sum, { size }) => sum + size, 0)
  for (const { id, size } of walks) {
    if (left <= maxCommits || id === newest) return
    removeWalk(connection, id)
    left -= size
  }
}

/**
 * Walks the ancestors of these commits into `temp.reached`, or reuses a cached walk. Returns the id of the walk. `maxCommits`: of
 * all cached walks together; the newest is cached whatever its size.
 */
export const walkAncestors = (connection: Connection, tips: ReadonlyArray<Tip>, maxCommits = maxReached): number => {
  connection.execute(walkTables)
  const version = connection.integer("data_version", "PRAGMA data_version")
  if (connection.run("DELETE FROM temp.walks WHERE version <> ?", version) > 0) {
    connection.run("DELETE FROM temp.reached WHERE walk NOT IN (SELECT id FROM temp.walks)")
  }
  const key = JSON.stringify(tips)
  const known = connection.get("SELECT id FROM temp.walks WHERE tips = ?", key)
  if (known !== undefined) return known.integer("id")
  const id = connection.insert("INSERT INTO temp.walks (version, tips, size) VALUES (?, ?, 0)", version, key)
  const sizes = tips.map((tip) => connection.run(ancestorSql, tip.repository, Buffer.from(tip.id, "hex"), id))
  const size = sizes.reduce((sum, each) => sum + each, 0)
  connection.run("UPDATE temp.walks SET size = ? WHERE id = ?", size, id)
  removeOldest(connection, id, maxCommits)
  return id
}
