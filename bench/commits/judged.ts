import { Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const GradedQuery = Schema.Struct({
  /** What is typed: an identifier, words of the patch alone, a symptom, a question or concept, a path, a phrase. */
  kind: Schema.String,
  query: Schema.String,
  /** Where the need comes from: an issue, the documentation, the source code; never a commit. */
  source: Schema.String,
  /** Ids of commits that a person with this need would be glad to be shown, and of those that help in passing. */
  useful: Schema.Array(Schema.String),
  related: Schema.Array(Schema.String),
  /** First 12 digits of the ids of commits that do not help. */
  useless: Schema.Array(Schema.String)
})

/**
 * Queries over one public history. Their commits were judged as TREC does it: for each query the best of a dozen searches
 * (this program's, BM25 of several columns, `git log --grep`, `-S` and `--`, variants of ranking) were mixed, and `judges`
 * graded each without the searches or the ranks. A commit in no list was found by none of them and counts as useless.
 */
const Graded = Schema.Struct({
  repository: Schema.String,
  branch: Schema.String,
  tip: Schema.String,
  /** Whether the ranking was tuned on these queries; otherwise they only report. */
  tuned: Schema.Boolean,
  judges: Schema.String,
  queries: Schema.Array(GradedQuery),
  /** Ids of useful and related commits that are copies of each other: same author, author date and subject. */
  copies: Schema.Array(Schema.Array(Schema.String))
})

export interface Query {
  readonly kind: string
  readonly query: string
  /** Ids of the commits to find: the useful ones, or the related ones where none is useful. */
  readonly wanted: ReadonlyArray<string>
  /** Ids of the useful and related commits. */
  readonly helpful: ReadonlyArray<string>
  /** First 12 digits of the ids of all commits that were judged. */
  readonly judged: ReadonlySet<string>
}

export interface Judged extends Pick<typeof Graded.Type, "repository" | "branch" | "tip" | "tuned"> {
  /** Without queries for which the judges found no commit. */
  readonly queries: ReadonlyArray<Query>
  /** Number of queries that were left out. */
  readonly dropped: number
  /** Id of the first copy, by the ids of the others. */
  readonly firstCopies: ReadonlyMap<string, string>
}

const decode = Schema.decodeSync(Schema.fromJsonString(Graded))

const toQuery = ({ kind, query, related, useful, useless }: typeof GradedQuery.Type): Query => {
  const helpful = [...useful, ...related]
  return {
    kind,
    query,
    wanted: useful.length > 0 ? useful : related,
    helpful,
    judged: new Set([...helpful, ...useless].map((id) => id.slice(0, 12)))
  }
}

/** Reads a set by its name: a file of `judged/`. */
export const readJudged = (name: string): Judged => {
  const { branch, copies, queries, repository, tip, tuned } = decode(
    readFileSync(join(import.meta.dirname, "judged", `${name}.json`), "utf8")
  )
  const all = queries.map(toQuery)
  const answerable = all.filter(({ wanted }) => wanted.length > 0)
  const firstCopies = new Map(
    copies.flatMap(([first = "", ...others]) => others.map((other) => [other, first] as const))
  )
  return { repository, branch, tip, tuned, queries: answerable, dropped: all.length - answerable.length, firstCopies }
}

export const judged = readJudged("libuv")

/** Reads all sets. */
export const listJudged = (): ReadonlyArray<Judged> =>
  readdirSync(join(import.meta.dirname, "judged")).map((file) => readJudged(file.replace(/\.json$/, "")))
