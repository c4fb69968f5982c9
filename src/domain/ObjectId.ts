import { Schema } from "effect"

const pattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** A full object id: 40 hex digits in a SHA-1 repository, 64 in a SHA-256 repository. */
export const ObjectId = Schema.String.pipe(Schema.check(Schema.isPattern(pattern)), Schema.brand("ObjectId"))
export type ObjectId = typeof ObjectId.Type

/** Whether a text is one. Faster than the schema, for what git lists by the thousand. */
export const isObjectId = (text: string): text is ObjectId => pattern.test(text)

/** A full or abbreviated object id (at least 4 digits), as in references between notes. */
export const AbbreviatedId = Schema.String.pipe(Schema.check(Schema.isPattern(/^[0-9a-f]{4,64}$/)))
