import type { Option } from "effect"

/**
 * Lines of one version that replace lines of another. A side without lines has `count` 0, and `start` is the line
 * before.
 */
export interface DiffHunk {
  readonly before: { readonly start: number; readonly count: number }
  readonly after: { readonly start: number; readonly count: number }
}

/** The difference of one file between two trees. */
export interface FileDiff {
  /** Path after the change; for a deleted file, the path before it. */
  readonly path: string
  readonly kind: "added" | "modified" | "deleted" | "renamed"
  /** Path before the change, for a renamed file. */
  readonly previousPath: Option.Option<string>
  /** In order, without context lines. Empty for binary files, submodules and mode changes. */
  readonly hunks: ReadonlyArray<DiffHunk>
}
