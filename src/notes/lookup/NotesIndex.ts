import { LayeredNotes } from "./LayeredNotes.ts"
import type { NoteContents, NotesLookup } from "./NotesLookup.ts"

/** Index of all notes by file and anchor, without their texts. */
export type NotesIndex = NotesLookup

/** Builds the index of these notes. If a commit occurs more than once, the last one wins. */
const of = (notes: Iterable<NoteContents>): NotesLookup => LayeredNotes.of(notes)
export const NotesIndex = { of }
