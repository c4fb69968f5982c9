import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"

export class PathEmpty extends Schema.TaggedError<PathEmpty>()("PathEmpty", {}) {}

/** The path, or what a link on it points at, lies outside the repository. */
export class PathOutside extends Schema.TaggedError<PathOutside>()("PathOutside", { path: Schema.String }) {}

export class PathNotFound extends Schema.TaggedError<PathNotFound>()("PathNotFound", {
  path: Schema.String,
  near: Schema.Array(Schema.String)
}) {}

export class PathIsDirectory extends Schema.TaggedError<PathIsDirectory>()("PathIsDirectory", {
  path: Schema.String
}) {}

/** The text is no line range. */
export class LinesMalformed extends Schema.TaggedError<LinesMalformed>()("LinesMalformed", {
  lines: Schema.String
}) {}

/** The range is empty, inverted or past the end. */
export class LinesOutside extends Schema.TaggedError<LinesOutside>()("LinesOutside", {
  lines: Schema.String,
  path: Schema.String,
  length: Schema.Natural
}) {}

/** A number that must be positive is not. */
export class LimitInvalid extends Schema.TaggedError<LimitInvalid>()("LimitInvalid", {
  name: Schema.String,
  value: Schema.Finite
}) {}

/** Not even the empty answer fits. */
export class BudgetTooSmall extends Schema.TaggedError<BudgetTooSmall>()("BudgetTooSmall", {
  tokens: Schema.Int,
  smallest: Schema.Natural
}) {}

const Reason = Schema.Union([
  PathEmpty,
  PathOutside,
  PathNotFound,
  PathIsDirectory,
  LinesMalformed,
  LinesOutside,
  LimitInvalid,
  BudgetTooSmall
])
type Reason = typeof Reason.Type

const words = (reason: Reason): Failure => {
  switch (reason._tag) {
    case "PathEmpty":
      return {
        code: "path_empty",
        message: "The path is empty.",
        hint: "Give a file path relative to the repository root."
      }
    case "PathOutside":
      return {
        code: "path_outside",
        message: `Path is outside the repository: ${escapeControls(reason.path)}`,
        hint: "Give a path below the repository root."
      }
    case "PathNotFound":
      return {
        code: "path_not_found",
        message: `File not found: ${escapeControls(reason.path)}`,
        hint:
          reason.near.length === 0
            ? "Paths are relative to the repository root."
            : `Did you mean ${reason.near.map(escapeControls).join(", ")}?`
      }
    case "PathIsDirectory":
      return {
        code: "path_is_directory",
        message: `Path is a directory: ${escapeControls(reason.path)}`,
        hint: "Ask ultragit_summary about directories (ultragit summary on the command line)."
      }
    case "LinesMalformed":
      return {
        code: "lines_malformed",
        message: `Not a line range: ${escapeControls(reason.lines)}`,
        hint: "Write START:END, counted from 1, both included."
      }
    case "LinesOutside":
      return {
        code: "lines_outside",
        message: `Lines ${reason.lines} are not in ${escapeControls(reason.path)}, which has ${reason.length} lines.`,
        hint: reason.length === 0 ? "The file is empty." : `Choose lines from 1 to ${reason.length}, start first.`
      }
    case "LimitInvalid":
      return {
        code: "limit_invalid",
        message: `${reason.name} must be a whole number above zero, got ${reason.value}.`,
        hint: undefined
      }
    case "BudgetTooSmall":
      return {
        code: "budget_too_small",
        message: `A budget of ${reason.tokens} tokens is too small for any answer.`,
        hint: `The smallest that works here is ${reason.smallest}.`
      }
  }
}

/** The one error of the `Annotations` service. */
export class AnnotationsError extends Schema.TaggedError<AnnotationsError>()("AnnotationsError", {
  reason: Reason
}) implements Failure {
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
