import { zstdCompressSync } from "node:zlib"
import type { CommitPatch } from "../../adapters/git/CommitChange.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { extractChangedLines, type FilePatch, splitPatch } from "../model/patchText.ts"
import type { IsExcluded } from "../model/excludedPaths.ts"
import { patchStates } from "./schema.ts"
import { endOfLines } from "./patchWords.ts"
import { readCommitFields, writeSearchWords } from "./words.ts"

/** Bytes of a patch beyond which nobody reads it, not of the repository either. */
export const maxPatchBytes = 16 * 1024 * 1024
/** Bytes of a patch whose lines are indexed: of what comes after them in the few that are longer there are the words. */
export const maxSearchedBytes = 4 * 1024 * 1024
/** Bytes of a patch beyond which its text is not kept, only its words. */
const largestKept = 1024 * 1024

/** What there is to keep of a patch: its files without those left out. */
interface Kept {
  readonly files: ReadonlyArray<FilePatch>
  readonly bytes: Buffer
  /** Whether there is more of it than was read. */
  readonly isCut: boolean
}

const keptOf = (patch: CommitPatch, isExcluded: IsExcluded): Kept => {
  const bytes = Buffer.from(patch.bytes.buffer, patch.bytes.byteOffset, patch.bytes.byteLength)
  const isCut = patch.size > bytes.length
  const all = splitPatch(isCut ? bytes.subarray(0, endOfLines(bytes)) : bytes)
  const files = all.filter(({ path }) => !isExcluded(path))
  const isWhole = files.length === all.length
  return { files, bytes: isWhole ? bytes : Buffer.concat(files.map((file) => file.bytes)), isCut }
}

const stateOf = ({ bytes, files, isCut }: Kept, isMerge: boolean) => {
  if (isMerge) return patchStates.merge
  if (isCut || bytes.length > largestKept) return patchStates.oversize
  if (files.length === 0) return patchStates.empty
  return files.every((file) => file.isBinary) ? patchStates.binary : patchStates.kept
}

/** Each line that files add or remove, once: what is only moved or indented anew says nothing twice. */
const linesOf = (files: ReadonlyArray<FilePatch>): string => {
  const lines = new Set<string>()
  for (const file of files) for (const line of extractChangedLines(file)) lines.add(line.slice(1).trim())
  return Array.from(lines).join("\n")
}

/**
 * Keeps the patch of a commit, without the files left out, and its words beside those of the message; `further`: words
 * of what comes after the bytes that are told of it.
 */
export const writePatch = (
  connection: Connection,
  at: { readonly repository: number; readonly isExcluded: IsExcluded },
  patch: CommitPatch,
  further: string
): void => {
  const commit = connection.get(
    "SELECT id, length(parents) > length(oid) AS is_merge FROM commits WHERE repository = ? AND oid = ?",
    at.repository,
    Buffer.from(patch.commit, "hex")
  )
  if (commit === undefined) return
  const id = commit.integer("id")
  const said = readCommitFields(connection, id)
  if (said === undefined) return
  const kept = keptOf(patch, at.isExcluded)
  const state = stateOf(kept, commit.integer("is_merge") === 1)
  connection.run("UPDATE commits SET patch_state = ? WHERE id = ?", state, id)
  if (state === patchStates.kept || state === patchStates.binary) {
    const { bytes } = kept
    connection.run(
      `INSERT OR REPLACE INTO patches ("commit", bytes, compressed) VALUES (?, ?, ?)`,
      id,
      bytes.length,
      zstdCompressSync(bytes, { pledgedSrcSize: bytes.length })
    )
  }
  writeSearchWords(connection, said, `${linesOf(kept.files)}\n${further}`)
}
