import type { ObjectId } from "../../domain/ObjectId.ts"

/** One entry of a tree. */
export interface TreeEntry {
  /** From the root, `/` separated. Bytes that are not UTF-8 appear as lone surrogates U+DC80–U+DCFF. */
  readonly path: string
  readonly kind: "file" | "executable" | "symlink" | "submodule" | "directory"
  readonly id: ObjectId
}

/** The place of an entry: a commit, and a path in its tree. */
export interface EntryPlace {
  readonly commit: ObjectId
  readonly path: string
}
