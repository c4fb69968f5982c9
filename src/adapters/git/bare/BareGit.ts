import { Context, Effect, Layer, type Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { TreeEntry } from "../TreeEntry.ts"
import { GitEnvironment, gitEnvironment } from "../GitEnvironment.ts"
import type { GitError } from "../GitError.ts"
import { makeGitRunner } from "../process/GitRunner.ts"
import type {
  Branch,
  Child,
  Content,
  GrepLine,
  GrepPatterns,
  GrepQuestion,
  Head,
  LoggedCommit,
  LogQuestion,
  NamedCommit
} from "./BareAnswers.ts"
import { type BareCommit, type BareFile, makeGathering } from "./gathering.ts"
import { makeContentProcesses } from "./contentProcesses.ts"
import { branchCommit, branches, hasPlainHistory, head, refPaths, settings } from "./refs.ts"
import { blobs, children, content, contents, contentsOfMany, files, resolve } from "./objects.ts"
import { commits, grep, grepMany, log } from "./searches.ts"

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
    /** Reads the commit that a branch points to from the files of the repository. None where they do not simply say it. */
    branchCommit(directory: string, ref: string): Effect.Effect<Option.Option<ObjectId>>
    /**
     * Whether files of the repository say that git shows each commit as it was written: without replace refs, grafts and a
     * shallow boundary.
     */
    hasPlainHistory(directory: string): Effect.Effect<boolean>
    /** The files and folders that HEAD, branches and the repository's own settings are read from. */
    refPaths(directory: string): ReadonlyArray<string>
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
    /**
     * Reads files of many repositories by one process. None if it cannot see them all; missing files are `Missing`. `among`:
     * all repositories that such files may be of, so that the process can be kept for others of them.
     */
    contentsOfMany(
      files: ReadonlyArray<BareFile>,
      options: { readonly maxBytes: number; readonly among: ReadonlyArray<BareCommit> }
    ): Effect.Effect<Option.Option<ReadonlyArray<Content>>, GitError>
    /**
     * Reads blobs of many repositories by their ids, by one process, and calls `take` for each, in
     * order. False if one process cannot see them all.
     */
    blobs(
      repositories: ReadonlyArray<BareCommit>,
      ids: ReadonlyArray<string>,
      maxBytes: number,
      take: (id: string, content: Content) => void
    ): Effect.Effect<boolean, GitError>
    /** Finds lines of text files, file by file in tree order, and calls `take` for each. */
    grep(directory: string, question: GrepQuestion, take: (line: GrepLine) => void): Effect.Effect<void, GitError>
    /**
     * The same in commits of many repositories, by one process; lines have the id of their commit. False if one process
     * cannot see them all. One broken repository fails the call.
     */
    grepMany(
      commits: ReadonlyArray<BareCommit>,
      patterns: GrepPatterns,
      take: (line: GrepLine) => void
    ): Effect.Effect<boolean, GitError>
    /** Reads a history, newest first, and calls `take` for each commit. */
    log(directory: string, question: LogQuestion, take: (commit: LoggedCommit) => void): Effect.Effect<void, GitError>
    /** Reads commits by id and calls `take` for each. */
    commits(
      directory: string,
      ids: ReadonlyArray<string>,
      take: (commit: LoggedCommit) => void
    ): Effect.Effect<void, GitError>
  }
>()("ultragit/adapters/git/bare/BareGit") {
  static readonly layer = Layer.effect(
    BareGit,
    Effect.gen(function* () {
      const env = gitEnvironment(yield* GitEnvironment)
      const runner = yield* makeGitRunner(env)
      const gather = yield* makeGathering
      const readBy = yield* makeContentProcesses(env)
      return BareGit.of({
        head: (directory) => head(runner, directory),
        branches: (directory) => branches(runner, directory),
        branchCommit,
        hasPlainHistory,
        refPaths,
        settings: (directory, section) => settings(runner, directory, section),
        resolve: (directory, revisions) => resolve(runner, directory, revisions),
        files: (directory, revision) => files(runner, directory, revision),
        children: (directory, commit, path) => children(runner, directory, commit, path),
        content: (directory, name, maxBytes) => content(readBy, directory, name, maxBytes),
        contents: (directory, names, maxBytes) => contents(runner, directory, names, maxBytes),
        contentsOfMany: (asked, options) => contentsOfMany(readBy, gather, asked, options),
        blobs: (repositories, ids, maxBytes, take) => blobs(runner, gather, repositories, { ids, maxBytes, take }),
        grepMany: (tips, patterns, take) => grepMany(runner, gather, tips, patterns, take),
        grep: (directory, question, take) => grep(runner, directory, question, take),
        log: (directory, question, take) => log(runner, directory, question, take),
        commits: (directory, ids, take) => commits(runner, directory, ids, take)
      })
    })
  )
}
