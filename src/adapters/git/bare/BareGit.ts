import { Context, Effect, Layer, type Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { TreeEntry } from "../Git.ts"
import { GitEnvironment, gitEnvironment } from "../GitEnvironment.ts"
import type { GitError } from "../GitError.ts"
import { makeGitRunner } from "../process/GitRunner.ts"
import type {
  Branch,
  Child,
  Content,
  GrepLine,
  GrepQuestion,
  Head,
  LoggedCommit,
  LogQuestion,
  NamedCommit
} from "./BareAnswers.ts"
import { makeContentProcesses } from "./contentProcesses.ts"
import { branches, head, refsFingerprint, settings } from "./refs.ts"
import { children, content, contents, files, resolve } from "./objects.ts"
import { grep, log } from "./searches.ts"

/**
 * Reads repositories that are named by their git directory, one process a call, without opening them first: for questions
 * about hundreds of repositories. Read-only like `Git`, with the same failures.
 */
export class BareGit extends Context.Service<
  BareGit,
  {
    /** Reads HEAD. None if it is malformed. */
    head(directory: string): Effect.Effect<Option.Option<Head>, GitError>
    /** Lists the local branches that point to commits, by name. */
    branches(directory: string): Effect.Effect<ReadonlyArray<Branch>, GitError>
    /** Fingerprint of the files that HEAD, branches and the repository's own settings are read from. */
    refsFingerprint(directory: string): Effect.Effect<string>
    /** Reads the settings of one section from the repository's own configuration, by name in lower case; the last wins. */
    settings(directory: string, section: string): Effect.Effect<ReadonlyMap<string, string>, GitError>
    /**
     * Resolves revisions to commits, in order: names, ids of at least 3 digits, and `^` and `~` after them, as JGit reads
     * them. None for anything else, also ranges, paths, reflogs and options.
     */
    resolve(
      directory: string,
      revisions: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<Option.Option<NamedCommit>>, GitError>
    /** Lists all files of a revision in tree order. */
    files(directory: string, revision: string): Effect.Effect<ReadonlyArray<TreeEntry>, GitError>
    /** Lists a folder of a commit, in tree order. None if there is no such folder. The empty path is the root. */
    children(
      directory: string,
      commit: ObjectId,
      path: string
    ): Effect.Effect<Option.Option<ReadonlyArray<Child>>, GitError>
    /** Reads a blob, named as `revision:path`, by a process that is kept for the next one. */
    content(directory: string, name: string, maxBytes: number): Effect.Effect<Content, GitError>
    /** Reads blobs, named by id or `revision:path`, in order. */
    contents(
      directory: string,
      names: ReadonlyArray<string>,
      maxBytes: number
    ): Effect.Effect<ReadonlyArray<Content>, GitError>
    /** Finds lines of text files, file by file in tree order, and calls `take` for each. */
    grep(directory: string, question: GrepQuestion, take: (line: GrepLine) => void): Effect.Effect<void, GitError>
    /** Reads a history, newest first, and calls `take` for each commit. */
    log(directory: string, question: LogQuestion, take: (commit: LoggedCommit) => void): Effect.Effect<void, GitError>
  }
>()("ultragit/adapters/git/bare/BareGit") {
  static readonly layer = Layer.effect(
    BareGit,
    Effect.gen(function* () {
      const env = gitEnvironment(yield* GitEnvironment)
      const runner = yield* makeGitRunner(env)
      const readBy = yield* makeContentProcesses(env)
      return BareGit.of({
        head: (directory) => head(runner, directory),
        branches: (directory) => branches(runner, directory),
        refsFingerprint,
        settings: (directory, section) => settings(runner, directory, section),
        resolve: (directory, revisions) => resolve(runner, directory, revisions),
        files: (directory, revision) => files(runner, directory, revision),
        children: (directory, commit, path) => children(runner, directory, commit, path),
        content: (directory, name, maxBytes) => readBy(directory, (process) => content(process, name, maxBytes)),
        contents: (directory, names, maxBytes) => contents(runner, directory, names, maxBytes),
        grep: (directory, question, take) => grep(runner, directory, question, take),
        log: (directory, question, take) => log(runner, directory, question, take)
      })
    })
  )
}
