import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../../domain/Failure.ts"
import { escapeControls } from "../../../domain/Text.ts"

/** A line of a commit map is not a pair of commit ids. */
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
    hint: "Each line needs the full old id and the full new id, as in .git/filter-repo/commit-map from git filter-repo."
  })
) {}

/** The file with the commit map cannot be read. */
export class MapUnreadable extends FailureReason<MapUnreadable>()(
  "MapUnreadable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "map_unreadable",
    message: `Cannot read the map ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "Name a file, or - for standard input."
  })
) {}

/** The error of carrying notes; message and hint come from its reason. */
export class CarryError extends ServiceError<CarryError>()("CarryError", Schema.Union([MapMalformed, MapUnreadable])) {}
