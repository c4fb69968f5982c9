import { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Schema } from "effect"
import type { Note } from "../../notes/format/decode.ts"
import type { NotesSnapshot } from "../../notes/NotesSnapshot.ts"

const isId = Schema.is(ObjectId)

/**
 * Whether a note names another commit where that can matter. Git's own copies after a rebase do, and say what they
 * should; only one whose named commit has another note, or that names nothing sensible, may hang in the wrong place.
 */
const isMisplaced = ({ index }: NotesSnapshot, { commit, named }: Note): boolean => {
  if (named === undefined) return false
  const id = named.toLowerCase()
  if (!isId(id)) return true
  const other = index.blob(id)
  return other !== undefined && other !== index.blob(commit)
}

const misplaced = (notes: ReadonlyArray<Note>): ReadonlyArray<string> => {
  const [first, ...others] = notes
  if (first === undefined) return []
  const names = escapeControls((first.named ?? "").slice(0, 64))
  return others.length === 0
    ? [`The note on ${first.commit.slice(0, 12)} names commit ${names}; the commit it hangs on counts.`]
    : [`${notes.length} notes name other commits than those they hang on; those they hang on count.`]
}

/** What is odd about notes that could be read. */
export const oddities = (snapshot: NotesSnapshot, notes: ReadonlyArray<Note>): ReadonlyArray<string> => [
  ...notes.flatMap((note) => note.warnings),
  ...misplaced(notes.filter((note) => isMisplaced(snapshot, note)))
]
