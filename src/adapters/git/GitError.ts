import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import {
  HooksPathUnusable,
  IdentityUnknown,
  SymlinkInPath,
  PushRejected,
  RefMoved,
  RemoteFailed
} from "./GitWriteReason.ts"
import { findHint } from "./FailureHint.ts"
import { escapeForDisplay } from "./DisplayText.ts"

/** No repository at the folder or above it. */
export class NotARepository extends FailureReason<NotARepository>()(
  "NotARepository",
  { directory: Schema.String },
  ({ directory }) => ({
    code: "not_a_repository",
    message: `Not a git repository: ${escapeForDisplay(directory)}`,
    hint: "Run in a repository or name one with --repo."
  })
) {}

const findOpeningHint = (detail: string): string | undefined => {
  if (detail.includes("dubious ownership")) {
    return "If you trust this repository: git config --global --add safe.directory <its folder>"
  }
  if (detail.includes("contains a newline")) return "Move the repository to a path without one."
  return detail.includes("safe.bareRepository")
    ? "Name the bare repository itself with --repo or GIT_DIR: git looks for none."
    : findHint(detail)
}

/** A repository exists, but git refuses or fails to read it (`safe.directory`, permissions, damage). */
export class RepositoryUnreadable extends FailureReason<RepositoryUnreadable>()(
  "RepositoryUnreadable",
  { directory: Schema.String, detail: Schema.String },
  ({ detail, directory }) => ({
    code: "repository_unreadable",
    message: `Cannot read the repository at ${escapeForDisplay(directory)}: ${detail}`,
    hint: findOpeningHint(detail)
  })
) {}

/** HEAD names a branch that has no commit. */
export class UnbornHead extends FailureReason<UnbornHead>()("UnbornHead", {}, () => ({
  code: "unborn_head",
  message: "The repository has no commit yet.",
  hint: "Make a commit first."
})) {}

/** The name matches no object, or more than one. */
export class RevisionNotFound extends FailureReason<RevisionNotFound>()(
  "RevisionNotFound",
  { revision: Schema.String },
  ({ revision }) => ({
    code: "revision_not_found",
    message: `Revision not found: ${escapeForDisplay(revision)}`,
    hint: "Name a branch, a tag or a commit id that exists here."
  })
) {}

/** HEAD moved while a question was being answered, so its partial results no longer fit together. */
export class HeadMoved extends FailureReason<HeadMoved>()(
  "HeadMoved",
  { from: Schema.String, to: Schema.String },
  ({ from, to }) => ({
    code: "head_moved",
    message: `HEAD moved from ${from} to ${to} during the call.`,
    hint: "Try again."
  })
) {}

/** A ref exists but cannot be read. */
export class RefUnreadable extends FailureReason<RefUnreadable>()(
  "RefUnreadable",
  { ref: Schema.String, detail: Schema.String },
  ({ detail, ref }) => ({
    code: "ref_unreadable",
    message: `Cannot read ${escapeForDisplay(ref)}: ${detail}`,
    hint: "Run git fsck to find the damage."
  })
) {}

/** An object is missing (partial clone, damage) or damaged. `id`: unless git does not say which. */
export class ObjectMissing extends FailureReason<ObjectMissing>()(
  "ObjectMissing",
  { id: Schema.optionalKey(Schema.String), damaged: Schema.optionalKey(Schema.Boolean) },
  ({ damaged, id }) => ({
    code: damaged === true ? "object_damaged" : "object_missing",
    message: `${id === undefined ? "An object" : `Object ${id}`} ${damaged === true ? "of this repository is damaged" : "is not in this repository"}.`,
    hint:
      damaged === true
        ? "Run git fsck --full to find other damage. Another clone may still have the object."
        : "In a partial clone, git fetches what questions about a file need: git blame FILE. In a whole one, git fsck --full lists what else is missing."
  })
) {}

/** The path cannot be a git argument (not UTF-8, NUL), or points outside the tree. */
export class PathUnsupported extends FailureReason<PathUnsupported>()(
  "PathUnsupported",
  { path: Schema.String },
  ({ path }) => ({
    code: "path_unsupported",
    message: `Cannot ask git about this path: ${escapeForDisplay(path)}`,
    hint: 'Give the path relative to the root of the repository, without NUL, . or .. parts. Write bytes that are not UTF-8 as in "na\\357ve".'
  })
) {}

/** git is not on the PATH. */
export class GitMissing extends FailureReason<GitMissing>()("GitMissing", {}, () => ({
  code: "git_missing",
  message: "git was not found on the PATH.",
  hint: "Install git 2.34 or newer."
})) {}

/** The installed git is older than the minimum version. */
export class GitTooOld extends FailureReason<GitTooOld>()(
  "GitTooOld",
  { version: Schema.String, minimum: Schema.String },
  ({ minimum, version }) => ({
    code: "git_too_old",
    message: `git ${version} is too old; ultragit needs ${minimum} or newer.`,
    hint: "Update git."
  })
) {}

/** Git failed. `detail`: its first error line, truncated, control characters escaped. */
export class CommandFailed extends FailureReason<CommandFailed>()(
  "CommandFailed",
  { command: Schema.String, exitCode: Schema.Int, detail: Schema.String },
  ({ command, detail, exitCode }) => ({
    code: "git_failed",
    message: `git ${command} failed (exit ${exitCode}): ${detail}`,
    hint: findHint(detail)
  })
) {}

/** A git call exceeded its timeout and was killed. */
export class GitTimedOut extends FailureReason<GitTimedOut>()(
  "GitTimedOut",
  { command: Schema.String, seconds: Schema.Finite },
  ({ command, seconds }) => ({
    code: "git_timeout",
    message: `git ${command} did not finish within ${seconds} s.`,
    hint: "Raise the timeout: git config ultragit.gitTimeout <seconds>. To speed up long histories: git commit-graph write --reachable --changed-paths"
  })
) {}

/** A git call exceeded its output limit. */
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
  HooksPathUnusable,
  SymlinkInPath,
  RefMoved,
  PushRejected,
  RemoteFailed
])

/** The error of `Git` and `GitWrites`. Code, message and hint come from its reason. */
export class GitError extends ServiceError<GitError>()("GitError", Reason) {}

/** Whether git lacks an object, as a partial clone may. */
export const isMissingObject = ({ reason }: GitError): boolean =>
  reason._tag === "ObjectMissing" && reason.damaged !== true
