import type { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { GitError } from "./GitError.ts"

/** Metadata of a commit. Text is decoded by the commit's own `encoding`; invalid bytes are replaced. */
export interface CommitMetadata {
  readonly id: ObjectId
  readonly parents: ReadonlyArray<ObjectId>
  /** As recorded, before `.mailmap` is applied. */
  readonly author: { readonly name: string; readonly email: string }
  /** Seconds since 1970. A rebase keeps it. */
  readonly authorTime: number
  /** Seconds since 1970. */
  readonly committerTime: number
  /** The full message, including the subject line. */
  readonly message: string
}

/** A ref and the commit it points to, tags peeled. */
export interface RefTip {
  readonly name: string
  readonly commit: ObjectId
}

/** A file that a commit changed relative to its parent. For a merge: a file that differs from every parent. */
export interface ChangedFile {
  /** Path after the commit; for a deleted file, the path before it. */
  readonly path: string
  /** Added, modified, deleted, renamed, copied, type changed. */
  readonly status: "A" | "M" | "D" | "R" | "C" | "T"
  /** Path before the commit, for a renamed or copied file. */
  readonly oldPath?: string
}

/** Metadata of a commit and the files it changed. Text is UTF-8; invalid bytes are replaced. */
export interface CommitChange extends CommitMetadata {
  readonly committer: { readonly name: string; readonly email: string }
  readonly files: ReadonlyArray<ChangedFile>
}

/** Reads commits with their changed files. With `renames` false, a renamed file is a deleted one and an added one. */
export type ReadChanges = (
  ids: ReadonlyArray<ObjectId>,
  take: (change: CommitChange) => void,
  options?: { readonly renames?: boolean }
) => Effect.Effect<void, GitError>

/** The patch of a commit. */
export interface CommitPatch {
  readonly commit: ObjectId
  /** The unified diff, truncated to `maxBytes`. */
  readonly bytes: Uint8Array
  /** Size of the whole patch in bytes. */
  readonly size: number
}

/** Options for reading patches. */
export interface PatchOptions {
  /** Bytes to keep of each patch. The rest is only counted. */
  readonly maxBytes: number
  /** Includes merges, compared with their first parent. */
  readonly merges?: boolean
  /** Literal paths. Only what commits changed in them (default: everything). Renames are found only among them. */
  readonly paths?: ReadonlyArray<string>
  /**
   * Called with the first `maxBytes` of each longer patch. Returns a callback for the remaining chunks, which receives
   * all of them before the patch is reported. A chunk is only valid during the call.
   */
  readonly onOverflow?: (first: Pick<CommitPatch, "commit" | "bytes">) => (chunk: Uint8Array) => void
}

/** The merges of a history. Ids are as git printed them. */
export interface MergesOfHistory {
  /** All commits, each with the merge that brought it in; undefined for those on the first-parent line. */
  readonly merges: ReadonlyMap<string, string | undefined>
  /** The next commit of the first-parent line; undefined where it ends. */
  readonly next: string | undefined
}

/** Selects the commits of a history walk. */
export interface Walk {
  /** Starting commits. */
  readonly from: ReadonlyArray<ObjectId>
  /** Commits to exclude, with all their ancestors. */
  readonly exclude?: ReadonlyArray<ObjectId>
  /** A date in the format of git's `--since`: `2 weeks ago`, `2024-01-01`. */
  readonly since?: string
  /** Literal paths. Only commits that changed one of them (default: all commits). */
  readonly paths?: ReadonlyArray<string>
  readonly merges?: boolean
  readonly maxCount?: number
}

/** The paths that a commit changed relative to its parent. */
export interface PathChange {
  readonly commit: ObjectId
  /** Seconds since 1970. */
  readonly committerTime: number
  /** The first characters of the title, if it is asked for. Text is UTF-8; invalid bytes are replaced. */
  readonly title?: string
  readonly files: ReadonlyArray<{
    /** Path after the commit; for a deleted file, the path before it. */
    readonly path: string
    readonly renamedFrom?: string
    /** Whether the file has other content or another mode: not deleted, not only renamed. */
    readonly isEdited: boolean
  }>
}

/** Selects the commits whose changed paths are read: a commit and its ancestors. */
export interface PathWalk {
  readonly commit: ObjectId
  /** Leaves out this commit and all its ancestors. */
  readonly without?: ObjectId | undefined
  readonly maxCount: number
  /** Whether to look for renames (default: yes), for which contents are read; without them only folders are. */
  readonly renames?: boolean
  /** Whether to read titles, too (default: no). */
  readonly titles?: boolean
}

/** How much a commit changed: its lines added and deleted, by file. Text is UTF-8; invalid bytes are replaced. */
export interface CommitSize {
  readonly commit: ObjectId
  /** By the mailmap. */
  readonly author: { readonly name: string; readonly email: string }
  /** Seconds since 1970. */
  readonly authorTime: number
  readonly subject: string
  readonly files: ReadonlyArray<{
    /** Path after the commit; for a deleted file, the path before it. */
    readonly path: string
    readonly renamedFrom?: string
    /** Lines; 0 for a binary file. */
    readonly added: number
    readonly deleted: number
  }>
}

/** Selects the commits whose size is read: the newest non-merges of a history. */
export interface SizeWalk {
  readonly commit: ObjectId
  /** Only commits that changed this file, whose renames are followed, and only what they changed in it. */
  readonly path?: string
  readonly maxCount: number
}

/** A rename of `from` to `to`. One path each, except for merges, whose exact pairs are unknown. */
export interface Rename {
  readonly commit: ObjectId
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
}
