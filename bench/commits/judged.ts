import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const Query = Schema.Struct({
  /** Kind of query: an identifier, words only in the patch, a symptom, a question, a path, a phrase. */
  kind: Schema.String,
  query: Schema.String,
  /** Ids of the relevant commits. */
  wanted: Schema.Array(Schema.String)
})
export type Query = typeof Query.Type

/** Queries on one public history. Relevance was judged from its log and patches, not from this program's answers. */
const Judged = Schema.Struct({
  repository: Schema.String,
  branch: Schema.String,
  tip: Schema.String,
  queries: Schema.Array(Query)
})
export type Judged = typeof Judged.Type

export const judged: Judged = Schema.decodeSync(Schema.fromJsonString(Judged))(
  readFileSync(join(import.meta.dirname, "judged.json"), "utf8")
)
