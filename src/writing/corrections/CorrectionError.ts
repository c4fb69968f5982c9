import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const Names = Schema.Array(Schema.String)

const listed = (names: ReadonlyArray<string>): string => names.map((name) => escapeControls(name)).join(", ")

const short = (commit: string): string => commit.slice(0, 12)

/** There is nothing to correct. */
export class NoteMissing extends Schema.TaggedError<NoteMissing>()("NoteMissing", { commit: Schema.String }) {
  get failure(): Failure {
    return {
      code: "note_missing",
      message: `Commit ${short(this.commit)} has no annotation.`,
      hint: "ultragit read names the commits that code owes its annotations to."
    }
  }
}

/** The note cannot be read, so that nothing can be added to it. */
export class NoteUnreadable extends Schema.TaggedError<NoteUnreadable>()("NoteUnreadable", {
  commit: Schema.String,
  field: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "note_unreadable",
      message: `The note of ${short(this.commit)} cannot be read: ${escapeControls(this.field)} ${escapeControls(this.detail)}`,
      hint: "ultragit annotate --replace writes it anew."
    }
  }
}

/** No region has an anchor of this name. */
export class RegionUnknown extends Schema.TaggedError<RegionUnknown>()("RegionUnknown", {
  region: Schema.String,
  near: Names
}) {
  get failure(): Failure {
    return {
      code: "region_unknown",
      message: `No region is anchored at ${escapeControls(this.region)}.`,
      hint: this.near.length === 0 ? "The annotation has no region there." : `Did you mean ${listed(this.near)}?`
    }
  }
}

/** Several regions go by this name. */
export class RegionAmbiguous extends Schema.TaggedError<RegionAmbiguous>()("RegionAmbiguous", {
  region: Schema.String,
  /** Each as `file:anchor`. */
  found: Names
}) {
  get failure(): Failure {
    return {
      code: "region_ambiguous",
      message: `Several regions are anchored at ${escapeControls(this.region)}: ${listed(this.found)}`,
      hint: "Give the qualified name; ultragit correct also takes the file, with --file."
    }
  }
}

/** The field cannot be corrected in this way. */
export class ActionUnfit extends Schema.TaggedError<ActionUnfit>()("ActionUnfit", {
  field: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return { code: "action_unfit", message: `${this.field} cannot be given so: ${this.detail}`, hint: undefined }
  }
}

/** What is to be taken away is not there. */
export class ValueMissing extends Schema.TaggedError<ValueMissing>()("ValueMissing", {
  field: Schema.String,
  value: Schema.String,
  near: Names
}) {
  get failure(): Failure {
    const near = this.near.map((value) => JSON.stringify(value)).map(escapeControls)
    return {
      code: "value_missing",
      message: `${this.field} does not have ${escapeControls(JSON.stringify(this.value))}.`,
      hint: near.length === 0 ? `There is nothing in ${this.field}.` : `It has ${near.join(", ")}.`
    }
  }
}

/** No annotation speaks of the code. */
export class NothingToFlag extends Schema.TaggedError<NothingToFlag>()("NothingToFlag", {
  place: Schema.String,
  near: Names
}) {
  get failure(): Failure {
    return {
      code: "nothing_to_flag",
      message: `No annotation speaks of ${escapeControls(this.place)}.`,
      hint: this.near.length === 0 ? undefined : `Annotations there speak of ${listed(this.near)}.`
    }
  }
}

/** The one error of corrections and flags. */
export class CorrectionError
  extends Schema.TaggedError<CorrectionError>()("CorrectionError", {
    reason: Schema.Union([
      NoteMissing,
      NoteUnreadable,
      RegionUnknown,
      RegionAmbiguous,
      ActionUnfit,
      ValueMissing,
      NothingToFlag
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
