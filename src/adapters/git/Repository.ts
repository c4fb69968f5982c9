import type { Option } from "effect"

/** Where the repository is. All paths absolute, symbolic links resolved. */
export interface Repository {
  /** The (per work tree) git directory. */
  readonly gitDirectory: string
  /** The git directory that all work trees share. */
  readonly commonDirectory: string
  /** Root of the work tree; none in a bare repository. */
  readonly workTree: Option.Option<string>
  readonly objectFormat: "sha1" | "sha256"
}
