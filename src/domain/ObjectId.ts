import { Schema } from "effect"

/** A full object id: 40 hex digits in a SHA-1 repository, 64 in a SHA-256 repository. */
export const ObjectId = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)),
  Schema.brand("ObjectId")
)
export type ObjectId = typeof ObjectId.Type

/** A full or abbreviated object id (at least 4 digits), as in references between notes. */
export const AbbreviatedId = Schema.String.pipe(Schema.check(Schema.isPattern(/^[0-9a-f]{4,64}$/)))
