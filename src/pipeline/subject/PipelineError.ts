import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { splitPath } from "./splitPath.ts"

/** The path is empty. */
export class PathEmpty extends FailureReason<PathEmpty>()("PathEmpty", {}, () => ({
  code: "path_empty",
  message: "The path is empty.",
  hint: "Give a file path relative to the repository root."
})) {}

/** The path, or the target of a link on it, is outside the repository. */
export class PathOutside extends FailureReason<PathOutside>()(
  "PathOutside",
  { path: Schema.String, isLink: Schema.optionalKey(Schema.Boolean) },
  ({ isLink, path }) => ({
    code: "path_outside",
    message:
      isLink === true
        ? `A symbolic link leads out of the repository: ${escapeControls(path)}`
        : `Path is outside the repository: ${escapeControls(path)}`,
    hint:
      isLink === true
        ? "What it leads to is not read. git log shows how the link itself came to be."
        : "Give a path below the repository root."
  })
) {}

/** Longer than the paths that file systems allow on most platforms. */
const maxPathLength = 300

/** Shortens a path in its middle. */
const shortenPath = (path: string): string =>
  path.length <= maxPathLength
    ? path
    : `${path.slice(0, maxPathLength / 2)}…${path.slice(-maxPathLength / 2)} (${path.length} characters)`

/**
 * The commit or work tree does not have the path. `near`: similar paths that exist, most similar first. `fate`: what became
 * of it, as in `deleted in 0123456789ab`.
 */
export class PathNotFound extends FailureReason<PathNotFound>()(
  "PathNotFound",
  { path: Schema.String, near: Schema.Array(Schema.String), fate: Schema.optionalKey(Schema.String) },
  (error) => {
    const near = error.near.map((path) => escapeControls(formatPath(path))).join(", ")
    const { anchor = "", lines, path } = splitPath(error.path) ?? {}
    const apart =
      lines === undefined
        ? `Give the anchor apart from the path: ${escapeControls(shortenPath(anchor))}`
        : `Give the lines apart from the path: ${lines}`
    return {
      code: "path_not_found",
      message: `File not found: ${escapeControls(shortenPath(formatPath(error.path)))}`,
      hint:
        error.fate !== undefined
          ? `It was ${escapeControls(error.fate)}.`
          : near === ""
            ? "Paths are relative to the repository root."
            : path === error.near[0]
              ? apart
              : `Did you mean ${near}?`
    }
  }
) {}

/** The file exists in the work tree, but cannot be read. */
export class PathUnreadable extends FailureReason<PathUnreadable>()(
  "PathUnreadable",
  { path: Schema.String, detail: Schema.String },
  ({ detail, path }) => ({
    code: "path_unreadable",
    message: `Cannot read ${escapeControls(path)}: ${escapeControls(detail)}`,
    hint: "Check its permissions, or query the committed file with --rev HEAD (rev in a tool call)."
  })
) {}

/** The path is a directory, but the question is about files. `isCommand`: whether a command asked and not a tool. */
export class PathIsDirectory extends FailureReason<PathIsDirectory>()(
  "PathIsDirectory",
  { path: Schema.String, isCommand: Schema.optionalKey(Schema.Boolean) },
  ({ isCommand, path }) => ({
    code: "path_is_directory",
    message: `Path is a directory: ${escapeControls(path)}`,
    hint:
      isCommand === true
        ? `For a directory: ultragit summary ${escapeControls(path)}`
        : "For directories, use ultragit_summary."
  })
) {}

/** The text is not a line range. */
export class LinesMalformed extends FailureReason<LinesMalformed>()(
  "LinesMalformed",
  { lines: Schema.String },
  ({ lines }) => ({
    code: "lines_malformed",
    message: `Not a line range: ${escapeControls(lines)}`,
    hint: "Write START:END, counted from 1, inclusive."
  })
) {}

/** The line range is inverted or outside the file. */
export class LinesOutside extends FailureReason<LinesOutside>()(
  "LinesOutside",
  { lines: Schema.String, path: Schema.String, length: Schema.Natural },
  ({ length, lines, path }) => ({
    code: "lines_outside",
    message: `Lines ${lines} are not in ${escapeControls(path)}, which has ${formatCount(length, "line")}.`,
    hint: length === 0 ? "The file is empty." : `Choose lines from 1 to ${length}, start first.`
  })
) {}

/** A number is not a positive integer. */
export class LimitInvalid extends FailureReason<LimitInvalid>()(
  "LimitInvalid",
  { name: Schema.String, value: Schema.String },
  ({ name, value }) => ({
    code: "limit_invalid",
    message: `${name} must be a whole number above zero, got ${value}.`
  })
) {}

/** A filter or argument of a question has an invalid value. */
export class FilterInvalid extends FailureReason<FilterInvalid>()(
  "FilterInvalid",
  { name: Schema.String, expected: Schema.String, value: Schema.String },
  ({ expected, name, value }) => ({
    code: "filter_invalid",
    message: `${name} must be ${expected}, got ${value === "" ? "nothing" : escapeControls(value)}.`
  })
) {}

/** `since` is neither a time nor a revision. */
export class SinceInvalid extends FailureReason<SinceInvalid>()(
  "SinceInvalid",
  { text: Schema.String },
  ({ text }) => ({
    code: "since_invalid",
    message: `Neither a time nor a revision: ${text === "" ? "(nothing)" : escapeControls(text)}`,
    hint: "Write 2025-01-31, '2 weeks ago', or a revision such as v1.2.0."
  })
) {}

/** Even the answer without entries exceeds the token budget. */
export class BudgetTooSmall extends FailureReason<BudgetTooSmall>()(
  "BudgetTooSmall",
  { tokens: Schema.Int, smallest: Schema.Natural },
  ({ smallest, tokens }) => ({
    code: "budget_too_small",
    message: `A budget of ${tokens} tokens is too small for any answer.`,
    hint: `The smallest that works here is ${smallest}.`
  })
) {}

/** The error of the `Pipeline` service. */
export class PipelineError extends ServiceError<PipelineError>()(
  "PipelineError",
  Schema.Union([
    PathEmpty,
    PathOutside,
    PathUnreadable,
    PathNotFound,
    PathIsDirectory,
    LinesMalformed,
    LinesOutside,
    LimitInvalid,
    FilterInvalid,
    SinceInvalid,
    BudgetTooSmall
  ])
) {}
