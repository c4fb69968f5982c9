import type { Option } from "effect"

/** The location and format of a repository. All paths are absolute, symbolic links resolved. */
export interface Repository {
  /** The git directory of this worktree. */
  readonly gitDirectory: string
  /** The git directory shared by all worktrees. */
  readonly commonDirectory: string
  /** Root of the work tree. None in a bare repository. */
  readonly workTree: Option.Option<string>
  readonly objectFormat: "sha1" | "sha256"
  /** Version of the git that opened it, such as `2.39.5`. */
  readonly gitVersion: string
}
