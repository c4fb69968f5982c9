import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SearchFilters } from "../../../src/codeIndex/model/inputs.ts"

const Task = Schema.Struct({
  /** What the tags are like: a name, a concept, a symptom, a configuration, a feature and its layer. */
  kind: Schema.String,
  /** What has to be changed, as documentation, a changelog or an issue says it. */
  task: Schema.String,
  /** What an agent asks for, chosen before the files were looked up. */
  tags: Schema.Array(Schema.String),
  filters: Schema.optionalKey(SearchFilters),
  /** Files that have to be changed or understood, found by reading the code. */
  relevant: Schema.Array(Schema.String),
  /** What those files have to do with it. */
  why: Schema.String
})
export type Task = typeof Task.Type

/** Tasks in one public repository. */
const Judged = Schema.Struct({
  repository: Schema.String,
  /** The commit whose files were judged. */
  commit: Schema.String,
  /** Whether the ranking was tuned on these tasks; otherwise they only report. */
  tuned: Schema.Boolean,
  tasks: Schema.Array(Task)
})
export type Judged = typeof Judged.Type

const decode = Schema.decodeSync(Schema.fromJsonString(Judged))

/** Reads a set of tasks by its name: a file of `tasks/`. */
export const readJudged = (name: string): Judged =>
  decode(readFileSync(join(import.meta.dirname, "tasks", `${name}.json`), "utf8"))
