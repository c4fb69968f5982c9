import { Context, type Duration, type Effect, type Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { GitError } from "./GitError.ts"

/** What a notes commit does to one note; no content takes the note away. */
export interface NoteChange {
  readonly commit: ObjectId
  readonly content: Option.Option<Uint8Array>
}

/** Whose configuration file is written: the repository's own, or the user's, for which no repository is needed. */
export type ConfigFile = "local" | "global"

/** How long one call to a remote may take. Read at each call. */
export const GitRemoteTimeout = Context.Reference<Duration.Input>("ultragit/adapters/git/GitWrites/GitRemoteTimeout", {
  defaultValue: () => "5 minutes"
})

/**
 * Everything that changes a repository, apart from {@link Git} so that what only reads cannot write. Hooks and
 * configuration of the user hold only where `commit` says so.
 */
export class GitWrites extends Context.Service<
  GitWrites,
  {
    /**
     * Makes one notes commit on top of `tip` and moves the ref there if it still is at `tip` (none: if there is no such
     * ref). Nothing is made when nothing changes: then the result is `tip`. Fails with `RefMoved` when another writer was
     * quicker (a lock of the ref included), `ObjectMissing` when a commit to be noted is not here (unless it merges: those
     * notes come from where the commits are); the ref is then as it was.
     */
    writeNotes(input: {
      readonly ref: string
      readonly tip: Option.Option<ObjectId>
      /** Further parents of the notes commit, when it merges. */
      readonly merged?: ReadonlyArray<ObjectId>
      readonly notes: ReadonlyArray<NoteChange>
      /** Subject of the notes commit. */
      readonly message: string
    }): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Moves a ref from `expected` (none: it does not exist) to a commit (none: deletes it). Fails with `RefMoved`. */
    updateRef(input: {
      readonly ref: string
      readonly to: Option.Option<ObjectId>
      readonly expected: Option.Option<ObjectId>
    }): Effect.Effect<void, GitError>

    /** Adds a value to a key of the repository's own configuration file, or of the user's. */
    addConfig(key: string, value: string, file?: ConfigFile): Effect.Effect<void, GitError>

    /**
     * Makes these the values of a key in that file, in place of all that it has there; no values take the key out. Of
     * several, those behind the first are added one by one.
     */
    replaceConfig(key: string, values: ReadonlyArray<string>, file: ConfigFile): Effect.Effect<void, GitError>

    /** Takes exactly this value of a key out of the repository's own configuration file, if it is there. */
    removeConfig(key: string, value: string): Effect.Effect<void, GitError>

    /**
     * Runs `git commit` with these arguments in the folder where the program was started, its standard streams,
     * environment, hooks, editor and configuration as if called directly, `env` added. Succeeds with git's exit code.
     */
    commit(args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Effect.Effect<number, GitError>

    /** What a ref of a remote points at. Talks to the remote; fails with `RemoteFailed`. */
    remoteRef(remote: string, ref: string): Effect.Effect<Option.Option<ObjectId>, GitError>

    /** Fetches one ref of a remote into a ref here, by fast-forward or from nothing. Fails with `RemoteFailed`. */
    fetch(input: { readonly remote: string; readonly from: string; readonly to: string }): Effect.Effect<void, GitError>

    /**
     * Brings what a partial clone lacks of a commit's own tree, from the remote that promised it; asks nothing of the
     * remote where all is here. Fails with `RemoteFailed`.
     */
    fetchMissing(input: { readonly remote: string; readonly commit: ObjectId }): Effect.Effect<void, GitError>

    /** Pushes a ref, never by force, hooks not run. Fails with `PushRejected` where the remote has what we have not, `RemoteFailed`. */
    push(input: { readonly remote: string; readonly from: string; readonly to: string }): Effect.Effect<void, GitError>
  }
>()("ultragit/adapters/git/GitWrites") {}
