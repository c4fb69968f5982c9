import type { LineRange } from "../src/domain/LineRange.ts"

/** A file of HEAD that notes speak of. */
export interface AnnotatedFile {
  readonly path: string
  /** Its length in lines. */
  readonly size: number
  /** Commits that changed it. */
  readonly commits: number
  /** Lines of one region noted there, as `START:END`; in the file as it is today, also where that is another place. */
  readonly lines: string
}

/** A unit of HEAD that notes speak of. */
export interface AnnotatedUnit {
  readonly path: string
  readonly anchor: string
  readonly lines: LineRange
  /** Commits that changed its file. */
  readonly commits: number
}

/** What is measured on: a clone with notes, and the places in it that are asked about. */
export interface Subject {
  readonly directory: string
  /** Annotated commits. */
  readonly notes: number
  /** A dozen, spread over all sizes, the largest last. */
  readonly files: ReadonlyArray<AnnotatedFile>
  /** The file whose length is nearest to 2,000 lines. */
  readonly long: AnnotatedFile
  /** Each in a file of its own, the file changed most often first. */
  readonly units: ReadonlyArray<AnnotatedUnit>
  /** A unit whose file has no notes about anything else: names decide what its history is. */
  readonly named: AnnotatedUnit | undefined
  /** What most regions depend on, first. */
  readonly depended: ReadonlyArray<{ readonly path: string; readonly anchor: string; readonly dependents: number }>
}
