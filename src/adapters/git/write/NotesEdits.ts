import { Option } from "effect"
import { createHash } from "node:crypto"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { NoteChange } from "../GitWrites.ts"
import type { NotesTree } from "../read/NotesTree.ts"
import type { TreeEdit } from "./NotesStream.ts"

/** Maximum number of notes in a tree without fan-out. Git starts to fan out at about the same number. */
const maxFlatNotes = 255

/** Computes the object id of a blob. */
export const blobId = (content: Uint8Array, format: "sha1" | "sha256"): string =>
  createHash(format).update(`blob ${content.length}\0`).update(content).digest("hex")

const toFanOutPath = (digits: string): string => `${digits.slice(0, 2)}/${digits.slice(2)}`

/** Returns the edits for one change. Empty if the note already has that content. */
const editsOf = (change: NoteChange, tree: NotesTree, format: "sha1" | "sha256"): ReadonlyArray<TreeEdit> => {
  const { entries, folder } = tree.locations.get(change.commit) ?? { entries: [], folder: "" }
  const [first, ...others] = entries
  const deletions = (notes: typeof entries) => notes.map(({ path }): TreeEdit => ({ _tag: "Delete", path }))
  if (Option.isNone(change.content)) return deletions(entries)
  const content = change.content.value
  if (first !== undefined && first.blob === blobId(content, format) && others.length === 0) return []
  const path = first?.path ?? folder + change.commit.slice(folder.replaceAll("/", "").length)
  return [...deletions(others), { _tag: "Write", path, content }]
}

/** Returns whether a path is at the top level. */
const isFlat = (path: string): boolean => !path.includes("/")

/** Moves the notes of a tree that outgrew its top level into folders by their first two digits. */
const fanOut = (edits: ReadonlyArray<TreeEdit>, tree: NotesTree): ReadonlyArray<TreeEdit> => {
  const deleted = new Set(edits.flatMap((edit) => (edit._tag === "Delete" ? [edit.path] : [])))
  const moves = Array.from(tree.root.notes.keys())
    .filter((digits) => !deleted.has(digits))
    .map((digits): TreeEdit => ({ _tag: "Move", from: digits, to: toFanOutPath(digits) }))
  const rest = edits.map((edit) =>
    edit._tag === "Write" && isFlat(edit.path) ? { ...edit, path: toFanOutPath(edit.path) } : edit
  )
  return [...rest.filter((edit) => edit._tag === "Delete"), ...moves, ...rest.filter((edit) => edit._tag !== "Delete")]
}

/**
 * Computes the edits that a notes commit makes to a tree. An existing note keeps its path; a new one follows the
 * fan-out of the tree. fast-import's own `N` command chooses the fan-out by the number of notes alone, and would create
 * a second note for a commit in a tree written by `git notes`.
 */
export const notesEdits = (
  changes: ReadonlyArray<NoteChange>,
  tree: NotesTree,
  format: "sha1" | "sha256"
): ReadonlyArray<TreeEdit> => {
  // The last change of a commit wins.
  const lastChanges = new Map<ObjectId, NoteChange>(changes.map((change) => [change.commit, change]))
  const edits = Array.from(lastChanges.values()).flatMap((change) => editsOf(change, tree, format))
  const rootNotes = tree.root.notes
  const added = edits.filter((edit) => edit._tag === "Write" && isFlat(edit.path) && !rootNotes.has(edit.path)).length
  return tree.root.folders.size === 0 && added > 0 && rootNotes.size + added > maxFlatNotes
    ? fanOut(edits, tree)
    : edits
}
