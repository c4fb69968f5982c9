import { Context, type Duration, type Effect, type Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { GitError } from "./GitError.ts"

/** A change to one note in a notes commit. `content`: none removes the note. */
export interface NoteChange {
  readonly commit: ObjectId
  readonly content: Option.Option<Uint8Array>
}

/** The configuration file to write: that of the repository, or that of the user, which needs no repository. */
export type ConfigFile = "local" | "global"

/** Timeout of one call to a remote. Read at each call. */
export const GitRemoteTimeout = Context.Reference<Duration.Input>("ultragit/adapters/git/GitWrites/GitRemoteTimeout", {
  defaultValue: () => "5 minutes"
})

/**
 * Everything that changes a repository. Separate from {@link Git}, so that read-only code cannot write. Only `commit`
 * uses the hooks and the configuration of the user.
 */
export class GitWrites extends Context.Service<
  GitWrites,
  {
    /**
     * Creates one notes commit on top of `tip` and moves the ref there by compare-and-swap (`tip` none: the ref must
     * not exist). If nothing changes, creates no commit and returns `tip`. Fails, with the ref unchanged, with
     * `RefMoved` if another writer moved or locked the ref, and with `ObjectMissing` if a commit that has no note yet
     * does not exist here. Merges skip that check, because their notes come from clones that have the commits.
     */
    writeNotes(input: {
      readonly ref: string
      readonly tip: Option.Option<ObjectId>
      /** Additional parents, for a merge of notes commits. */
      readonly merged?: ReadonlyArray<ObjectId>
      readonly notes: ReadonlyArray<NoteChange>
      /** Subject of the notes commit. */
      readonly message: string
    }): Effect.Effect<Option.Option<ObjectId>, GitError>

    /**
     * Moves a ref by compare-and-swap. `expected`: none if the ref must not exist. `to`: none deletes it. Fails with
     * `RefMoved`.
     */
    updateRef(input: {
      readonly ref: string
      readonly to: Option.Option<ObjectId>
      readonly expected: Option.Option<ObjectId>
    }): Effect.Effect<void, GitError>

    /** Adds a value to a key in a configuration file (default: that of the repository). */
    addConfig(key: string, value: string, file?: ConfigFile): Effect.Effect<void, GitError>

    /**
     * Replaces all values of a key in a configuration file. No values removes the key. Not atomic for several values:
     * each one after the first is added separately.
     */
    replaceConfig(key: string, values: ReadonlyArray<string>, file: ConfigFile): Effect.Effect<void, GitError>

    /** Removes exactly this value of a key from the configuration file of the repository, if present. */
    removeConfig(key: string, value: string): Effect.Effect<void, GitError>

    /**
     * Runs `git commit` with these arguments in the folder where the program was started, as if called directly: with
     * its standard streams, environment plus `env`, hooks, editor and configuration. Succeeds with the exit code of
     * git.
     */
    commit(args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Effect.Effect<number, GitError>

    /** Reads the object that a ref of a remote points to. Uses the network; fails with `RemoteFailed`. */
    remoteRef(remote: string, ref: string): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Fetches one ref of a remote into a local ref, creating or fast-forwarding it. Fails with `RemoteFailed`. */
    fetch(input: { readonly remote: string; readonly from: string; readonly to: string }): Effect.Effect<void, GitError>

    /**
     * Fetches the objects of a commit's tree that a partial clone lacks, from its promisor remote. Does not contact the
     * remote if nothing is missing. Fails with `RemoteFailed`.
     */
    fetchMissing(input: { readonly remote: string; readonly commit: ObjectId }): Effect.Effect<void, GitError>

    /** Fetches objects that a partial clone lacks. Fails with `RemoteFailed`. */
    fetchObjects(input: {
      readonly remote: string
      readonly ids: ReadonlyArray<ObjectId>
    }): Effect.Effect<void, GitError>

    /**
     * Pushes a ref without force and without running hooks. Fails with `PushRejected` if the remote has commits that
     * are not here, otherwise with `RemoteFailed`.
     */
    push(input: { readonly remote: string; readonly from: string; readonly to: string }): Effect.Effect<void, GitError>
  }
>()("ultragit/adapters/git/GitWrites") {}
