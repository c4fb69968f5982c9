import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const Problems = Schema.Array(Schema.String)

const counted = (problems: ReadonlyArray<string>): string =>
  problems.length === 1 ? "1 problem" : `${problems.length} problems`

/** What was given is no annotation: its own fields are wrong, whatever its regions are. */
export class AnnotationMalformed extends Schema.TaggedError<AnnotationMalformed>()("AnnotationMalformed", {
  problems: Problems
}) {
  get failure(): Failure {
    return {
      code: "annotation_malformed",
      message: `The annotation cannot be used: ${counted(this.problems)}.`,
      hint: 'Required are "summary" and, for each region, "file", "anchor" or "lines", and "intent".',
      details: this.problems
    }
  }
}

/** Regions that cannot be resolved; nothing was written. */
export class RegionsRefused extends Schema.TaggedError<RegionsRefused>()("RegionsRefused", {
  problems: Problems,
  /** How many of the regions are good. */
  good: Schema.Natural
}) {
  get failure(): Failure {
    return {
      code: "regions_refused",
      message: `Nothing was written: ${counted(this.problems)} with regions.`,
      hint: this.good === 0 ? undefined : "With --partial (partial: true) the good regions are kept.",
      details: this.problems
    }
  }
}

/** Places named for words that the commit to be made cannot have. */
export class PlacesRefused extends Schema.TaggedError<PlacesRefused>()("PlacesRefused", { problems: Problems }) {
  get failure(): Failure {
    return {
      code: "places_refused",
      message: `Nothing was committed: ${counted(this.problems)} with places.`,
      hint: "Name what the commit changes, or commit without --at and add the reason with ultragit annotate.",
      details: this.problems
    }
  }
}

/** Texts that look like credentials. */
export class SecretsFound extends Schema.TaggedError<SecretsFound>()("SecretsFound", { problems: Problems }) {
  get failure(): Failure {
    return {
      code: "secret_found",
      message: `Nothing was written: ${counted(this.problems)} with texts that look like credentials.`,
      hint: "Notes are shared with whoever has the repository. Take them out; where one is none, --allow-secret.",
      details: this.problems
    }
  }
}

/** Texts with characters that no note should have, or too long. */
export class TextsRefused extends Schema.TaggedError<TextsRefused>()("TextsRefused", { problems: Problems }) {
  get failure(): Failure {
    return {
      code: "text_refused",
      message: `Nothing was written: ${counted(this.problems)} with texts.`,
      hint: undefined,
      details: this.problems
    }
  }
}

/** The commit's note cannot be read, so that nothing can be merged with it. */
export class NoteUnreadable extends Schema.TaggedError<NoteUnreadable>()("NoteUnreadable", {
  commit: Schema.String,
  field: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "note_unreadable",
      message: `The note on ${this.commit.slice(0, 10)} cannot be read: ${escapeControls(this.field)} ${escapeControls(this.detail)}`,
      hint: "With --replace (replace: true) it is overwritten."
    }
  }
}

/** Facts that are none. `where`: the file, variable or trailer they come from. */
export class FactsMalformed extends Schema.TaggedError<FactsMalformed>()("FactsMalformed", {
  where: Schema.String,
  problems: Problems
}) {
  get failure(): Failure {
    return {
      code: "facts_malformed",
      message: `${escapeControls(this.where)} cannot be used: ${counted(this.problems)}.`,
      hint: undefined,
      details: this.problems
    }
  }
}

/** Nothing to read an annotation from, or nothing that can be read. */
export class InputUnusable extends Schema.TaggedError<InputUnusable>()("InputUnusable", {
  detail: Schema.String,
  advice: Schema.optionalKey(Schema.String)
}) {
  get failure(): Failure {
    return { code: "input_unusable", message: this.detail, hint: this.advice }
  }
}

/** A file of the private folder, or one that was named, cannot be read or written. */
export class FileFailed extends Schema.TaggedError<FileFailed>()("FileFailed", {
  action: Schema.Literals(["read", "write", "remove"]),
  file: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "file_failed",
      message: `Cannot ${this.action} ${escapeControls(this.file)}: ${escapeControls(this.detail)}`,
      hint: undefined
    }
  }
}

/** `ULTRAGIT_DISABLED` is set. */
export class WritingDisabled extends Schema.TaggedError<WritingDisabled>()("WritingDisabled", {}) {
  get failure(): Failure {
    return {
      code: "writing_disabled",
      message: "Writing annotations is switched off by ULTRAGIT_DISABLED.",
      hint: "Unset the variable."
    }
  }
}

const Reason = Schema.Union([
  AnnotationMalformed,
  RegionsRefused,
  PlacesRefused,
  SecretsFound,
  TextsRefused,
  NoteUnreadable,
  FactsMalformed,
  InputUnusable,
  FileFailed,
  WritingDisabled
])

/** The one error of writing annotations; it speaks with its reason's words. */
export class AnnotateError
  extends Schema.TaggedError<AnnotateError>()("AnnotateError", { reason: Reason })
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
  get details(): ReadonlyArray<string> | undefined {
    return this.reason.failure.details
  }
}
