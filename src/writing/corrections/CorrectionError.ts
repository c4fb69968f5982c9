import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const Names = Schema.Array(Schema.String)

const listed = (names: ReadonlyArray<string>): string => names.map((name) => escapeControls(name)).join(", ")

const short = (commit: string): string => commit.slice(0, 12)

/** The commit has no annotation to correct. */
export class NoteMissing extends FailureReason<NoteMissing>()(
  "NoteMissing",
  { commit: Schema.String },
  ({ commit }) => ({
    code: "note_missing",
    message: `Commit ${short(commit)} has no annotation.`,
    hint: "Run ultragit read to see which commits annotate the code."
  })
) {}

/** The note cannot be read, so corrections cannot be added. */
export class NoteUnreadable extends FailureReason<NoteUnreadable>()(
  "NoteUnreadable",
  { commit: Schema.String, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field }) => ({
    code: "note_unreadable",
    message: `The note of ${short(commit)} cannot be read: ${escapeControls(field)} ${escapeControls(detail)}`,
    hint: "Run ultragit annotate --replace to overwrite it."
  })
) {}

/** No region has an anchor with this name. */
export class RegionUnknown extends FailureReason<RegionUnknown>()(
  "RegionUnknown",
  { region: Schema.String, near: Names, known: Names },
  ({ known, near, region }) => ({
    code: "region_unknown",
    message: `No region is anchored at ${escapeControls(region)}.`,
    hint:
      near.length > 0
        ? `Did you mean ${listed(near)}?`
        : known.length > 0
          ? `Known regions: ${listed(known)}.`
          : "The annotation has no region there."
  })
) {}

/** Several regions have an anchor with this name. */
export class RegionAmbiguous extends FailureReason<RegionAmbiguous>()(
  "RegionAmbiguous",
  {
    region: Schema.String,
    /** Each as `file:anchor`. */
    found: Names
  },
  ({ found, region }) => ({
    code: "region_ambiguous",
    message: `Several regions are anchored at ${escapeControls(region)}: ${listed(found)}`,
    hint: "Give the qualified name; ultragit correct also takes the file, with --file."
  })
) {}

/** The action does not fit the field. */
export class ActionUnfit extends FailureReason<ActionUnfit>()(
  "ActionUnfit",
  { field: Schema.String, detail: Schema.String },
  ({ detail, field }) => ({ code: "action_unfit", message: `Cannot correct ${field}: ${detail}` })
) {}

/** The value to remove does not exist. */
export class ValueMissing extends FailureReason<ValueMissing>()(
  "ValueMissing",
  { field: Schema.String, value: Schema.String, near: Names },
  (error) => {
    const near = error.near.map((value) => JSON.stringify(value)).map(escapeControls)
    return {
      code: "value_missing",
      message: `${error.field} does not have ${escapeControls(JSON.stringify(error.value))}.`,
      hint: near.length === 0 ? `There is nothing in ${error.field}.` : `It has ${near.join(", ")}.`
    }
  }
) {}

/** No annotation is about the code. */
export class NothingToFlag extends FailureReason<NothingToFlag>()(
  "NothingToFlag",
  { place: Schema.String, near: Names },
  ({ near, place }) => ({
    code: "nothing_to_flag",
    message: `No annotation speaks of ${escapeControls(place)}.`,
    hint: near.length === 0 ? undefined : `Annotations there speak of ${listed(near)}.`
  })
) {}

/** The error of corrections and flags. */
export class CorrectionError extends ServiceError<CorrectionError>()(
  "CorrectionError",
  Schema.Union([NoteMissing, NoteUnreadable, RegionUnknown, RegionAmbiguous, ActionUnfit, ValueMissing, NothingToFlag])
) {}
