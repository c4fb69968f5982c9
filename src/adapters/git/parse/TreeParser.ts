import { Option } from "effect"
import { isObjectId, ObjectId } from "../../../domain/ObjectId.ts"
import type { NoteEntry } from "../Git.ts"
import type { TreeEntry } from "../TreeEntry.ts"

/** Converts the mode of a tree entry to its kind. Git uses no other modes. */
export const parseMode = (mode: string): TreeEntry["kind"] => {
  switch (mode.padStart(6, "0").slice(0, 3)) {
    case "040":
      return "directory"
    case "120":
      return "symlink"
    case "160":
      return "submodule"
    default:
      return mode.endsWith("755") ? "executable" : "file"
  }
}

/** Finds the entry with a name in a tree object: a sequence of `<mode> <name>\0<id bytes>`. */
export const findInTree = (
  tree: Uint8Array,
  name: Uint8Array,
  idLength: number
): Option.Option<{ readonly kind: TreeEntry["kind"]; readonly id: ObjectId }> => {
  const bytes = Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength)
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, blank + 1)
    if (blank === -1 || end === -1 || end + 1 + idLength > bytes.length) return Option.none()
    if (end - blank - 1 === name.length && bytes.subarray(blank + 1, end).equals(name)) {
      return Option.some({
        kind: parseMode(bytes.toString("latin1", at, blank)),
        id: ObjectId.make(bytes.toString("hex", end + 1, end + 1 + idLength))
      })
    }
    at = end + 1 + idLength
  }
  return Option.none()
}

const listPattern = /^(\d{6}) [a-z]+ ([0-9a-f]+)$/

/** Parses one record of `git ls-tree -z`: `<mode> <type> <id>\t<path>`. */
export const parseTreeRecord = (record: string): Option.Option<TreeEntry> => {
  const tab = record.indexOf("\t")
  const [, mode = "", id = ""] = listPattern.exec(record.slice(0, Math.max(0, tab))) ?? []
  return isObjectId(id) ? Option.some({ path: record.slice(tab + 1), kind: parseMode(mode), id }) : Option.none()
}

/** Parses a path of a notes tree to the id of its commit: the hex digits without slashes. None for other files. */
export const parseNotePath = (path: string): Option.Option<ObjectId> => {
  const digits = path.replaceAll("/", "")
  return isObjectId(digits) ? Option.some(digits) : Option.none()
}

/** Converts an entry of a notes tree to a note. None for other entries. */
export const toNoteEntry = ({ id, kind, path }: TreeEntry): Option.Option<NoteEntry> =>
  kind === "file" || kind === "executable"
    ? Option.map(parseNotePath(path), (commit) => ({ commit, blob: id }))
    : Option.none()

/** Parses one record of `git ls-tree -r -z <notes>` to a note. None for other records. */
export const parseNoteRecord = (record: string): Option.Option<NoteEntry> =>
  Option.flatMap(parseTreeRecord(record), toNoteEntry)

/** One folder of a notes tree. */
export interface NotesFolder {
  /** Note blobs by the remaining digits of their commit id. */
  readonly notes: ReadonlyMap<string, ObjectId>
  /** Folders by the next two digits. */
  readonly folders: ReadonlyMap<string, ObjectId>
}

/** Parses a tree object as a folder of a notes tree. Skips entries that are neither notes nor note folders. */
export const parseNotesFolder = (tree: Uint8Array, idLength: number): NotesFolder => {
  const bytes = Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength)
  const notes = new Map<string, ObjectId>()
  const folders = new Map<string, ObjectId>()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, blank + 1)
    if (blank === -1 || end === -1 || end + 1 + idLength > bytes.length) break
    const name = bytes.toString("latin1", blank + 1, end)
    const mode = bytes.toString("latin1", at, blank)
    const id = () => ObjectId.make(bytes.toString("hex", end + 1, end + 1 + idLength))
    if (mode.startsWith("100") && /^(?:[0-9a-f]{2})+$/.test(name)) notes.set(name, id())
    else if (mode === "40000" && /^[0-9a-f]{2}$/.test(name)) folders.set(name, id())
    at = end + 1 + idLength
  }
  return { notes, folders }
}
