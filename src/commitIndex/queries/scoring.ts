import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"
import type { Term } from "./query.ts"
import { compareWith, type Message, type Relatedness } from "../relatedness/compareWith.ts"
import { loadWordVectors } from "../relatedness/WordVectors.ts"

/** BM25 weights of the columns: subject, body, why, paths, parts, patch. */
export const columnWeights = "10.0, 4.0, 8.0, 3.0, 2.0, 1.0"

/** Number of best matches by BM25 that are scored; the others follow in the order of BM25. */
export const headSize = 100
/** Rank of a scored commit with a score of 0; no BM25 of SQLite is as low. */
const headRank = -1_000_000

/**
 * What a word adds to the coverage for each set of columns that has it. Together: 1 in the subject, 0.6 in the body, 0.5 in a
 * path, 0.3 in the patch.
 */
const coverageSteps = [
  { index: "search", columns: "", step: 0.3 },
  { index: "messages", columns: "", step: 0.2 },
  { index: "messages", columns: "{subject body why} : ", step: 0.1 },
  { index: "messages", columns: "subject : ", step: 0.4 }
] as const

/** What a score adds up, each from 0 to 1. */
export const features = [
  "coverage",
  "text",
  "phraseInSubject",
  "phraseInPatch",
  "summary",
  "relatedSubject",
  "relatedMessage",
  "relatedWords"
] as const
export type Feature = (typeof features)[number]

/** Weights of the features, fitted to the judged sets that are marked as tuned (`bench/commits/fit.ts`). */
const featureWeights: Readonly<Record<Feature, number>> = {
  coverage: 2,
  text: 4.2,
  phraseInSubject: 0.7,
  phraseInPatch: 3.1,
  summary: -0.6,
  relatedSubject: 2,
  relatedMessage: 1.5,
  relatedWords: 1.4
}

/** Subjects of merges, releases and lists of changes, in lower case. */
const summaryPatterns = [
  "merge *",
  "release*",
  "prepare *",
  "bump *",
  "version *",
  "chore: prepare *",
  "chore: release*",
  "v[0-9]*.[0-9]*",
  "[0-9]*.[0-9]*",
  "*changelog*",
  "*release notes*"
]

/** A word of a query. */
export interface ScoredWord {
  readonly match: Term
  /** How much it counts among the words of the query; positive. */
  readonly weight: number
  /** Whether patches are searched for it, which is slow for a frequent word and tells little. */
  readonly inPatches: boolean
}

/** What a commit is scored by. */
export interface Scored {
  readonly words: ReadonlyArray<ScoredWord>
  /** All words in their order; undefined for a single word. */
  readonly phrase: Term | undefined
  /** The query as written. */
  readonly text: string
}

/** An SQL expression with the values of its parameters. */
interface Expression {
  readonly sql: string
  readonly values: ReadonlyArray<SqlValue>
}

const matches = (index: "messages" | "search", match: string): Expression => ({
  // Of a frequent word, it is cheaper to look up each match among the scored commits than to collect all matches. Without
  // the `+`, FTS5 would be asked once for each commit.
  sql: `(id IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND +rowid IN (SELECT id FROM matched)))`,
  values: [match]
})

const multiply = (factor: number, { sql, values }: Expression): Expression => ({
  sql: `? * ${sql}`,
  values: [factor, ...values]
})

const add = (parts: ReadonlyArray<Expression>): Expression => ({
  sql: parts.length === 0 ? "0" : `(${parts.map(({ sql }) => sql).join(" + ")})`,
  values: parts.flatMap(({ values }) => values)
})

const coverWord = ({ inPatches, match, weight }: ScoredWord, total: number): ReadonlyArray<Expression> =>
  coverageSteps
    .filter(({ index }) => index === "messages" || inPatches)
    .map(({ columns, index, step }) => multiply((step * weight) / total, matches(index, `${columns}(${match})`)))

/** Returns whether a commit can be scored by an expression that a user wrote: it may name columns that `messages` has not. */
export const canScore = (
  { inPatches, match }: ScoredWord,
  isValid: (index: "messages" | "search", expression: string) => boolean
): boolean =>
  coverageSteps.every(
    ({ columns, index }) => (index === "search" && !inPatches) || isValid(index, `${columns}(${match})`)
  )

/** Features of the query and the message, and the SQL functions that compute them. */
const relatedFunctions = {
  relatedSubject: { name: "related_subject", get: ({ subject }: Relatedness) => subject },
  relatedMessage: { name: "related_message", get: ({ message }: Relatedness) => message },
  relatedWords: { name: "related_words", get: ({ words }: Relatedness) => words }
} as const
const relatedFeatures = ["relatedSubject", "relatedMessage", "relatedWords"] as const
const isRelatedFeature = (feature: Feature): boolean => relatedFeatures.some((related) => related === feature)

/** The SQL function of all of them with their weights, since each call copies the message. */
const relatedScore = "related_score"
const weighRelatedness = (relatedness: Relatedness): number =>
  relatedFeatures.reduce(
    (sum, feature) => sum + featureWeights[feature] * relatedFunctions[feature].get(relatedness),
    0
  )

/** Number of characters of a body that are compared with the query. */
const maxBodyChars = 600

/** Makes the functions available that scores are computed with. */
export const defineScoring = (connection: Connection): void => {
  // The functions are called for one commit after the other of one query, each with all three.
  let query: string | undefined
  let compare: ((message: Message) => Relatedness) | undefined
  let last: (Message & { readonly relatedness: Relatedness }) | undefined
  const relate = (text: string, subject: string, body: string): Relatedness => {
    if (compare === undefined || query !== text) {
      compare = compareWith(loadWordVectors(), text)
      query = text
      last = undefined
    }
    if (last === undefined || last.subject !== subject || last.body !== body) {
      last = { subject, body, relatedness: compare({ subject, body }) }
    }
    return last.relatedness
  }
  for (const { get, name } of [
    ...relatedFeatures.map((feature) => relatedFunctions[feature]),
    { name: relatedScore, get: weighRelatedness }
  ]) {
    connection.define(name, (text = "", subject = "", body = "") => get(relate(text, subject, body)))
  }
}

const related = (name: string, text: string): Expression => ({
  sql: `${name}(?, subject, (SELECT substr(body, 1, ${maxBodyChars}) FROM commits WHERE commits.id = scored.id))`,
  values: [text]
})

const none: Expression = { sql: "0", values: [] }

/**
 * SQL of the features of a commit of `scored`, from its columns `id` and `subject` and its BM25 `text` (lower is better)
 * among others, all of which `matched` has; it needs what {@link defineScoring} defines:
 * `coverage` is the fraction of the words that it has, by how rare they are and by their best column; `text` its BM25 as a
 * fraction of the best; `phraseInSubject` and `phraseInPatch` whether the words are there in their order; `summary` whether
 * it is a merge, a release or a list of changes, whose message lists what other commits did; the rest is {@link Relatedness}.
 */
export const featureExpressions = ({ phrase, text, words }: Scored): Readonly<Record<Feature, Expression>> => {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  return {
    coverage: add(words.flatMap((word) => coverWord(word, total))),
    text: { sql: "(text / min(text) OVER ())", values: [] },
    phraseInSubject: phrase === undefined ? none : matches("messages", `subject : (${phrase})`),
    phraseInPatch: phrase === undefined ? none : matches("search", `patch : (${phrase})`),
    summary: {
      sql: `(${summaryPatterns.map(() => "lower(substr(subject, 1, 200)) GLOB ?").join(" OR ")})`,
      values: summaryPatterns
    },
    relatedSubject: related(relatedFunctions.relatedSubject.name, text),
    relatedMessage: related(relatedFunctions.relatedMessage.name, text),
    relatedWords: related(relatedFunctions.relatedWords.name, text)
  }
}

/**
 * SQL of the rank of a commit of `scored`, lower is better, from the columns of its features and its `place` among all matches in the
 * order of BM25.
 */
export const rankExpression = (scored: Scored): Expression => {
  const expressions = featureExpressions(scored)
  const others = features.filter((feature) => !isRelatedFeature(feature))
  const score = add([
    ...others.map((feature) => multiply(featureWeights[feature], expressions[feature])),
    related(relatedScore, scored.text)
  ])
  return { sql: `CASE WHEN place <= ${headSize} THEN ${headRank} - ${score.sql} ELSE text END`, values: score.values }
}
