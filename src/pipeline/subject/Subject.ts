import type { Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { InSubmodule } from "./submodules.ts"

/** What a path was found to be, as the one who asks sees it (spec annotations §2). */
export interface Subject {
  /** From the repository root, links resolved. */
  readonly path: string
  /** HEAD, or the revision asked for. */
  readonly commit: ObjectId
  /** How the answer names what it speaks of: the revision, or `worktree` where the file differs from HEAD. */
  readonly rev: string
  /** `absent`: neither in the commit nor in the work tree, though history or notes may know it. */
  readonly kind: "file" | "directory" | "submodule" | "absent"
  /** Where `kind` is `submodule`: which one, and where in it. */
  readonly submodule?: InSubmodule
  /** The file's bytes; none for what has no lines (binary, too large, no file). */
  readonly content: Option.Option<Uint8Array>
  /** What git calls a blob of the file's bytes; none where they were not looked at. */
  readonly blob: Option.Option<string>
  /** Whether `content` is the work tree's and differs from the commit's. */
  readonly dirty: boolean
  /** Whether the commit has the path. */
  readonly committed: boolean
  readonly warnings: ReadonlyArray<string>
}
