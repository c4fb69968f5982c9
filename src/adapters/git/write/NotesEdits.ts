import { Option } from "effect"
import { createHash } from "node:crypto"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { NoteChange } from "../GitWrites.ts"
import type { NotesTree } from "../read/NotesTree.ts"
import type { TreeEdit } from "./NotesStream.ts"

/** Notes that a tree without fan-out may have; git's own fan-out begins at about as many. */
const flatLimit = 255

/** The id that a blob has or would have. */
export const blobId = (content: Uint8Array, format: "sha1" | "sha256"): string =>
  createHash(format).update(`blob ${content.length}\0`).update(content).digest("hex")

const unfolded = (digits: string): string => `${digits.slice(0, 2)}/${digits.slice(2)}`

/** What one change does to the tree; nothing when the note is so already. */
const editsOf = (change: NoteChange, tree: NotesTree, format: "sha1" | "sha256"): ReadonlyArray<TreeEdit> => {
  const { found, folder } = tree.places.get(change.commit) ?? { found: [], folder: "" }
  const [first, ...others] = found
  const away = (places: typeof found) => places.map(({ path }): TreeEdit => ({ _tag: "Delete", path }))
  if (Option.isNone(change.content)) return away(found)
  const content = change.content.value
  if (first !== undefined && first.blob === blobId(content, format) && others.length === 0) return []
  const path = first?.path ?? folder + change.commit.slice(folder.replaceAll("/", "").length)
  return [...away(others), { _tag: "Write", path, content }]
}

/** All digits, so at the top. */
const isFlat = (path: string): boolean => !path.includes("/")

/** Puts a tree that outgrows its one folder into folders by the first two digits. */
const fanOut = (edits: ReadonlyArray<TreeEdit>, tree: NotesTree): ReadonlyArray<TreeEdit> => {
  const gone = new Set(edits.flatMap((edit) => (edit._tag === "Delete" ? [edit.path] : [])))
  const moves = Array.from(tree.root.notes.keys())
    .filter((digits) => !gone.has(digits))
    .map((digits): TreeEdit => ({ _tag: "Move", from: digits, to: unfolded(digits) }))
  const rest = edits.map((edit) =>
    edit._tag === "Write" && isFlat(edit.path) ? { ...edit, path: unfolded(edit.path) } : edit
  )
  return [...rest.filter((edit) => edit._tag === "Delete"), ...moves, ...rest.filter((edit) => edit._tag !== "Delete")]
}

/**
 * What a notes commit has to change in a tree. A note stays where it is, a new one goes where the tree's own fan-out has
 * its like: fast-import's `N` would go by the number of notes alone, and leave two notes for one commit in a tree that
 * `git notes` has written.
 */
export const notesEdits = (
  changes: ReadonlyArray<NoteChange>,
  tree: NotesTree,
  format: "sha1" | "sha256"
): ReadonlyArray<TreeEdit> => {
  // The last word on a commit counts.
  const last = new Map<ObjectId, NoteChange>(changes.map((change) => [change.commit, change]))
  const edits = Array.from(last.values()).flatMap((change) => editsOf(change, tree, format))
  const known = tree.root.notes
  const added = edits.filter((edit) => edit._tag === "Write" && isFlat(edit.path) && !known.has(edit.path)).length
  return tree.root.folders.size === 0 && added > 0 && known.size + added > flatLimit ? fanOut(edits, tree) : edits
}
