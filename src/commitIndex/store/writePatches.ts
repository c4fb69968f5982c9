import { zstdCompressSync } from "node:zlib"
import type { CommitPatch } from "../../adapters/git/CommitChange.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { extractChangedLines, type FilePatch, splitPatch } from "../model/patchText.ts"
import type { IsExcluded } from "../model/excludedPaths.ts"
import { patchStates } from "./schema.ts"
import { lastLineEnd } from "./patchWords.ts"
import { readCommitFields, writeSearchWords } from "./words.ts"

/** Largest patch that is read at all, also from the repository, in bytes. */
export const maxPatchBytes = 16 * 1024 * 1024
/** Bytes of a patch whose lines are indexed; of longer patches, only distinct words are indexed after that. */
export const maxSearchedBytes = 4 * 1024 * 1024
/** Largest patch whose text is stored, in bytes; of larger ones, only words are indexed. */
const maxStoredBytes = 1024 * 1024

/** A patch without excluded files. */
interface IndexablePatch {
  readonly files: ReadonlyArray<FilePatch>
  readonly bytes: Buffer
  /** Whether the patch is longer than the bytes that were read. */
  readonly isCut: boolean
}

const selectFiles = (patch: CommitPatch, isExcluded: IsExcluded): IndexablePatch => {
  const bytes = Buffer.from(patch.bytes.buffer, patch.bytes.byteOffset, patch.bytes.byteLength)
  const isCut = patch.size > bytes.length
  const all = splitPatch(isCut ? bytes.subarray(0, lastLineEnd(bytes)) : bytes)
  const files = all.filter(({ path }) => !isExcluded(path))
  const isWhole = files.length === all.length
  return { files, bytes: isWhole ? bytes : Buffer.concat(files.map((file) => file.bytes)), isCut }
}

const patchStateOf = ({ bytes, files, isCut }: IndexablePatch, isMerge: boolean) => {
  if (isMerge) return patchStates.merge
  if (isCut || bytes.length > maxStoredBytes) return patchStates.oversize
  if (files.length === 0) return patchStates.empty
  return files.every((file) => file.isBinary) ? patchStates.binary : patchStates.kept
}

/** Joins the distinct changed lines without indentation, so that moved and reindented lines count once. */
const joinChangedLines = (files: ReadonlyArray<FilePatch>): string => {
  const lines = new Set<string>()
  for (const file of files) for (const line of extractChangedLines(file)) lines.add(line.slice(1).trim())
  return Array.from(lines).join("\n")
}

/** A patch as far as it was read. */
export interface ReadPatch {
  readonly patch: CommitPatch
  /** The words after the bytes in `patch`. */
  readonly remainingWords: string
  /** Whether the commit is at the boundary of a shallow clone, so that its patch is not known. */
  readonly isUnknown: boolean
}

/**
 * Stores the patch of a commit without excluded files, and indexes its words.
 */
export const writePatch = (
  connection: Connection,
  at: { readonly repository: number; readonly isExcluded: IsExcluded },
  { isUnknown, patch, remainingWords }: ReadPatch
): void => {
  const commit = connection.get(
    "SELECT id, length(parents) > length(oid) AS is_merge FROM commits WHERE repository = ? AND oid = ?",
    at.repository,
    Buffer.from(patch.commit, "hex")
  )
  if (commit === undefined) return
  const id = commit.integer("id")
  const fields = readCommitFields(connection, id)
  if (fields === undefined) return
  const indexable = selectFiles(patch, at.isExcluded)
  const state = isUnknown ? patchStates.unknown : patchStateOf(indexable, commit.integer("is_merge") === 1)
  connection.run("UPDATE commits SET patch_state = ? WHERE id = ?", state, id)
  if (state === patchStates.kept || state === patchStates.binary) {
    const { bytes } = indexable
    connection.run(
      `INSERT OR REPLACE INTO patches ("commit", bytes, compressed) VALUES (?, ?, ?)`,
      id,
      bytes.length,
      zstdCompressSync(bytes, { pledgedSrcSize: bytes.length })
    )
  }
  writeSearchWords(connection, fields, `${joinChangedLines(indexable.files)}\n${remainingWords}`)
}
