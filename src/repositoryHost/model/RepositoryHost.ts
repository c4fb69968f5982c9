import { Context, type Effect } from "effect"
import type {
  CommitSearchAnswer,
  FileAnswer,
  FilesAnswer,
  FileSearchAnswer,
  FindAnswer,
  IndexAnswer,
  ListAnswer
} from "./answers.ts"
import type { HostError } from "./HostError.ts"
import type {
  CommitSearchQuestion,
  FileQuestion,
  FileSearchQuestion,
  FilesQuestion,
  FindQuestion,
  ListQuestion
} from "./questions.ts"

/**
 * Repositories that are asked by name (spec gitblit): those of a Gitblit server, or of a folder. Answers without
 * pagination; never changes a repository.
 */
export class RepositoryHost extends Context.Service<
  RepositoryHost,
  {
    /** Lists repositories by name, without regard to case. */
    list(question: ListQuestion): Effect.Effect<ListAnswer, HostError>
    /** Lists a folder of a repository: folders first. */
    files(question: FilesQuestion): Effect.Effect<FilesAnswer, HostError>
    /** Reads lines of a file. */
    file(question: FileQuestion): Effect.Effect<FileAnswer, HostError>
    /** Finds files by a glob on their path. */
    find(question: FindQuestion): Effect.Effect<FindAnswer, HostError>
    /** Finds files by their content, best first. */
    searchFiles(question: FileSearchQuestion): Effect.Effect<FileSearchAnswer, HostError>
    /** Finds commits, newest first. */
    searchCommits(question: CommitSearchQuestion): Effect.Effect<CommitSearchAnswer, HostError>
    /** Makes the index of files, or brings it up to date. A server has its own. */
    readonly updateIndex: Effect.Effect<IndexAnswer, HostError>
    /** The names of all repositories, kept for a while. */
    readonly names: Effect.Effect<ReadonlyArray<string>, HostError>
  }
>()("ultragit/repositoryHost/model/RepositoryHost") {}
