import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"

export class PathEmpty extends Schema.TaggedError<PathEmpty>()("PathEmpty", {}) {
  get failure(): Failure {
    return {
      code: "path_empty",
      message: "The path is empty.",
      hint: "Give a file path relative to the repository root."
    }
  }
}

/** The path, or what a link on it points at, lies outside the repository. */
export class PathOutside extends Schema.TaggedError<PathOutside>()("PathOutside", { path: Schema.String }) {
  get failure(): Failure {
    return {
      code: "path_outside",
      message: `Path is outside the repository: ${escapeControls(this.path)}`,
      hint: "Give a path below the repository root."
    }
  }
}

export class PathNotFound extends Schema.TaggedError<PathNotFound>()("PathNotFound", {
  path: Schema.String,
  near: Schema.Array(Schema.String)
}) {
  get failure(): Failure {
    const near = this.near.map(escapeControls).join(", ")
    return {
      code: "path_not_found",
      message: `File not found: ${escapeControls(this.path)}`,
      hint: near === "" ? "Paths are relative to the repository root." : `Did you mean ${near}?`
    }
  }
}

export class PathIsDirectory extends Schema.TaggedError<PathIsDirectory>()("PathIsDirectory", {
  path: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "path_is_directory",
      message: `Path is a directory: ${escapeControls(this.path)}`,
      hint: "Ask ultragit_summary about directories (ultragit summary on the command line)."
    }
  }
}

/** The text is no line range. */
export class LinesMalformed extends Schema.TaggedError<LinesMalformed>()("LinesMalformed", {
  lines: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "lines_malformed",
      message: `Not a line range: ${escapeControls(this.lines)}`,
      hint: "Write START:END, counted from 1, both included."
    }
  }
}

/** The range is empty, inverted or past the end. */
export class LinesOutside extends Schema.TaggedError<LinesOutside>()("LinesOutside", {
  lines: Schema.String,
  path: Schema.String,
  length: Schema.Natural
}) {
  get failure(): Failure {
    return {
      code: "lines_outside",
      message: `Lines ${this.lines} are not in ${escapeControls(this.path)}, which has ${this.length} lines.`,
      hint: this.length === 0 ? "The file is empty." : `Choose lines from 1 to ${this.length}, start first.`
    }
  }
}

/** A number that must be positive is not. */
export class LimitInvalid extends Schema.TaggedError<LimitInvalid>()("LimitInvalid", {
  name: Schema.String,
  value: Schema.Finite
}) {
  get failure(): Failure {
    return {
      code: "limit_invalid",
      message: `${this.name} must be a whole number above zero, got ${this.value}.`,
      hint: undefined
    }
  }
}

/** Not even the empty answer fits. */
export class BudgetTooSmall extends Schema.TaggedError<BudgetTooSmall>()("BudgetTooSmall", {
  tokens: Schema.Int,
  smallest: Schema.Natural
}) {
  get failure(): Failure {
    return {
      code: "budget_too_small",
      message: `A budget of ${this.tokens} tokens is too small for any answer.`,
      hint: `The smallest that works here is ${this.smallest}.`
    }
  }
}

/** The one error of the `Annotations` service. */
export class AnnotationsError
  extends Schema.TaggedError<AnnotationsError>()("AnnotationsError", {
    reason: Schema.Union([
      PathEmpty,
      PathOutside,
      PathNotFound,
      PathIsDirectory,
      LinesMalformed,
      LinesOutside,
      LimitInvalid,
      BudgetTooSmall
    ])
  })
  implements Failure
{
  get code(): string {
    return this.reason.failure.code
  }
  override get message(): string {
    return this.reason.failure.message
  }
  get hint(): string | undefined {
    return this.reason.failure.hint
  }
}
