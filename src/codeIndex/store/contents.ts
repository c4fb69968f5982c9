import { zstdCompressSync, zstdDecompressSync } from "node:zlib"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { blobStates } from "./schema.ts"

/** Keeps the content of an indexed blob, unless it is kept already, or is one that is not read. */
export const keepContent = (connection: Connection, blob: number, content: Uint8Array): void => {
  const isWanted = connection.get(
    `SELECT 1 AS found FROM blobs WHERE id = ? AND state <> ${blobStates.skipped}
     AND NOT EXISTS (SELECT 1 FROM contents WHERE contents.blob = blobs.id)`,
    blob
  )
  if (isWanted === undefined) return
  connection.run("INSERT INTO contents (blob, packed) VALUES (?, ?)", blob, zstdCompressSync(content))
}

/** Reads the content of a file of a view, by its path as shown; undefined if it is not kept. */
export const readKeptContent = (connection: Connection, view: number, path: string): Buffer | undefined => {
  const row = connection.get(
    `SELECT packed FROM files JOIN paths ON paths.id = files.path JOIN contents ON contents.blob = files.blob
     WHERE view = ? AND paths.path = ?`,
    view,
    path
  )
  return row === undefined ? undefined : zstdDecompressSync(row.bytes("packed"))
}
