import type { ObjectId } from "../../domain/ObjectId.ts"
import type { NoteProblem } from "../format/decode.ts"

/** A region of a note: which note, which of its regions, and the anchor's name. */
export interface RegionRef {
  readonly commit: ObjectId
  readonly region: number
  readonly anchor: string
}

/** A region of a note with the file it speaks of, under the path it had in the annotated commit. */
export interface PlacedRegionRef extends RegionRef {
  readonly file: string
}

/** A semantic dependency: the region that states it, and what it names. */
export interface DependencyRef {
  readonly commit: ObjectId
  readonly region: number
  readonly dependency: number
  /** File and anchor of the region that depends. */
  readonly dependent: { readonly file: string; readonly anchor: string }
  /** The anchor depended on; empty when the whole file is meant. */
  readonly anchor: string
}

/** A cross-cutting concern that lists a place: which note, which concern, and the anchor listed. */
export interface ConcernRef {
  readonly commit: ObjectId
  readonly concern: number
  readonly anchor: string
}

/**
 * What all notes speak of, by file and anchor, without their texts. Holds what can be seen in a note without judging
 * it; whether the note decodes shows when it is read. Never changes. Everything is in the order of the commits' ids, and
 * within a note in the note's own.
 */
export interface NotesLookup {
  /** Number of notes, unreadable ones included. */
  readonly size: number
  /** The note blob of a commit. */
  blob(commit: ObjectId): ObjectId | undefined
  /** All annotated commits. */
  commits(): Iterable<ObjectId>
  /** Annotated commits whose ids begin so. */
  beginning(prefix: string): Iterable<ObjectId>
  /** Files that regions speak of, under the path they had in the annotated commit. */
  files(): Iterable<string>
  /** Files that semantic dependencies and concerns name. */
  namedFiles(): Iterable<string>
  /** The anchors that semantic dependencies and concerns name in a file, each once, in no order. */
  anchorsNamed(file: string): ReadonlyArray<string>
  regionsOf(file: string): ReadonlyArray<RegionRef>
  /** Regions of any file whose anchor's name ends with this word, its last segment. */
  regionsCalled(word: string): ReadonlyArray<PlacedRegionRef>
  dependenciesOn(file: string): ReadonlyArray<DependencyRef>
  concernsAbout(file: string): ReadonlyArray<ConcernRef>
  /** Notes that cannot be read at all. */
  problems(): ReadonlyArray<NoteProblem>
}

/** A note, and the commit it hangs on. */
export interface NoteContents {
  readonly commit: ObjectId
  readonly blob: ObjectId
  readonly bytes: Uint8Array
}
