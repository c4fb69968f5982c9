import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const maxValueChars = 200

const show = (value: string): string => {
  const cut = value.length > maxValueChars ? `${value.slice(0, maxValueChars).toWellFormed()}…` : value
  return escapeControls(cut)
}

/** Words several things as `'a', 'b' or 'c'`. */
const listNames = (names: ReadonlyArray<string>): string => {
  const quoted = names.map((name) => `'${show(name)}'`)
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`
}

/** There is no repository with this name, or the caller may not know of it. */
export class RepositoryNotFound extends FailureReason<RepositoryNotFound>()(
  "RepositoryNotFound",
  {
    name: Schema.String,
    /** Names that are like it, best first. */
    suggestions: Schema.Array(Schema.String)
  },
  ({ name, suggestions }) => ({
    code: "NOT_FOUND",
    message:
      `Repository not found: ${show(name)}` +
      (suggestions.length === 0 ? "" : `. Did you mean: ${listNames(suggestions)}?`),
    hint: suggestions.length === 0 ? "gb_list_repos lists the names of all repositories." : undefined
  })
) {}

/** The repository has no commit yet. */
export class CommitsMissing extends FailureReason<CommitsMissing>()("CommitsMissing", {}, () => ({
  code: "NOT_FOUND",
  message: "Repository has no commits"
})) {}

/** There is no such folder in the revision. */
export class FolderNotFound extends FailureReason<FolderNotFound>()(
  "FolderNotFound",
  { path: Schema.String },
  ({ path }) => ({ code: "NOT_FOUND", message: `Path not found: ${show(path)}` })
) {}

/** There is no such file in the revision. */
export class FileNotFound extends FailureReason<FileNotFound>()(
  "FileNotFound",
  { path: Schema.String },
  ({ path }) => ({ code: "NOT_FOUND", message: `File not found: ${show(path)}` })
) {}

/** The repository has no commit with this name. */
export class RevisionUnknown extends FailureReason<RevisionUnknown>()(
  "RevisionUnknown",
  { revision: Schema.String },
  ({ revision }) => ({ code: "INVALID_REQUEST", message: `Cannot resolve revision: ${show(revision)}` })
) {}

/** The question makes no sense, whatever is in the repositories. */
export class RequestInvalid extends FailureReason<RequestInvalid>()(
  "RequestInvalid",
  { detail: Schema.String },
  ({ detail }) => ({ code: "INVALID_REQUEST", message: detail })
) {}

/** The server wants other credentials, or none of this caller. */
export class AccessDenied extends FailureReason<AccessDenied>()(
  "AccessDenied",
  { status: Schema.Int },
  ({ status }) => ({
    code: "ACCESS_DENIED",
    message: `The Gitblit server denied access (HTTP ${status}).`,
    hint: "Check GITBLIT_USER and GITBLIT_PASSWORD, or GITBLIT_TOKEN."
  })
) {}

/** What would be returned exceeds the limit. */
export class FileTooLarge extends FailureReason<FileTooLarge>()("FileTooLarge", {}, () => ({
  code: "FILE_TOO_LARGE",
  message: "File exceeds maximum size of 128KB",
  hint: "Read fewer lines: give startLine and endLine."
})) {}

/** The file is not text. */
export class BinaryFile extends FailureReason<BinaryFile>()("BinaryFile", {}, () => ({
  code: "BINARY_FILE",
  message: "Binary file cannot be displayed"
})) {}

/** The range of lines is inverted or begins before the first line. */
export class RangeInvalid extends FailureReason<RangeInvalid>()(
  "RangeInvalid",
  { detail: Schema.String },
  ({ detail }) => ({ code: "INVALID_RANGE", message: detail })
) {}

/** The query is malformed. */
export class QueryInvalid extends FailureReason<QueryInvalid>()(
  "QueryInvalid",
  {
    detail: Schema.String,
    /** Counted from 1. */
    position: Schema.Int
  },
  ({ detail, position }) => ({
    code: "INVALID_QUERY",
    message: `Malformed query at character ${position}: ${show(detail)}`,
    hint: 'Write words, "a phrase", prefix*, AND, OR, -word, field:word. Put \\ before other marks, or quote them.'
  })
) {}

/** The server or git took too long. */
export class TimedOut extends FailureReason<TimedOut>()(
  "TimedOut",
  { what: Schema.String, seconds: Schema.Finite },
  ({ seconds, what }) => ({ code: "TIMEOUT", message: `${what} did not answer within ${seconds} s.` })
) {}

/** The server cannot be reached, or broke the connection. */
export class Unreachable extends FailureReason<Unreachable>()(
  "Unreachable",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "UNREACHABLE",
    message: `Cannot reach the Gitblit server: ${show(detail)}`,
    hint: "Check GITBLIT_URL and the network."
  })
) {}

/** What the server answered is not an answer of the plugin. */
export class ResponseInvalid extends FailureReason<ResponseInvalid>()(
  "ResponseInvalid",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "INVALID_RESPONSE",
    message: `The Gitblit server's answer cannot be used: ${show(detail)}`,
    hint: "Check that GITBLIT_URL is the server's address, and that its search plugin is installed."
  })
) {}

/** Nothing says where the repositories are. */
export class HostUnconfigured extends FailureReason<HostUnconfigured>()("HostUnconfigured", {}, () => ({
  code: "INVALID_REQUEST",
  message: "Neither a Gitblit server nor a folder of repositories is configured.",
  hint: "Set GITBLIT_URL, give --root FOLDER, set ULTRAGIT_GITBLIT_ROOT, or run: ultragit config set --global gitblitRoot FOLDER"
})) {}

/** What should be the folder of repositories is none. */
export class RootInvalid extends FailureReason<RootInvalid>()("RootInvalid", { path: Schema.String }, ({ path }) => ({
  code: "INVALID_REQUEST",
  message: `Not a folder: ${show(path)}`,
  hint: "Give the folder that holds the repositories."
})) {}

/** Something failed that the caller cannot change. */
export class HostFailed extends FailureReason<HostFailed>()("HostFailed", { detail: Schema.String }, ({ detail }) => ({
  code: "INTERNAL_ERROR",
  message: show(detail)
})) {}

/** Every expected failure of a `RepositoryHost`. */
export class HostError extends ServiceError<HostError>()(
  "HostError",
  Schema.Union([
    RepositoryNotFound,
    CommitsMissing,
    FolderNotFound,
    FileNotFound,
    RevisionUnknown,
    RequestInvalid,
    AccessDenied,
    FileTooLarge,
    BinaryFile,
    RangeInvalid,
    QueryInvalid,
    TimedOut,
    Unreachable,
    ResponseInvalid,
    HostUnconfigured,
    RootInvalid,
    HostFailed
  ])
) {}
