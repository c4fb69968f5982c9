import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"
import { shownPath } from "../../adapters/git/parse/QuotedPath.ts"

/** No path was given. */
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

/** Nothing goes by this path in the commit or work tree asked about. `near`: names that are there, nearest first. */
export class PathNotFound extends Schema.TaggedError<PathNotFound>()("PathNotFound", {
  path: Schema.String,
  near: Schema.Array(Schema.String)
}) {
  get failure(): Failure {
    const near = this.near.map((path) => escapeControls(shownPath(path))).join(", ")
    return {
      code: "path_not_found",
      message: `File not found: ${escapeControls(shownPath(this.path))}`,
      hint: near === "" ? "Paths are relative to the repository root." : `Did you mean ${near}?`
    }
  }
}

/** The work tree's file is there and cannot be read. */
export class PathUnreadable extends Schema.TaggedError<PathUnreadable>()("PathUnreadable", {
  path: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "path_unreadable",
      message: `Cannot read ${escapeControls(this.path)}: ${escapeControls(this.detail)}`,
      hint: "Check who may read it; --rev HEAD (rev in a tool call) asks about the committed file."
    }
  }
}

/** A folder, where the question is one about files. */
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
  value: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "limit_invalid",
      message: `${this.name} must be a whole number above zero, got ${this.value}.`,
      hint: undefined
    }
  }
}

/** A filter of a question makes no sense. */
export class FilterInvalid extends Schema.TaggedError<FilterInvalid>()("FilterInvalid", {
  name: Schema.String,
  expected: Schema.String,
  value: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "filter_invalid",
      message: `${this.name} must be ${this.expected}, got ${this.value === "" ? "nothing" : escapeControls(this.value)}.`,
      hint: undefined
    }
  }
}

/** Neither a time nor a revision. */
export class SinceInvalid extends Schema.TaggedError<SinceInvalid>()("SinceInvalid", { text: Schema.String }) {
  get failure(): Failure {
    return {
      code: "since_invalid",
      message: `Neither a time nor a revision: ${this.text === "" ? "(nothing)" : escapeControls(this.text)}`,
      hint: "Write 2025-01-31, '2 weeks ago', or a revision such as v1.2.0."
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
