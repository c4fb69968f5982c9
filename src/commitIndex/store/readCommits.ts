import { zstdDecompressSync } from "node:zlib"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { type FilePatch, splitPatch } from "../model/patchText.ts"

/** Largest compressed patch that is read for a page of results. */
const maxCompressedBytes = 128 * 1024

/** Reads the files of a commit's patch; none if the patch is not stored or too large. */
export const readPatch = (connection: Connection, id: number): ReadonlyArray<FilePatch> => {
  const row = connection.get(
    `SELECT compressed FROM patches WHERE "commit" = ? AND length(compressed) <= ?`,
    id,
    maxCompressedBytes
  )
  return row === undefined ? [] : splitPatch(zstdDecompressSync(row.bytes("compressed")))
}

/** Reads the paths that a commit changed, with their row ids, sorted by path. */
export const readPaths = (
  connection: Connection,
  id: number
): ReadonlyArray<{ readonly id: number; readonly path: string }> =>
  connection
    .all(
      `SELECT paths.id AS id, paths.path AS path FROM changes JOIN paths ON paths.id = changes.path
        WHERE "commit" = ? ORDER BY paths.path`,
      id
    )
    .map((row) => ({ id: row.integer("id"), path: row.text("path") }))
