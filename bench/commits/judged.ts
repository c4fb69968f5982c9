import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const Query = Schema.Struct({
  /** What is typed: an identifier, words of the patch alone, a symptom, a question or concept, a path, a phrase. */
  kind: Schema.String,
  query: Schema.String,
  /** Ids of the commits that a person would want. */
  wanted: Schema.Array(Schema.String)
})
export type Query = typeof Query.Type

/**
 * Queries over one public history. The wanted commits were chosen by reading its log and its patches, never from this
 * program's answers.
 */
const Judged = Schema.Struct({
  repository: Schema.String,
  branch: Schema.String,
  tip: Schema.String,
  /** Whether the ranking was tuned on these queries; otherwise they only report. */
  tuned: Schema.Boolean,
  queries: Schema.Array(Query)
})
export type Judged = typeof Judged.Type

const decode = Schema.decodeSync(Schema.fromJsonString(Judged))

/** Reads a set by its name: a file of `judged/`. */
export const readJudged = (name: string): Judged =>
  decode(readFileSync(join(import.meta.dirname, "judged", `${name}.json`), "utf8"))

export const judged = readJudged("libuv")
