import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { IdentityUnknown, SymlinkInPath, PushRejected, RefMoved, RemoteFailed } from "./GitWriteReason.ts"
import { findHint } from "./FailureHint.ts"
import { escapeForDisplay } from "./DisplayText.ts"

/** No repository at or above the folder. */
export class NotARepository extends FailureReason<NotARepository>()(
  "NotARepository",
  { directory: Schema.String },
  ({ directory }) => ({
    code: "not_a_repository",
    message: `Not a git repository: ${escapeForDisplay(directory)}`,
    hint: "Start in a repository or name one with --repo."
  })
) {}

/** There is a repository, but git refuses or cannot read it (`safe.directory`, permissions, damage). */
export class RepositoryUnreadable extends FailureReason<RepositoryUnreadable>()(
  "RepositoryUnreadable",
  { directory: Schema.String, detail: Schema.String },
  ({ detail, directory }) => ({
    code: "repository_unreadable",
    message: `Cannot read the repository at ${escapeForDisplay(directory)}: ${detail}`,
    hint: detail.includes("dubious ownership")
      ? "If you trust it: git config --global --add safe.directory <that folder>"
      : findHint(detail)
  })
) {}

/** HEAD names a branch without a commit. */
export class UnbornHead extends FailureReason<UnbornHead>()("UnbornHead", {}, () => ({
  code: "unborn_head",
  message: "The repository has no commit yet.",
  hint: "Commit something first."
})) {}

/** Nothing, or more than one thing, goes by this name. */
export class RevisionNotFound extends FailureReason<RevisionNotFound>()(
  "RevisionNotFound",
  { revision: Schema.String },
  ({ revision }) => ({
    code: "revision_not_found",
    message: `Revision not found: ${escapeForDisplay(revision)}`,
    hint: "Name a branch, a tag or a commit id that exists here."
  })
) {}

/** HEAD is another commit than when the question began: what is found now does not belong to what was found before. */
export class HeadMoved extends FailureReason<HeadMoved>()(
  "HeadMoved",
  { from: Schema.String, to: Schema.String },
  ({ from, to }) => ({ code: "head_moved", message: `HEAD moved from ${from} to ${to} meanwhile.`, hint: "Ask again." })
) {}

/** A ref exists but cannot be read. */
export class RefUnreadable extends FailureReason<RefUnreadable>()(
  "RefUnreadable",
  { ref: Schema.String, detail: Schema.String },
  ({ detail, ref }) => ({
    code: "ref_unreadable",
    message: `Cannot read ${escapeForDisplay(ref)}: ${detail}`,
    hint: "git fsck tells what is damaged."
  })
) {}

/** An object that history needs is not here (partial clone, damage), or is here and damaged. */
export class ObjectMissing extends FailureReason<ObjectMissing>()(
  "ObjectMissing",
  { id: Schema.String, damaged: Schema.optionalKey(Schema.Boolean) },
  ({ damaged, id }) => ({
    code: damaged === true ? "object_damaged" : "object_missing",
    message:
      damaged === true ? `Object ${id} of this repository is damaged.` : `Object ${id} is not in this repository.`,
    hint:
      damaged === true
        ? "git fsck --full tells what else is; another clone may still have it."
        : "In a partial or damaged clone, fetch it with git first; ultragit never fetches by itself."
  })
) {}

/** A path that git's command line cannot be given (not UTF-8, NUL), or that leads out of the tree. */
export class PathUnsupported extends FailureReason<PathUnsupported>()(
  "PathUnsupported",
  { path: Schema.String },
  ({ path }) => ({
    code: "path_unsupported",
    message: `Cannot ask git about this path: ${escapeForDisplay(path)}`,
    hint: 'Paths count from the repository\'s root, without NUL and without the parts . and ..; bytes that are not UTF-8 as in "na\\357ve"'
  })
) {}

/** There is no git on the PATH. */
export class GitMissing extends FailureReason<GitMissing>()("GitMissing", {}, () => ({
  code: "git_missing",
  message: "git was not found on the PATH.",
  hint: "Install git 2.34 or newer."
})) {}

/** The git found is older than the program needs. */
export class GitTooOld extends FailureReason<GitTooOld>()(
  "GitTooOld",
  { version: Schema.String, minimum: Schema.String },
  ({ minimum, version }) => ({
    code: "git_too_old",
    message: `git ${version} is too old; ultragit needs ${minimum} or newer.`,
    hint: "Update git."
  })
) {}

/** Git itself failed. `detail`: its first error line, bounded, control characters escaped. */
export class CommandFailed extends FailureReason<CommandFailed>()(
  "CommandFailed",
  { command: Schema.String, exitCode: Schema.Int, detail: Schema.String },
  ({ command, detail, exitCode }) => ({
    code: "git_failed",
    message: `git ${command} failed (exit ${exitCode}): ${detail}`,
    hint: findHint(detail)
  })
) {}

/** A git call did not end in time and was killed. */
export class GitTimedOut extends FailureReason<GitTimedOut>()(
  "GitTimedOut",
  { command: Schema.String, seconds: Schema.Finite },
  ({ command, seconds }) => ({
    code: "git_timeout",
    message: `git ${command} did not finish within ${seconds} s.`,
    hint: "A larger limit: git config ultragit.gitTimeout <seconds>. On deep histories: git commit-graph write --reachable --changed-paths"
  })
) {}

/** A git call wrote more than it may. */
export class OutputTooLarge extends FailureReason<OutputTooLarge>()(
  "OutputTooLarge",
  { command: Schema.String, limit: Schema.Int },
  ({ command, limit }) => ({ code: "git_output_too_large", message: `git ${command} wrote more than ${limit} bytes.` })
) {}

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
  SymlinkInPath,
  RefMoved,
  PushRejected,
  RemoteFailed
])

/** The one error of `Git` and `GitWrites`; it speaks with its reason's words. */
export class GitError extends ServiceError<GitError>()("GitError", Reason) {}
