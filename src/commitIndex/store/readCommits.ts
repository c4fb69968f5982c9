import { zstdDecompressSync } from "node:zlib"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { type FilePatch, filesOf } from "../model/patchText.ts"

/** Bytes of a compressed patch that is read beside others. */
const largestRead = 128 * 1024

/** The files of a commit's patch, where it is kept and not large. */
export const readPatch = (connection: Connection, id: number): ReadonlyArray<FilePatch> => {
  const row = connection.get(
    `SELECT compressed FROM patches WHERE "commit" = ? AND length(compressed) <= ?`,
    id,
    largestRead
  )
  return row === undefined ? [] : filesOf(zstdDecompressSync(row.bytes("compressed")))
}

/** The paths that a commit changed, with their rows, in order. */
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
