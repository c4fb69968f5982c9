import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"

/** No path was given. */
export class PathEmpty extends FailureReason<PathEmpty>()("PathEmpty", {}, () => ({
  code: "path_empty",
  message: "The path is empty.",
  hint: "Give a file path relative to the repository root."
})) {}

/** The path, or what a link on it points at, lies outside the repository. */
export class PathOutside extends FailureReason<PathOutside>()("PathOutside", { path: Schema.String }, ({ path }) => ({
  code: "path_outside",
  message: `Path is outside the repository: ${escapeControls(path)}`,
  hint: "Give a path below the repository root."
})) {}

/** Nothing goes by this path in the commit or work tree asked about. `near`: names that are there, nearest first. */
export class PathNotFound extends FailureReason<PathNotFound>()(
  "PathNotFound",
  { path: Schema.String, near: Schema.Array(Schema.String) },
  (error) => {
    const near = error.near.map((path) => escapeControls(formatPath(path))).join(", ")
    return {
      code: "path_not_found",
      message: `File not found: ${escapeControls(formatPath(error.path))}`,
      hint: near === "" ? "Paths are relative to the repository root." : `Did you mean ${near}?`
    }
  }
) {}

/** The work tree's file is there and cannot be read. */
export class PathUnreadable extends FailureReason<PathUnreadable>()(
  "PathUnreadable",
  { path: Schema.String, detail: Schema.String },
  ({ detail, path }) => ({
    code: "path_unreadable",
    message: `Cannot read ${escapeControls(path)}: ${escapeControls(detail)}`,
    hint: "Check who may read it; --rev HEAD (rev in a tool call) asks about the committed file."
  })
) {}

/** A folder, where the question is one about files. */
export class PathIsDirectory extends FailureReason<PathIsDirectory>()(
  "PathIsDirectory",
  { path: Schema.String },
  ({ path }) => ({
    code: "path_is_directory",
    message: `Path is a directory: ${escapeControls(path)}`,
    hint: "Ask ultragit_summary about directories (ultragit summary on the command line)."
  })
) {}

/** The text is no line range. */
export class LinesMalformed extends FailureReason<LinesMalformed>()(
  "LinesMalformed",
  { lines: Schema.String },
  ({ lines }) => ({
    code: "lines_malformed",
    message: `Not a line range: ${escapeControls(lines)}`,
    hint: "Write START:END, counted from 1, both included."
  })
) {}

/** The range is empty, inverted or past the end. */
export class LinesOutside extends FailureReason<LinesOutside>()(
  "LinesOutside",
  { lines: Schema.String, path: Schema.String, length: Schema.Natural },
  ({ length, lines, path }) => ({
    code: "lines_outside",
    message: `Lines ${lines} are not in ${escapeControls(path)}, which has ${length} lines.`,
    hint: length === 0 ? "The file is empty." : `Choose lines from 1 to ${length}, start first.`
  })
) {}

/** A number that must be positive is not. */
export class LimitInvalid extends FailureReason<LimitInvalid>()(
  "LimitInvalid",
  { name: Schema.String, value: Schema.String },
  ({ name, value }) => ({
    code: "limit_invalid",
    message: `${name} must be a whole number above zero, got ${value}.`
  })
) {}

/** A filter of a question makes no sense. */
export class FilterInvalid extends FailureReason<FilterInvalid>()(
  "FilterInvalid",
  { name: Schema.String, expected: Schema.String, value: Schema.String },
  ({ expected, name, value }) => ({
    code: "filter_invalid",
    message: `${name} must be ${expected}, got ${value === "" ? "nothing" : escapeControls(value)}.`
  })
) {}

/** Neither a time nor a revision. */
export class SinceInvalid extends FailureReason<SinceInvalid>()(
  "SinceInvalid",
  { text: Schema.String },
  ({ text }) => ({
    code: "since_invalid",
    message: `Neither a time nor a revision: ${text === "" ? "(nothing)" : escapeControls(text)}`,
    hint: "Write 2025-01-31, '2 weeks ago', or a revision such as v1.2.0."
  })
) {}

/** Not even the empty answer fits. */
export class BudgetTooSmall extends FailureReason<BudgetTooSmall>()(
  "BudgetTooSmall",
  { tokens: Schema.Int, smallest: Schema.Natural },
  ({ smallest, tokens }) => ({
    code: "budget_too_small",
    message: `A budget of ${tokens} tokens is too small for any answer.`,
    hint: `The smallest that works here is ${smallest}.`
  })
) {}

/** The one error of the `Pipeline` service. */
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
