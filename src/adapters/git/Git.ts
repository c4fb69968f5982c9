import { Context, type Duration, type Effect, type Option } from "effect"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type {
  CommitMetadata,
  CommitPatch,
  CommitSize,
  MergesOfHistory,
  PatchOptions,
  PathChange,
  PathWalk,
  ReadChanges,
  RefTip,
  Rename,
  SizeWalk,
  Walk
} from "./CommitChange.ts"
import type { DiffHunk, FileDiff } from "./FileDiff.ts"
import type { GitError } from "./GitError.ts"
import type { MovedLines } from "./MovedLines.ts"
import type { Repository } from "./Repository.ts"
import type { Trailer } from "./Trailer.ts"
import type { EntryPlace, TreeEntry } from "./TreeEntry.ts"

/** Consecutive lines that blame attributes to one commit. */
export interface BlameHunk {
  /** None for lines that are not committed yet. */
  readonly commit: Option.Option<ObjectId>
  /** Path in that commit. */
  readonly path: string
  /** The lines in the blamed file. */
  readonly lines: LineRange
  /** First line in that commit. The hunk has the same number of lines there. */
  readonly originStart: number
}

/**
 * A commit that changed the traced lines. A merge without changes of its own has no ranges and the path of the next
 * newer commit.
 */
export interface LineChange {
  readonly commit: ObjectId
  /** Path in that commit. */
  readonly path: string
  /** The traced lines as they are in that commit. */
  readonly ranges: ReadonlyArray<LineRange>
}

/** A commit that changed a file. */
export interface FileChange {
  readonly commit: ObjectId
  /** Path in that commit. */
  readonly path: string
  /** Path before the commit, if the commit renamed the file. */
  readonly previousPath: Option.Option<string>
}

/** A note: the blob attached to a commit. */
export interface NoteEntry {
  readonly commit: ObjectId
  readonly blob: ObjectId
}

/** The difference between two notes trees. */
export interface NotesChange {
  readonly upserted: ReadonlyArray<NoteEntry>
  readonly removed: ReadonlyArray<ObjectId>
}

/** One value of the git configuration. */
export interface ConfigEntry {
  /** Section and key in lower case, subsection as written: `remote.Origin.url`. */
  readonly key: string
  readonly value: string
  /** The key has no `=`, which git reads as `true` for a boolean and as an error for a string. */
  readonly valueless?: true
  /** `file:/path`, `command line:` and so on, as `git config --show-origin` prints it. */
  readonly origin: string
  readonly scope: "system" | "global" | "local" | "worktree" | "command" | "unknown"
}

/** The content of an object, or why it is not available. */
export type ObjectContent =
  | { readonly _tag: "Found"; readonly type: "blob" | "commit" | "tree" | "tag"; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge"; readonly size: number }
  | { readonly _tag: "Missing" }

/**
 * Folder in the repository to open. If empty, git finds the repository from `GIT_DIR` and `GIT_WORK_TREE`, or from the
 * working directory. Read when the layer is built.
 */
export const GitDirectory = Context.Reference<string>("ultragit/adapters/git/Git/GitDirectory", {
  defaultValue: () => "."
})

/** Timeout of one git call. Read at each call. */
export const GitTimeout = Context.Reference<Duration.Input>("ultragit/adapters/git/Git/GitTimeout", {
  defaultValue: () => "30 seconds"
})

/**
 * One git repository, opened on first use. All calls are read-only: they run no program that the configuration names
 * (pager, textconv, external diff, filters, hooks, fsmonitor, signature checks), use no network and take no lock. Every
 * failure is a typed `GitError`: repository, revision, object, git itself, timeout.
 */
export class Git extends Context.Service<
  Git,
  {
    /** The repository. If opening fails, the next call tries again. */
    readonly repository: Effect.Effect<Repository, GitError>

    /**
     * Resolves a revision to a commit (`git rev-parse --verify --end-of-options <revision>^{commit}`). Fails with
     * `RevisionNotFound`; for `HEAD` with `UnbornHead` before the first commit and `RefUnreadable` when damaged.
     */
    resolveCommit(revision: string): Effect.Effect<ObjectId, GitError>

    /** Resolves a full ref name to its object, none if it does not exist. Fails with `RefUnreadable` if broken. */
    resolveRef(ref: string): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Reads the full name that a symbolic ref stands for; none if the ref does not exist or names an object. */
    symbolicRef(ref: string): Effect.Effect<Option.Option<string>, GitError>

    /** Reads commit metadata, in the order given. None where the object is missing or not a commit. */
    commits(ids: ReadonlyArray<ObjectId>): Effect.Effect<ReadonlyArray<Option.Option<CommitMetadata>>, GitError>

    /** Maps `Name <address>` contacts through `.mailmap`, in the order given. */
    mailmap(contacts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, GitError>

    /** Reads object contents, in the order given. Objects over `maxBytes` are not read. */
    objects(
      ids: ReadonlyArray<ObjectId>,
      options: { readonly maxBytes: number }
    ): Effect.Effect<ReadonlyArray<ObjectContent>, GitError>

    /** Finds the tree entry at a path of a commit, without following links. The empty path is the root tree. */
    entry(commit: ObjectId, path: string): Effect.Effect<Option.Option<TreeEntry>, GitError>

    /** As {@link entry} for many places, in the order given, in as few requests as the deepest path has folders. */
    entries(places: ReadonlyArray<EntryPlace>): Effect.Effect<ReadonlyArray<Option.Option<TreeEntry>>, GitError>

    /** Lists all files below a directory of a commit (`""`: the root), recursively, in tree order. */
    files(commit: ObjectId, directory: string): Effect.Effect<ReadonlyArray<TreeEntry>, GitError>
    /** All paths in the index. */
    readonly indexPaths: Effect.Effect<ReadonlyArray<string>, GitError>
    /** The paths in the index, their files there or gone, and untracked files and nested repositories that are not ignored. */
    readonly workTreePaths: Effect.Effect<ReadonlyArray<string>, GitError>
    /** Selects the paths, of files or whole folders, that git ignores. Fails with `CommandFailed` for one in a nested repository. */
    ignored(paths: ReadonlyArray<string>): Effect.Effect<ReadonlySet<string>, GitError>
    /** Selects the paths that have one of these attributes, as the files of the work tree say, or those of HEAD without one (`git check-attr`). */
    attributed(paths: ReadonlyArray<string>, names: ReadonlyArray<string>): Effect.Effect<ReadonlySet<string>, GitError>

    /**
     * Blames a file, or some `lines` of it, as git does. Returns hunks in line order. Fails with `ObjectMissing`, with
     * `CommandFailed` for a path that does not exist, and with `PathUnsupported` for one outside the tree.
     * - `contents`: bytes to blame instead of the file in the work tree, on top of HEAD. Fails with `HeadMoved` unless
     *   `commit` is HEAD. A file in neither HEAD nor the index is uncommitted as a whole.
     * - `moved`: blames only these lines, and traces them to where commits moved them from.
     * - `ignore`: commits to look past, as those of an ignore-revs file. Lines that only such a commit has stay with it.
     */
    blame(input: {
      readonly commit: ObjectId
      readonly path: string
      readonly contents: Option.Option<Uint8Array>
      readonly moved?: MovedLines
      readonly ignore?: ReadonlyArray<ObjectId>
      readonly lines?: ReadonlyArray<LineRange>
    }): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>

    /**
     * Hash of everything besides commit and path that a blame depends on: ignore-revs, mailmap, replace refs, grafts,
     * shallow boundary, and the attributes and settings that apply to every path and decide what counts as text.
     */
    readonly blameContext: Effect.Effect<string, GitError>

    /** Finds the newest commit that changed a path (`git rev-list -1 <commit> -- <path>`). */
    lastChange(commit: ObjectId, path: string): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** History of lines by `git log -L`, newest first, renames followed. */
    lineHistory(input: {
      readonly commit: ObjectId
      readonly path: string
      readonly lines: LineRange
    }): Effect.Effect<ReadonlyArray<LineChange>, GitError>

    /** History of a file by `git log --follow -M`, newest first. Also works for deleted files. */
    fileHistory(commit: ObjectId, path: string, maxCount?: number): Effect.Effect<ReadonlyArray<FileChange>, GitError>

    /** Paths added by each non-merge commit in the history of `commit`, excluding the history of `without`. */
    additions(commit: ObjectId, without?: ObjectId): Effect.Effect<ReadonlyMap<ObjectId, ReadonlySet<string>>, GitError>

    /** Reads the paths that non-merge commits changed, newest first, and calls `take` for each (`git log -M`). */
    pathChanges(walk: PathWalk, take: (change: PathChange) => void): Effect.Effect<void, GitError>

    /** Reads how many lines non-merge commits changed in each file, newest first, and calls `take` for each (`git log -M --numstat`). */
    commitSizes(walk: SizeWalk, take: (size: CommitSize) => void): Effect.Effect<void, GitError>

    /**
     * Lists every rename in the history of `commit` without that of `without`: one for each file that took over another's
     * content (`git log -C -l0 --diff-filter=RC`), and possible ones in merges.
     */
    renames(commit: ObjectId, without?: ObjectId): Effect.Effect<ReadonlyArray<Rename>, GitError>

    /** Returns the ids that are `from` or its ancestors. Missing objects are not included. */
    reachable(ids: ReadonlyArray<ObjectId>, from: ObjectId): Effect.Effect<ReadonlySet<ObjectId>, GitError>

    /** Lists all notes of a notes commit, with or without fan-out. Skips entries that are not notes. */
    notes(tip: ObjectId): Effect.Effect<ReadonlyArray<NoteEntry>, GitError>

    /** Compares two notes commits. Moving a note to another fan-out path is not a change. */
    notesChange(from: ObjectId, to: ObjectId): Effect.Effect<NotesChange, GitError>

    /** Finds the note blobs of some commits without listing the whole notes tree. Commits without a note are absent. */
    noteBlobs(tip: ObjectId, commits: ReadonlyArray<ObjectId>): Effect.Effect<ReadonlyMap<ObjectId, ObjectId>, GitError>

    /**
     * Compares the trees of two commits. `from`: none for the empty tree. `paths`: only these paths (default: all).
     * `renames`: detects renames with `-M` (default: true).
     */
    diff(input: {
      readonly from: Option.Option<ObjectId>
      readonly to: ObjectId
      readonly paths?: ReadonlyArray<string>
      readonly renames?: boolean
    }): Effect.Effect<ReadonlyArray<FileDiff>, GitError>

    /** Compares two blobs. Empty if one of them is binary. */
    blobDiff(from: ObjectId, to: ObjectId): Effect.Effect<ReadonlyArray<DiffHunk>, GitError>

    /** Reads the patch of a commit against its first parent, truncated to whole lines within `maxBytes`. */
    patch(commit: ObjectId, options: { readonly maxBytes: number }): Effect.Effect<string, GitError>

    /**
     * Lists the refs below these prefixes (`refs/heads/`) that point to a commit, sorted by name. If the target is
     * missing or damaged, its id is returned as the commit.
     */
    refs(prefixes: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<RefTip>, GitError>

    /**
     * Reads commits with their changed files and calls `take` for each: first non-merges in the order given, then
     * merges. Detects renames and copies (`-M -C`), except in merges. Skips ids that are not commits.
     */
    readonly changes: ReadChanges

    /**
     * Reads the patches of commits against their parent and calls `take` for each, in the order given. Detects renames
     * and copies. Patches of merges are empty unless `merges` is set. Ignores all attributes, also those of the work
     * tree. Bytes beyond `maxBytes` are counted and passed to `onOverflow`, but not kept.
     */
    patches(
      ids: ReadonlyArray<ObjectId>,
      options: PatchOptions,
      take: (patch: CommitPatch) => void
    ): Effect.Effect<void, GitError>

    /** Computes stable patch ids (`git patch-id --stable`). Merges and empty or missing commits have none. */
    patchIds(commits: ReadonlyArray<ObjectId>): Effect.Effect<ReadonlyMap<ObjectId, string>, GitError>

    /** Walks history, newest first (`git rev-list --topo-order`). */
    walk(walk: Walk): Effect.Effect<ReadonlyArray<ObjectId>, GitError>

    /**
     * Finds, for each commit of a history, the oldest commit on its first-parent line that descends from it: the merge
     * that brought it in. `without`: leaves out the history of that commit, as far as git sees it where clocks were wrong.
     */
    mergesOf(head: ObjectId, without?: ObjectId): Effect.Effect<MergesOfHistory, GitError>

    /** Lists the commits of a range such as `main..topic`, newest first. Fails with `RevisionNotFound`. */
    range(range: string): Effect.Effect<ReadonlyArray<ObjectId>, GitError>

    /** Finds a best common ancestor. None for unrelated histories. */
    mergeBase(a: ObjectId, b: ObjectId): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Reads the trailers of a commit message, by the rules of git. */
    trailers(commit: ObjectId): Effect.Effect<ReadonlyArray<Trailer>, GitError>

    /** Reads the commits of a ref's reflog, newest first. Empty without a reflog. */
    reflog(ref: string): Effect.Effect<ReadonlyArray<ObjectId>, GitError>

    /** The author that a commit made now would have: `Name <address>`. */
    readonly author: Effect.Effect<string, GitError>

    /**
     * Parses a date with git (`last friday`, `Jan 5 2024`) to seconds since 1970, none if git finds no date. Git
     * guesses: it uses the numbers it recognizes and ignores the rest.
     */
    time(text: string): Effect.Effect<Option.Option<number>, GitError>

    /** Absolute path of the hooks folder. Respects `core.hooksPath`. */
    readonly hooksDirectory: Effect.Effect<string, GitError>

    /** The whole git configuration in the order git reads it (later wins). Also works outside a repository. */
    readonly config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>

    /** Returns whether git accepts this as a full ref name (`git check-ref-format`). */
    isRefName(ref: string): Effect.Effect<boolean, GitError>
  }
>()("ultragit/adapters/git/Git") {}
