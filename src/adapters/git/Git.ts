import { Context, type Duration, type Effect, type Option } from "effect"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CommitChange, CommitMetadata, CommitPatch, PatchOptions, RefTip } from "./CommitChange.ts"
import type { DiffHunk, FileDiff } from "./FileDiff.ts"
import type { GitError } from "./GitError.ts"
import type { MovedLines } from "./MovedLines.ts"
import type { Repository } from "./Repository.ts"

/** One entry of a tree. */
export interface TreeEntry {
  /** From the tree's root, `/` separated; bytes that are not UTF-8 appear as lone surrogates U+DC80–U+DCFF. */
  readonly path: string
  readonly kind: "file" | "executable" | "symlink" | "submodule" | "directory"
  readonly id: ObjectId
}

/** Consecutive lines that blame gives to one commit. */
export interface BlameHunk {
  /** None: not committed yet. */
  readonly commit: Option.Option<ObjectId>
  /** Path in that commit. */
  readonly path: string
  /** The lines now. */
  readonly lines: LineRange
  /** First line in that commit; the hunk has as many there as now. */
  readonly originStart: number
}

/**
 * A commit that changed the lines followed, with where they were in it. A merge that git shows without changes of its own
 * has no ranges, and the path that the newer commit before it leads to.
 */
export interface LineChange {
  readonly commit: ObjectId
  /** Path in that commit. */
  readonly path: string
  /** The lines followed, as of that commit. */
  readonly ranges: ReadonlyArray<LineRange>
}

/** A commit that changed a file. */
export interface FileChange {
  readonly commit: ObjectId
  /** Path in that commit. */
  readonly path: string
  /** Path before, when this commit renamed the file. */
  readonly previousPath: Option.Option<string>
}

/** A commit gave files other paths: one of `from` became one of `to`. Both are one path each but for merges. */
export interface Rename {
  readonly commit: ObjectId
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
}

/** One note: the blob that hangs on a commit. */
export interface NoteEntry {
  readonly commit: ObjectId
  readonly blob: ObjectId
}

/** What changed between two notes trees. */
export interface NotesChange {
  readonly upserted: ReadonlyArray<NoteEntry>
  readonly removed: ReadonlyArray<ObjectId>
}

/** One line `Key: value` at the end of a commit message, continuation lines folded. */
export interface Trailer {
  readonly key: string
  readonly value: string
}

/** Which commits a walk gives. */
export interface Walk {
  /** Commits to start from. */
  readonly from: ReadonlyArray<ObjectId>
  /** Commits left out with all their ancestors. */
  readonly exclude?: ReadonlyArray<ObjectId>
  /** As `--since` has it: `2 weeks ago`, `2024-01-01`. */
  readonly since?: string
  /** Literal paths; only commits that changed one of them. None: all commits. */
  readonly paths?: ReadonlyArray<string>
  readonly merges?: boolean
  readonly maxCount?: number
}

/** One value of git's configuration. */
export interface ConfigEntry {
  /** Section and key in lower case, subsection as written: `remote.Origin.url`. */
  readonly key: string
  readonly value: string
  /** Written without `=`: git's way to say `true`, and nothing where a text is wanted. */
  readonly valueless?: true
  /** `file:/path`, `command line:` … as `git config --show-origin` gives it. */
  readonly origin: string
  readonly scope: "system" | "global" | "local" | "worktree" | "command" | "unknown"
}

/** An object's content, or why there is none. */
export type ObjectContent =
  | { readonly _tag: "Found"; readonly type: "blob" | "commit" | "tree" | "tag"; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge"; readonly size: number }
  | { readonly _tag: "Missing" }

/**
 * Which repository to open: a folder in or below it. Empty: the one that git itself would take, by `GIT_DIR` and
 * `GIT_WORK_TREE` or from the working directory. Read when the layer is built.
 */
export const GitDirectory = Context.Reference<string>("ultragit/adapters/git/Git/GitDirectory", {
  defaultValue: () => "."
})

/** How long one git call may take. Read at each call. */
export const GitTimeout = Context.Reference<Duration.Input>("ultragit/adapters/git/Git/GitTimeout", {
  defaultValue: () => "30 seconds"
})

/**
 * One git repository, opened at first need. Reads only what is asked; runs no program that configuration names
 * (pager, textconv, external diff, filters, hooks, fsmonitor, signature checks), touches no network, takes no lock.
 * Every call fails typed: repository, revision, object, git itself, timeout.
 */
export class Git extends Context.Service<
  Git,
  {
    /** The repository; a failed opening is tried again at the next call. */
    readonly repository: Effect.Effect<Repository, GitError>

    /**
     * The commit a revision names (`git rev-parse --verify --end-of-options <revision>^{commit}`).
     * Fails with `RevisionNotFound`; for `HEAD` with `UnbornHead` before the first commit and `RefUnreadable` when damaged.
     */
    resolveCommit(revision: string): Effect.Effect<ObjectId, GitError>

    /** The object a full ref name points at, none when the ref does not exist; fails with `RefUnreadable` when broken. */
    resolveRef(ref: string): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Facts of commits, in the order given; none where the object is missing or no commit. */
    commits(ids: ReadonlyArray<ObjectId>): Effect.Effect<ReadonlyArray<Option.Option<CommitMetadata>>, GitError>

    /** Author names after `.mailmap`, in the order given: `Name <address>` in, `Name <address>` out. */
    mailmap(contacts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, GitError>

    /** Contents of objects in the order given; those over `maxBytes` are not read. */
    objects(
      ids: ReadonlyArray<ObjectId>,
      options: { readonly maxBytes: number }
    ): Effect.Effect<ReadonlyArray<ObjectContent>, GitError>

    /** The entry at a path of a commit's tree, links not followed. The empty path is the root tree. */
    entry(commit: ObjectId, path: string): Effect.Effect<Option.Option<TreeEntry>, GitError>

    /** All files below a directory of a commit (`""`: the root), recursively, in tree order. */
    files(commit: ObjectId, directory: string): Effect.Effect<ReadonlyArray<TreeEntry>, GitError>

    /** All paths in the index, for near names and for files added but not committed. */
    readonly indexPaths: Effect.Effect<ReadonlyArray<string>, GitError>

    /**
     * Blame of a whole file, hunks in line order, renames followed, `blame.ignoreRevsFile` and grafts as in git.
     * `contents`: these bytes stand for the file in the work tree on top of HEAD; `commit` is then HEAD, and the call
     * fails when it no longer is. A file that neither HEAD nor the index knows is uncommitted as a whole.
     * `moved`: only these lines, followed to where commits moved them from.
     * Empty when the file is empty. Fails with `ObjectMissing`, with `CommandFailed` for a path that is not there, with
     * `PathUnsupported` for one that leads out of the tree; so do the other histories.
     */
    blame(input: {
      readonly commit: ObjectId
      readonly path: string
      readonly contents: Option.Option<Uint8Array>
      readonly moved?: MovedLines
    }): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>

    /**
     * What else a blame depends on beside commit and path: ignore-revs, mailmap, replace refs, grafts, shallow, and what
     * of attributes and configuration holds for every path and says what is text.
     */
    readonly blameContext: Effect.Effect<string, GitError>

    /** The newest commit that changed a path (`git rev-list -1 <commit> -- <path>`). */
    lastChange(commit: ObjectId, path: string): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** History of lines as `git log -L` sees it, newest first, renames followed. */
    lineHistory(input: {
      readonly commit: ObjectId
      readonly path: string
      readonly lines: LineRange
    }): Effect.Effect<ReadonlyArray<LineChange>, GitError>

    /** History of a file as `git log --follow -M` sees it, the `most` newest first. Also of a file that no longer exists. */
    fileHistory(commit: ObjectId, path: string, maxCount?: number): Effect.Effect<ReadonlyArray<FileChange>, GitError>

    /** Paths that were not there before, by commit that is no merge, in the history of a commit but not `without`'s. */
    additions(commit: ObjectId, without?: ObjectId): Effect.Effect<ReadonlyMap<ObjectId, ReadonlySet<string>>, GitError>

    /**
     * Every rename in the history of a commit: once for each file that took another's content (`git log -C -l0
     * --diff-filter=RC`), and what merges may have renamed. `without`: not in the history of that commit.
     */
    renames(commit: ObjectId, without?: ObjectId): Effect.Effect<ReadonlyArray<Rename>, GitError>

    /** Which of these commits are ancestors of `from` (or `from` itself). Missing objects are not. */
    reachable(ids: ReadonlyArray<ObjectId>, from: ObjectId): Effect.Effect<ReadonlySet<ObjectId>, GitError>

    /** All notes of a notes commit, with or without fan-out. Entries that are no notes are passed over. */
    notes(tip: ObjectId): Effect.Effect<ReadonlyArray<NoteEntry>, GitError>

    /** What changed from one notes commit to another; fan-out moves are no change. */
    notesChange(from: ObjectId, to: ObjectId): Effect.Effect<NotesChange, GitError>

    /** The note blobs of some commits in a notes commit, without listing its tree; those without a note are absent. */
    noteBlobs(tip: ObjectId, commits: ReadonlyArray<ObjectId>): Effect.Effect<ReadonlyMap<ObjectId, ObjectId>, GitError>

    /** What changed between two trees (of commits; none: the empty tree) at these paths (none: all), renames found (`-M`) unless told otherwise. */
    diff(input: {
      readonly from: Option.Option<ObjectId>
      readonly to: ObjectId
      readonly paths?: ReadonlyArray<string>
      readonly renames?: boolean
    }): Effect.Effect<ReadonlyArray<FileDiff>, GitError>

    /** What changed between two blobs; nothing when one of them is binary. */
    blobDiff(from: ObjectId, to: ObjectId): Effect.Effect<ReadonlyArray<DiffHunk>, GitError>

    /** The text of a commit's change against its first parent, at most `maxBytes`, cut at a line's end. */
    patch(commit: ObjectId, options: { readonly maxBytes: number }): Effect.Effect<string, GitError>

    /**
     * The refs below these prefixes (`refs/heads/`) that lead to a commit, in the order of their names. Where one leads to
     * an object that is not here or damaged, that object's id stands for the commit.
     */
    refs(prefixes: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<RefTip>, GitError>

    /**
     * What these commits say and change, told one by one in the order given, and then the merges among them: renames and
     * copies are found (`-M -C`) but in merges. What is no commit here is passed over.
     */
    changes(ids: ReadonlyArray<ObjectId>, take: (change: CommitChange) => void): Effect.Effect<void, GitError>

    /**
     * The patches of these commits against their parent, renames and copies found, told one by one in the order given;
     * those of merges are empty unless asked for: against their first parent. No attributes change them: a work tree's are not
     * looked at. Bytes beyond `maxBytes` are counted, and handed on to `rest`, not kept.
     */
    patches(
      ids: ReadonlyArray<ObjectId>,
      options: PatchOptions,
      take: (patch: CommitPatch) => void
    ): Effect.Effect<void, GitError>

    /** Stable patch ids by commit (`git patch-id --stable`); merges, empty and missing commits have none. */
    patchIds(commits: ReadonlyArray<ObjectId>): Effect.Effect<ReadonlyMap<ObjectId, string>, GitError>

    /** Commits newest first (`git rev-list --topo-order`). */
    walk(walk: Walk): Effect.Effect<ReadonlyArray<ObjectId>, GitError>

    /** The commits of a range such as `main..topic`, newest first. Fails with `RevisionNotFound`. */
    range(range: string): Effect.Effect<ReadonlyArray<ObjectId>, GitError>

    /** One best common ancestor, none where histories are unrelated. */
    mergeBase(a: ObjectId, b: ObjectId): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Trailers of a commit's message, as git itself finds them. */
    trailers(commit: ObjectId): Effect.Effect<ReadonlyArray<Trailer>, GitError>

    /** What a ref pointed at, newest first, from its reflog; empty without one. */
    reflog(ref: string): Effect.Effect<ReadonlyArray<ObjectId>, GitError>

    /** Who would be the author of a commit made now: `Name <address>`. */
    readonly author: Effect.Effect<string, GitError>

    /**
     * The time that words mean to git (`last friday`, `Jan 5 2024`), in seconds since 1970; none where it finds no time
     * in them. Git guesses: it takes the numbers it knows and passes over the rest.
     */
    time(text: string): Effect.Effect<Option.Option<number>, GitError>

    /** Absolute path of the folder in which git looks for hooks (`core.hooksPath` obeyed). */
    readonly hooksDirectory: Effect.Effect<string, GitError>

    /** Git's whole configuration, in the order git reads it (later wins). Works outside a repository too. */
    readonly config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>

    /** Whether git accepts this as a full ref name (`git check-ref-format`). */
    isRefName(ref: string): Effect.Effect<boolean, GitError>
  }
>()("ultragit/adapters/git/Git") {}
