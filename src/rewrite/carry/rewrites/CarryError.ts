import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../../domain/Failure.ts"
import { escapeControls } from "../../../domain/Text.ts"

/** A line of a commit map that names no two commits. */
export class MapMalformed extends FailureReason<MapMalformed>()(
  "MapMalformed",
  {
    /** Counted from 1. */
    line: Schema.Int,
    detail: Schema.String
  },
  ({ detail, line }) => ({
    code: "map_malformed",
    message: `Line ${line} of the map ${escapeControls(detail)}.`,
    hint: "Each line is the full id before and the full id after, as git filter-repo leaves them in .git/filter-repo/commit-map."
  })
) {}

/** The file that should hold a commit map cannot be read. */
export class MapUnreadable extends FailureReason<MapUnreadable>()(
  "MapUnreadable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "map_unreadable",
    message: `Cannot read the map ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "Name a file, or - for standard input."
  })
) {}

/** The one error of its own that carrying notes has; it speaks with its reason's words. */
export class CarryError extends ServiceError<CarryError>()("CarryError", Schema.Union([MapMalformed, MapUnreadable])) {}
