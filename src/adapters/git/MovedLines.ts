import type { LineRange } from "../../domain/LineRange.ts"

/** Which lines to follow to where they were moved from. */
export interface MovedLines {
  readonly lines: ReadonlyArray<LineRange>
  /** Also from other files, those of the commit's parent where the file is new (`-C -C`); else in the file alone (`-M`). */
  readonly betweenFiles: boolean
}
