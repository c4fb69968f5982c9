import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"

/** No repository at or above the folder. */
export class NotARepository extends Schema.TaggedError<NotARepository>()("NotARepository", {
  directory: Schema.String
}) {}

/** There is a repository, but git refuses or cannot read it (`safe.directory`, permissions, damage). */
export class RepositoryUnreadable extends Schema.TaggedError<RepositoryUnreadable>()("RepositoryUnreadable", {
  directory: Schema.String,
  detail: Schema.String
}) {}

/** HEAD names a branch without a commit. */
export class UnbornHead extends Schema.TaggedError<UnbornHead>()("UnbornHead", {}) {}

/** Nothing, or more than one thing, goes by this name. */
export class RevisionNotFound extends Schema.TaggedError<RevisionNotFound>()("RevisionNotFound", {
  revision: Schema.String
}) {}

/** A ref exists but cannot be read. */
export class RefUnreadable extends Schema.TaggedError<RefUnreadable>()("RefUnreadable", {
  ref: Schema.String,
  detail: Schema.String
}) {}

/** An object that history needs is not here (partial clone, damage). */
export class ObjectMissing extends Schema.TaggedError<ObjectMissing>()("ObjectMissing", {
  id: Schema.String
}) {}

/** A path that git's command line cannot be given (not UTF-8, NUL). */
export class PathUnsupported extends Schema.TaggedError<PathUnsupported>()("PathUnsupported", {
  path: Schema.String
}) {}

/** There is no git on the PATH. */
export class GitMissing extends Schema.TaggedError<GitMissing>()("GitMissing", {}) {}

/** The git found is older than the program needs. */
export class GitTooOld extends Schema.TaggedError<GitTooOld>()("GitTooOld", {
  version: Schema.String,
  minimum: Schema.String
}) {}

/** Git itself failed. `detail`: its first error line, bounded, control characters escaped. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  command: Schema.String,
  exitCode: Schema.Int,
  detail: Schema.String
}) {}

/** A git call did not end in time and was killed. */
export class GitTimedOut extends Schema.TaggedError<GitTimedOut>()("GitTimedOut", {
  command: Schema.String,
  seconds: Schema.Finite
}) {}

/** A git call wrote more than it may. */
export class OutputTooLarge extends Schema.TaggedError<OutputTooLarge>()("OutputTooLarge", {
  command: Schema.String,
  limit: Schema.Int
}) {}

const Reason = Schema.Union([
  NotARepository,
  RepositoryUnreadable,
  UnbornHead,
  RevisionNotFound,
  RefUnreadable,
  ObjectMissing,
  PathUnsupported,
  GitMissing,
  GitTooOld,
  CommandFailed,
  GitTimedOut,
  OutputTooLarge
])
type Reason = typeof Reason.Type

interface Words {
  readonly code: string
  readonly message: string
  readonly hint: string | undefined
}

const words = (reason: Reason): Words => {
  switch (reason._tag) {
    case "NotARepository":
      return {
        code: "not_a_repository",
        message: `Not a git repository: ${reason.directory}`,
        hint: "Start in a repository or name one with --repo."
      }
    case "RepositoryUnreadable":
      return {
        code: "repository_unreadable",
        message: `Cannot read the repository at ${reason.directory}: ${reason.detail}`,
        hint: reason.detail.includes("dubious ownership")
          ? "If you trust it: git config --global --add safe.directory <that folder>"
          : undefined
      }
    case "UnbornHead":
      return { code: "unborn_head", message: "The repository has no commit yet.", hint: "Commit something first." }
    case "RevisionNotFound":
      return {
        code: "revision_not_found",
        message: `Revision not found: ${reason.revision}`,
        hint: "Name a branch, a tag or a commit id that exists here."
      }
    case "RefUnreadable":
      return {
        code: "ref_unreadable",
        message: `Cannot read ${reason.ref}: ${reason.detail}`,
        hint: "git fsck tells what is damaged."
      }
    case "ObjectMissing":
      return {
        code: "object_missing",
        message: `Object ${reason.id} is not in this repository.`,
        hint: "In a partial or damaged clone, fetch it with git first; ultragit never fetches by itself."
      }
    case "PathUnsupported":
      return {
        code: "path_unsupported",
        message: `Cannot ask git about this path: ${JSON.stringify(reason.path)}`,
        hint: "Paths must be UTF-8 without NUL."
      }
    case "GitMissing":
      return { code: "git_missing", message: "git was not found on the PATH.", hint: "Install git 2.34 or newer." }
    case "GitTooOld":
      return {
        code: "git_too_old",
        message: `git ${reason.version} is too old; ultragit needs ${reason.minimum} or newer.`,
        hint: "Update git."
      }
    case "CommandFailed":
      return {
        code: "git_failed",
        message: `git ${reason.command} failed (exit ${reason.exitCode}): ${reason.detail}`,
        hint: undefined
      }
    case "GitTimedOut":
      return {
        code: "git_timeout",
        message: `git ${reason.command} did not finish within ${reason.seconds} s.`,
        hint: "A larger limit: git config ultragit.gitTimeout <seconds>. On deep histories: git commit-graph write --reachable --changed-paths"
      }
    case "OutputTooLarge":
      return {
        code: "git_output_too_large",
        message: `git ${reason.command} wrote more than ${reason.limit} bytes.`,
        hint: undefined
      }
  }
}

/** The one error of the `Git` service. */
export class GitError extends Schema.TaggedError<GitError>()("GitError", { reason: Reason }) implements Failure {
  get code(): string {
    return words(this.reason).code
  }
  override get message(): string {
    return words(this.reason).message
  }
  get hint(): string | undefined {
    return words(this.reason).hint
  }
}
