import type { LineRange } from "../../domain/LineRange.ts"

/** Lines to trace back through moves. */
export interface MovedLines {
  readonly lines: ReadonlyArray<LineRange>
  /**
   * Where they may come from: the file itself (`-M`), also the files that the moving commit changes (`-C`), or also any file of
   * a commit that adds the file (`-C -C`). Each takes several times as long as the one before.
   */
  readonly from: "file" | "changed" | "any"
}
