import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { IdentityUnknown, LinkInTheWay, PushRejected, RefMoved, RemoteFailed } from "./GitWriteReason.ts"
import { remedyOf } from "./Remedy.ts"
import { shown } from "./Shown.ts"

/** No repository at or above the folder. */
export class NotARepository
  extends Schema.TaggedError<NotARepository>()("NotARepository", {
    directory: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "not_a_repository"
  }
  override get message(): string {
    return `Not a git repository: ${shown(this.directory)}`
  }
  get hint(): string | undefined {
    return "Start in a repository or name one with --repo."
  }
}

/** There is a repository, but git refuses or cannot read it (`safe.directory`, permissions, damage). */
export class RepositoryUnreadable
  extends Schema.TaggedError<RepositoryUnreadable>()("RepositoryUnreadable", {
    directory: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "repository_unreadable"
  }
  override get message(): string {
    return `Cannot read the repository at ${shown(this.directory)}: ${this.detail}`
  }
  get hint(): string | undefined {
    return this.detail.includes("dubious ownership")
      ? "If you trust it: git config --global --add safe.directory <that folder>"
      : remedyOf(this.detail)
  }
}

/** HEAD names a branch without a commit. */
export class UnbornHead extends Schema.TaggedError<UnbornHead>()("UnbornHead", {}) implements Failure {
  get code(): string {
    return "unborn_head"
  }
  override get message(): string {
    return "The repository has no commit yet."
  }
  get hint(): string | undefined {
    return "Commit something first."
  }
}

/** Nothing, or more than one thing, goes by this name. */
export class RevisionNotFound
  extends Schema.TaggedError<RevisionNotFound>()("RevisionNotFound", {
    revision: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "revision_not_found"
  }
  override get message(): string {
    return `Revision not found: ${shown(this.revision)}`
  }
  get hint(): string | undefined {
    return "Name a branch, a tag or a commit id that exists here."
  }
}

/** HEAD is another commit than when the question began: what is found now does not belong to what was found before. */
export class HeadMoved
  extends Schema.TaggedError<HeadMoved>()("HeadMoved", {
    from: Schema.String,
    to: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "head_moved"
  }
  override get message(): string {
    return `HEAD moved from ${this.from} to ${this.to} meanwhile.`
  }
  get hint(): string | undefined {
    return "Ask again."
  }
}

/** A ref exists but cannot be read. */
export class RefUnreadable
  extends Schema.TaggedError<RefUnreadable>()("RefUnreadable", {
    ref: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "ref_unreadable"
  }
  override get message(): string {
    return `Cannot read ${shown(this.ref)}: ${this.detail}`
  }
  get hint(): string | undefined {
    return "git fsck tells what is damaged."
  }
}

/** An object that history needs is not here (partial clone, damage), or is here and damaged. */
export class ObjectMissing
  extends Schema.TaggedError<ObjectMissing>()("ObjectMissing", {
    id: Schema.String,
    damaged: Schema.optionalKey(Schema.Boolean)
  })
  implements Failure
{
  get code(): string {
    return this.damaged === true ? "object_damaged" : "object_missing"
  }
  override get message(): string {
    return this.damaged === true
      ? `Object ${this.id} of this repository is damaged.`
      : `Object ${this.id} is not in this repository.`
  }
  get hint(): string | undefined {
    return this.damaged === true
      ? "git fsck --full tells what else is; another clone may still have it."
      : "In a partial or damaged clone, fetch it with git first; ultragit never fetches by itself."
  }
}

/** A path that git's command line cannot be given (not UTF-8, NUL), or that leads out of the tree. */
export class PathUnsupported
  extends Schema.TaggedError<PathUnsupported>()("PathUnsupported", {
    path: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "path_unsupported"
  }
  override get message(): string {
    return `Cannot ask git about this path: ${shown(this.path)}`
  }
  get hint(): string | undefined {
    return 'Paths count from the repository\'s root, without NUL and without the parts . and ..; bytes that are not UTF-8 as in "na\\357ve"'
  }
}

/** There is no git on the PATH. */
export class GitMissing extends Schema.TaggedError<GitMissing>()("GitMissing", {}) implements Failure {
  get code(): string {
    return "git_missing"
  }
  override get message(): string {
    return "git was not found on the PATH."
  }
  get hint(): string | undefined {
    return "Install git 2.34 or newer."
  }
}

/** The git found is older than the program needs. */
export class GitTooOld
  extends Schema.TaggedError<GitTooOld>()("GitTooOld", {
    version: Schema.String,
    minimum: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "git_too_old"
  }
  override get message(): string {
    return `git ${this.version} is too old; ultragit needs ${this.minimum} or newer.`
  }
  get hint(): string | undefined {
    return "Update git."
  }
}

/** Git itself failed. `detail`: its first error line, bounded, control characters escaped. */
export class CommandFailed
  extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
    command: Schema.String,
    exitCode: Schema.Int,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "git_failed"
  }
  override get message(): string {
    return `git ${this.command} failed (exit ${this.exitCode}): ${this.detail}`
  }
  get hint(): string | undefined {
    return remedyOf(this.detail)
  }
}

/** A git call did not end in time and was killed. */
export class GitTimedOut
  extends Schema.TaggedError<GitTimedOut>()("GitTimedOut", {
    command: Schema.String,
    seconds: Schema.Finite
  })
  implements Failure
{
  get code(): string {
    return "git_timeout"
  }
  override get message(): string {
    return `git ${this.command} did not finish within ${this.seconds} s.`
  }
  get hint(): string | undefined {
    return "A larger limit: git config ultragit.gitTimeout <seconds>. On deep histories: git commit-graph write --reachable --changed-paths"
  }
}

/** A git call wrote more than it may. */
export class OutputTooLarge
  extends Schema.TaggedError<OutputTooLarge>()("OutputTooLarge", {
    command: Schema.String,
    limit: Schema.Int
  })
  implements Failure
{
  get code(): string {
    return "git_output_too_large"
  }
  override get message(): string {
    return `git ${this.command} wrote more than ${this.limit} bytes.`
  }
  get hint(): string | undefined {
    return undefined
  }
}

const Reason = Schema.Union([
  NotARepository,
  RepositoryUnreadable,
  UnbornHead,
  RevisionNotFound,
  HeadMoved,
  RefUnreadable,
  ObjectMissing,
  PathUnsupported,
  GitMissing,
  GitTooOld,
  CommandFailed,
  GitTimedOut,
  OutputTooLarge,
  IdentityUnknown,
  LinkInTheWay,
  RefMoved,
  PushRejected,
  RemoteFailed
])

/** The one error of `Git` and `GitWrites`; it speaks with its reason's words. */
export class GitError extends Schema.TaggedError<GitError>()("GitError", { reason: Reason }) implements Failure {
  get code(): string {
    return this.reason.code
  }
  override get message(): string {
    return this.reason.message
  }
  get hint(): string | undefined {
    return this.reason.hint
  }
}
