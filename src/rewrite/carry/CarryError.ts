import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A line of a commit map that names no two commits. */
export class MapMalformed
  extends Schema.TaggedError<MapMalformed>()("MapMalformed", {
    /** Counted from 1. */
    line: Schema.Int,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "map_malformed"
  }
  override get message(): string {
    return `Line ${this.line} of the map ${escapeControls(this.detail)}.`
  }
  get hint(): string {
    return "Each line is the full id before and the full id after, as git filter-repo leaves them in .git/filter-repo/commit-map."
  }
}

/** The file that should hold a commit map cannot be read. */
export class MapUnreadable
  extends Schema.TaggedError<MapUnreadable>()("MapUnreadable", { file: Schema.String, detail: Schema.String })
  implements Failure
{
  get code(): string {
    return "map_unreadable"
  }
  override get message(): string {
    return `Cannot read the map ${escapeControls(this.file)}: ${escapeControls(this.detail)}`
  }
  get hint(): string {
    return "Name a file, or - for standard input."
  }
}

/** The one error of its own that carrying notes has; it speaks with its reason's words. */
export class CarryError
  extends Schema.TaggedError<CarryError>()("CarryError", { reason: Schema.Union([MapMalformed, MapUnreadable]) })
  implements Failure
{
  get code(): string {
    return this.reason.code
  }
  override get message(): string {
    return this.reason.message
  }
  get hint(): string {
    return this.reason.hint
  }
}
