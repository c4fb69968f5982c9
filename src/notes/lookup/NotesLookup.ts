import type { ObjectId } from "../../domain/ObjectId.ts"
import type { NoteProblem } from "../format/decode.ts"

/** A region of a note: the annotated commit, the region's position in the note, and the anchor's name. */
export interface RegionRef {
  readonly commit: ObjectId
  readonly region: number
  readonly anchor: string
}

/** A region with its file, under the path that the file had in the annotated commit. */
export interface PlacedRegionRef extends RegionRef {
  readonly file: string
}

/** A semantic dependency: the region that states it, and the anchor that it names. */
export interface DependencyRef {
  readonly commit: ObjectId
  readonly region: number
  readonly dependency: number
  /** File and anchor of the dependent region. */
  readonly dependent: { readonly file: string; readonly anchor: string }
  /** The anchor depended on; empty for the whole file. */
  readonly anchor: string
}

/** A cross-cutting concern that lists a place: the commit, the concern's position in the note, and the anchor. */
export interface ConcernRef {
  readonly commit: ObjectId
  readonly concern: number
  readonly anchor: string
}

/**
 * Index of all notes by file and anchor, without their texts. Immutable. Notes are indexed without being validated; a
 * note may still fail to decode when it is read. Results are ordered by commit id, then by position in the note.
 */
export interface NotesLookup {
  /** Number of notes, unreadable ones included. */
  readonly size: number
  /** The note blob of a commit. */
  blob(commit: ObjectId): ObjectId | undefined
  /** All annotated commits, in ascending order. */
  commits(): Iterable<ObjectId>
  /** Annotated commits whose ids start with these hexadecimal digits. */
  beginning(prefix: string): Iterable<ObjectId>
  /** Files that regions are about, under the path they had in the annotated commit. */
  files(): Iterable<string>
  /** Files that semantic dependencies and concerns name. */
  namedFiles(): Iterable<string>
  /** The anchors that semantic dependencies and concerns name in a file, without duplicates, in no particular order. */
  anchorsNamed(file: string): ReadonlyArray<string>
  regionsOf(file: string): ReadonlyArray<RegionRef>
  /** Regions of any file whose anchor's last name segment is this word. */
  regionsCalled(word: string): ReadonlyArray<PlacedRegionRef>
  dependenciesOn(file: string): ReadonlyArray<DependencyRef>
  concernsAbout(file: string): ReadonlyArray<ConcernRef>
  /** Notes that cannot be read at all. */
  problems(): ReadonlyArray<NoteProblem>
}

/** A note with the commit that it annotates. */
export interface NoteContents {
  readonly commit: ObjectId
  readonly blob: ObjectId
  readonly bytes: Uint8Array
}
