import type { Option } from "effect"

/** Lines that one version has in place of those of another. A side without lines has `count` 0 and the line before as `start`. */
export interface DiffHunk {
  readonly before: { readonly start: number; readonly count: number }
  readonly after: { readonly start: number; readonly count: number }
}

/** What became of one file between two trees. */
export interface FileDiff {
  /** After; before for a deleted file. */
  readonly path: string
  readonly kind: "added" | "modified" | "deleted" | "renamed"
  /** Path before, of a renamed file. */
  readonly previousPath: Option.Option<string>
  /** Without context, in order; none for binary files, submodules and changes of mode alone. */
  readonly hunks: ReadonlyArray<DiffHunk>
}
