import { Schema } from "effect"

/** Full object id: 40 hex digits in a SHA-1 repository, 64 in a SHA-256 one. */
export const ObjectId = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)),
  Schema.brand("ObjectId")
)
export type ObjectId = typeof ObjectId.Type

/** Full or abbreviated object id (at least 4 digits), as references between notes may carry. */
export const AbbreviatedId = Schema.String.pipe(Schema.check(Schema.isPattern(/^[0-9a-f]{4,64}$/)))
