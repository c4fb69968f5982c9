import type { Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { SubmodulePath } from "./submodules.ts"

/** A resolved path (spec annotations §2). */
export interface Subject {
  /** From the repository root, with links resolved. */
  readonly path: string
  /** HEAD, or the revision of the query. */
  readonly commit: ObjectId
  /** The revision of the answer, or `worktree` where the file differs from HEAD. */
  readonly rev: string
  /** `absent`: neither in the commit nor in the work tree. History or notes may still have it. */
  readonly kind: "file" | "directory" | "submodule" | "absent"
  /** The submodule and the path in it, where `kind` is `submodule`. */
  readonly submodule?: SubmodulePath
  /** The file's bytes; none without lines (binary, too large, or not a file). */
  readonly content: Option.Option<Uint8Array>
  /** Blob id of the file's bytes; none where they were not read. */
  readonly blob: Option.Option<string>
  /** Whether the file in the work tree differs from the commit. */
  readonly dirty: boolean
  /** Whether the commit has the path. */
  readonly committed: boolean
  readonly warnings: ReadonlyArray<string>
}
