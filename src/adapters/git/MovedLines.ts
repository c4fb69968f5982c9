import type { LineRange } from "../../domain/LineRange.ts"

/** Which lines to follow to where they were moved from. */
export interface MovedLines {
  readonly lines: ReadonlyArray<LineRange>
  /** From any file where a commit adds the file (`-C -C`); else only from files that the moving commit changes (`-C`). */
  readonly fromAnyFile: boolean
}
