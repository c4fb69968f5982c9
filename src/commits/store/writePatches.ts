import { zstdCompressSync } from "node:zlib"
import type { CommitPatch } from "../../git/CommitChange.ts"
import type { Connection } from "../../sql/Database.ts"
import { changedLines, type FilePatch, filesOf } from "../patchText.ts"
import { patchStates } from "./schema.ts"
import { writeWords } from "./words.ts"

/** Bytes of a patch beyond which it is not kept, and not searched. */
export const largestPatch = 16 * 1024 * 1024
/** Bytes of a patch beyond which its text is not kept, only its words. */
const largestKept = 1024 * 1024

/** Whether a path is left out of the index. */
export type LeftOut = (path: string) => boolean

const stateOf = (
  files: ReadonlyArray<FilePatch>,
  { isMerge, size }: { readonly isMerge: boolean; readonly size: number }
) => {
  if (isMerge) return patchStates.merge
  if (files.length === 0) return patchStates.empty
  if (size > largestKept) return patchStates.oversize
  return files.every((file) => file.isBinary) ? patchStates.binary : patchStates.kept
}

const pathsOf = (connection: Connection, id: number): ReadonlyArray<string> =>
  connection
    .all(`SELECT path FROM paths WHERE id IN (SELECT path FROM changes WHERE "commit" = ?)`, id)
    .map((row) => row.text("path"))

/** Keeps the patch of a commit, without the files left out, and its words beside those of the message. */
export const writePatch = (
  connection: Connection,
  at: { readonly repository: number; readonly leftOut: LeftOut },
  patch: CommitPatch
): void => {
  const commit = connection.get(
    `SELECT id, subject, body, length(parents) > length(oid) AS is_merge, (SELECT why FROM annotations WHERE "commit" = id) AS why
       FROM commits WHERE repository = ? AND oid = ?`,
    at.repository,
    Buffer.from(patch.commit, "hex")
  )
  if (commit === undefined) return
  const id = commit.integer("id")
  const bytes = Buffer.from(patch.bytes.buffer, patch.bytes.byteOffset, patch.bytes.byteLength)
  const all = filesOf(bytes)
  const files = all.filter(({ path }) => !at.leftOut(path))
  const size = files.length === all.length ? patch.size : files.reduce((sum, file) => sum + file.bytes.length, 0)
  const state = stateOf(files, { isMerge: commit.integer("is_merge") === 1, size })
  connection.run("UPDATE commits SET patch_state = ? WHERE id = ?", state, id)
  if (state === patchStates.kept || state === patchStates.binary) {
    const kept = files.length === all.length ? bytes : Buffer.concat(files.map((file) => file.bytes))
    connection.run(
      `INSERT OR REPLACE INTO patches ("commit", bytes, compressed) VALUES (?, ?, ?)`,
      id,
      kept.length,
      zstdCompressSync(kept)
    )
  }
  writeWords(connection, {
    id,
    subject: commit.text("subject"),
    body: commit.textOrNull("body"),
    why: commit.textOrNull("why") ?? "",
    paths: pathsOf(connection, id),
    lines: files.flatMap((file) => changedLines(file).map((line) => line.slice(1))).join("\n")
  })
}
