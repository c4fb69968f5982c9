import type { LineRange } from "../../domain/LineRange.ts"

/** Lines to trace back through moves. */
export interface MovedLines {
  readonly lines: ReadonlyArray<LineRange>
  /**
   * Searches all files of a commit that adds the file (`-C -C`), instead of only the files that the moving commit
   * changes (`-C`).
   */
  readonly fromAnyFile: boolean
}
