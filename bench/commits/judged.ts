import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const Query = Schema.Struct({
  /** What is typed: an identifier, words of the patch alone, a symptom, a question, a path, a phrase. */
  kind: Schema.String,
  query: Schema.String,
  /** Ids of the commits that a person would want. */
  wanted: Schema.Array(Schema.String)
})
export type Query = typeof Query.Type

/** Queries over one public history. What is wanted was read from its log and its patches, never from this program's answers. */
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
