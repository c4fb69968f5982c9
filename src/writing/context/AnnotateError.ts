import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const Problems = Schema.Array(Schema.String)

const counted = (problems: ReadonlyArray<string>): string =>
  problems.length === 1 ? "1 problem" : `${problems.length} problems`

/** What was given is no annotation: its own fields are wrong, whatever its regions are. */
export class AnnotationMalformed extends FailureReason<AnnotationMalformed>()(
  "AnnotationMalformed",
  { problems: Problems },
  ({ problems }) => ({
    code: "annotation_malformed",
    message: `The annotation cannot be used: ${counted(problems)}.`,
    hint: 'Required are "summary" and, for each region, "file", "anchor" or "lines", and "intent".',
    details: problems
  })
) {}

/** Regions that cannot be resolved; nothing was written. */
export class RegionsRefused extends FailureReason<RegionsRefused>()(
  "RegionsRefused",
  {
    problems: Problems,
    /** How many of the regions are good. */
    good: Schema.Natural
  },
  ({ good, problems }) => ({
    code: "regions_refused",
    message: `Nothing was written: ${counted(problems)} with regions.`,
    hint: good === 0 ? undefined : "With --partial (partial: true) the good regions are kept.",
    details: problems
  })
) {}

/** Places named for words that the commit to be made cannot have. */
export class PlacesRefused extends FailureReason<PlacesRefused>()(
  "PlacesRefused",
  { problems: Problems },
  ({ problems }) => ({
    code: "places_refused",
    message: `Nothing was committed: ${counted(problems)} with places.`,
    hint: "Name what the commit changes, or commit without --at and add the reason with ultragit annotate.",
    details: problems
  })
) {}

/** Texts that look like credentials. */
export class SecretsFound extends FailureReason<SecretsFound>()(
  "SecretsFound",
  { problems: Problems },
  ({ problems }) => ({
    code: "secret_found",
    message: `Nothing was written: ${counted(problems)} with texts that look like credentials.`,
    hint: "Notes are shared with whoever has the repository. Take them out; where one is none, --allow-secret.",
    details: problems
  })
) {}

/** Texts with characters that no note should have, or too long. */
export class TextsRefused extends FailureReason<TextsRefused>()(
  "TextsRefused",
  { problems: Problems },
  ({ problems }) => ({
    code: "text_refused",
    message: `Nothing was written: ${counted(problems)} with texts.`,
    details: problems
  })
) {}

/** The commit's note cannot be read, so that nothing can be merged with it. */
export class NoteUnreadable extends FailureReason<NoteUnreadable>()(
  "NoteUnreadable",
  { commit: Schema.String, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field }) => ({
    code: "note_unreadable",
    message: `The note on ${commit.slice(0, 10)} cannot be read: ${escapeControls(field)} ${escapeControls(detail)}`,
    hint: "With --replace (replace: true) it is overwritten."
  })
) {}

/** Facts that are none. `where`: the file, variable or trailer they come from. */
export class FactsMalformed extends FailureReason<FactsMalformed>()(
  "FactsMalformed",
  { where: Schema.String, problems: Problems },
  ({ problems, where }) => ({
    code: "facts_malformed",
    message: `${escapeControls(where)} cannot be used: ${counted(problems)}.`,
    details: problems
  })
) {}

/** Nothing to read an annotation from, or nothing that can be read. */
export class InputUnusable extends FailureReason<InputUnusable>()(
  "InputUnusable",
  { detail: Schema.String, advice: Schema.optionalKey(Schema.String) },
  ({ advice, detail }) => ({ code: "input_unusable", message: detail, hint: advice })
) {}

/** A file of the private folder, or one that was named, cannot be read or written. */
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
  FactsMalformed,
  InputUnusable,
  FileFailed,
  WritingDisabled
])

/** The one error of writing annotations; it speaks with its reason's words. */
export class AnnotateError extends ServiceError<AnnotateError>()("AnnotateError", Reason) {}
