import { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Schema } from "effect"
import type { Note } from "../../notes/format/decode.ts"
import type { NotesSnapshot } from "../../notes/NotesSnapshot.ts"

const isId = Schema.is(ObjectId)

/** A note that names a commit. */
type NamedNote = Note & { readonly named: string }

const namesCommit = (note: Note): note is NamedNote => note.named !== undefined

/**
 * Whether a note may be on the wrong commit: it names an invalid commit, or one that has a different note. Notes that git
 * copied in a rebase name their original commit, which is fine.
 */
const isMisplaced = ({ index }: NotesSnapshot, { commit, named }: NamedNote): boolean => {
  const id = named.toLowerCase()
  if (!isId(id)) return true
  const other = index.blob(id)
  return other !== undefined && other !== index.blob(commit)
}

const describeMisplaced = (notes: ReadonlyArray<NamedNote>): ReadonlyArray<string> => {
  const [first, ...others] = notes
  if (first === undefined) return []
  const names = escapeControls(first.named.slice(0, 64))
  return others.length === 0
    ? [`The note on ${first.commit.slice(0, 12)} names commit ${names}; the commit that has the note counts.`]
    : [`${notes.length} notes name other commits than those that have them; the commits that have them count.`]
}

/** Returns the warnings about readable notes. */
export const describeNoteWarnings = (snapshot: NotesSnapshot, notes: ReadonlyArray<Note>): ReadonlyArray<string> => [
  ...notes.flatMap((note) => note.warnings),
  ...describeMisplaced(notes.filter(namesCommit).filter((note) => isMisplaced(snapshot, note)))
]
