import type { ObjectId } from "../../domain/ObjectId.ts"

/** What a commit says of itself. Text is decoded by the commit's own encoding, invalid bytes replaced. */
export interface CommitMetadata {
  readonly id: ObjectId
  readonly parents: ReadonlyArray<ObjectId>
  /** Name and address as recorded, before `.mailmap`. */
  readonly author: { readonly name: string; readonly email: string }
  /** Seconds since 1970; a rebase keeps it. */
  readonly authorTime: number
  /** Seconds since 1970. */
  readonly committerTime: number
  /** Whole message, subject first. */
  readonly message: string
}

/** A ref and the commit it leads to, through tags if need be. */
export interface RefTip {
  readonly name: string
  readonly commit: ObjectId
}

/** A file that a commit changed against its parent; of a merge one that is as no parent has it. */
export interface ChangedFile {
  /** After; before for a deleted file. */
  readonly path: string
  /** Added, modified, deleted, renamed, copied, of another type. */
  readonly status: "A" | "M" | "D" | "R" | "C" | "T"
  /** Path before, of a renamed or copied file. */
  readonly oldPath?: string
}

/** What a commit says of itself and which files it changed. Text is UTF-8, invalid bytes replaced. */
export interface CommitChange extends CommitMetadata {
  readonly committer: { readonly name: string; readonly email: string }
  readonly files: ReadonlyArray<ChangedFile>
}

/** The text of a commit's change. */
export interface CommitPatch {
  readonly commit: ObjectId
  /** The unified diff, or its first bytes. */
  readonly bytes: Uint8Array
  /** Bytes of the whole. */
  readonly size: number
}

/** What is to be told of patches. */
export interface PatchOptions {
  /** Bytes of each that are kept; those beyond are counted. */
  readonly maxBytes: number
  /** Whether merges have one: against their first parent. */
  readonly merges?: boolean
  /**
   * Called with the first `maxBytes` of each patch that has more: gives what takes the others, chunk by chunk as they
   * come. It has had all of them when the patch is told. A chunk is only valid during the call.
   */
  readonly onOverflow?: (first: Pick<CommitPatch, "commit" | "bytes">) => (chunk: Uint8Array) => void
}
