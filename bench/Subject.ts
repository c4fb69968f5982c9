import type { LineRange } from "../src/domain/LineRange.ts"

/** A file of HEAD with notes. */
export interface AnnotatedFile {
  readonly path: string
  /** Number of lines. */
  readonly size: number
  /** Number of commits that changed it. */
  readonly commits: number
  /** The lines of one region, as `START:END`, applied to the current file even if the code has moved. */
  readonly lines: string
}

/** A unit of HEAD with notes. */
export interface AnnotatedUnit {
  readonly path: string
  readonly anchor: string
  readonly lines: LineRange
  /** Number of commits that changed its file. */
  readonly commits: number
}

/** A clone with notes, and the files and units in it that questions are about. */
export interface Subject {
  readonly directory: string
  /** Number of annotated commits. */
  readonly notes: number
  /** About a dozen files, spread over all sizes, the largest last. */
  readonly files: ReadonlyArray<AnnotatedFile>
  /** The file whose length is nearest to 2,000 lines. */
  readonly long: AnnotatedFile
  /** Units of different files, that of the most frequently changed file first. */
  readonly units: ReadonlyArray<AnnotatedUnit>
  /** A unit whose file has no notes about other units, so that names alone decide its history. */
  readonly named: AnnotatedUnit | undefined
  /** The targets of dependencies, that with the most dependents first. */
  readonly depended: ReadonlyArray<{ readonly path: string; readonly anchor: string; readonly dependents: number }>
}
