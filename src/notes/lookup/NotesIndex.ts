import { LayeredNotes } from "./LayeredNotes.ts"
import type { NoteContents, NotesLookup } from "./NotesLookup.ts"

/** What all notes speak of, by file and anchor, without their texts. */
export type NotesIndex = NotesLookup

/** The index of these notes; of several for one commit the last counts. */
const of = (notes: Iterable<NoteContents>): NotesLookup => LayeredNotes.of(notes)
export const NotesIndex = { of }
