import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"

const Problems = Schema.Array(Schema.String)

const countProblems = (problems: ReadonlyArray<string>): string => formatCount(problems.length, "problem")

/** The input is not an annotation, or fields outside of its regions are invalid. */
export class AnnotationMalformed extends FailureReason<AnnotationMalformed>()(
  "AnnotationMalformed",
  { problems: Problems },
  ({ problems }) => ({
    code: "annotation_malformed",
    message: `The annotation cannot be used: ${countProblems(problems)}.`,
    hint: 'Required are "summary" and, for each region, "file", "anchor" or "lines", and "intent".',
    details: problems
  })
) {}

/** Some regions cannot be resolved, so nothing was written. */
export class RegionsRefused extends FailureReason<RegionsRefused>()(
  "RegionsRefused",
  {
    problems: Problems,
    /** Number of regions that can be resolved. */
    good: Schema.Natural
  },
  ({ good, problems }) => ({
    code: "regions_refused",
    message: `Nothing was written: ${countProblems(problems)} with regions.`,
    hint: good === 0 ? undefined : "Use --partial (partial: true) to write the good regions.",
    details: problems
  })
) {}

/** The commit to be made would not change the named places. */
export class PlacesRefused extends FailureReason<PlacesRefused>()(
  "PlacesRefused",
  { problems: Problems },
  ({ problems }) => ({
    code: "places_refused",
    message: `Nothing was committed: ${countProblems(problems)} with places.`,
    hint: "Name what the commit changes, or commit without --at and add the reason with ultragit annotate.",
    details: problems
  })
) {}

/** Some texts look like credentials. */
export class SecretsFound extends FailureReason<SecretsFound>()(
  "SecretsFound",
  { problems: Problems },
  ({ problems }) => ({
    code: "secret_found",
    message: `Nothing was written: ${countProblems(problems)} with texts that look like credentials.`,
    hint: "Notes are shared with the repository. Remove the credentials; if they are none, --allow-secret accepts them on the command line.",
    details: problems
  })
) {}

/** Some texts are too long or have forbidden characters. */
export class TextsRefused extends FailureReason<TextsRefused>()(
  "TextsRefused",
  { problems: Problems },
  ({ problems }) => ({
    code: "text_refused",
    message: `Nothing was written: ${countProblems(problems)} with texts.`,
    details: problems
  })
) {}

/** The note of the commit cannot be read, so the annotation cannot be merged with it. */
export class NoteUnreadable extends FailureReason<NoteUnreadable>()(
  "NoteUnreadable",
  { commit: Schema.String, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field }) => ({
    code: "note_unreadable",
    message: `The note on ${commit.slice(0, 10)} cannot be read: ${escapeControls(field)} ${escapeControls(detail)}`,
    hint: "Use --replace (replace: true) to overwrite it."
  })
) {}

/** The context of a commit is invalid. `where`: its source, such as a file. */
export class ContextMalformed extends FailureReason<ContextMalformed>()(
  "ContextMalformed",
  { where: Schema.String, problems: Problems },
  ({ problems, where }) => ({
    code: "facts_malformed",
    message: `${escapeControls(where)} cannot be used: ${countProblems(problems)}.`,
    details: problems
  })
) {}

/** Options of the command line are invalid. */
export class OptionsMalformed extends FailureReason<OptionsMalformed>()(
  "OptionsMalformed",
  { problems: Problems },
  ({ problems }) => ({
    code: "usage",
    message: `The command line cannot be used: ${countProblems(problems)}.`,
    details: problems
  })
) {}

/** There is no input, or it cannot be read. */
export class InputUnusable extends FailureReason<InputUnusable>()(
  "InputUnusable",
  { detail: Schema.String, advice: Schema.optionalKey(Schema.String) },
  ({ advice, detail }) => ({ code: "input_unusable", message: detail, hint: advice })
) {}

/** A file cannot be read, written or removed. */
export class FileFailed extends FailureReason<FileFailed>()(
  "FileFailed",
  { action: Schema.Literals(["read", "write", "remove"]), file: Schema.String, detail: Schema.String },
  ({ action, detail, file }) => ({
    code: "file_failed",
    message: `Cannot ${action} ${escapeControls(file)}: ${escapeControls(detail)}`
  })
) {}

/** `ULTRAGIT_DISABLED` is set. */
export class WritingDisabled extends FailureReason<WritingDisabled>()("WritingDisabled", {}, () => ({
  code: "writing_disabled",
  message: "Writing annotations is switched off by ULTRAGIT_DISABLED.",
  hint: "Unset the variable."
})) {}

const Reason = Schema.Union([
  AnnotationMalformed,
  RegionsRefused,
  PlacesRefused,
  SecretsFound,
  TextsRefused,
  NoteUnreadable,
  ContextMalformed,
  OptionsMalformed,
  InputUnusable,
  FileFailed,
  WritingDisabled
])

/** The error of writing annotations. */
export class AnnotateError extends ServiceError<AnnotateError>()("AnnotateError", Reason) {}
