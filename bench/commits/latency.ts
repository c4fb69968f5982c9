import { Result } from "effect"
import type { Database } from "../../src/adapters/sql/Database.ts"
import { quantile } from "../measure.ts"
import { ask } from "./contenders.ts"
import type { Query } from "./judged.ts"

/** Default number of results per page. */
const pageSize = 20
const rounds = 5
/** Very frequent words, and combinations of them. */
const common = ["fix", "add", "test", "fix test", "remove the", "the"]

const timeOf = (database: Database, query: string): number => {
  const started = performance.now()
  ask(database, query, pageSize)
  return performance.now() - started
}

const rowOf = (what: string, first: ReadonlyArray<number>, warm: ReadonlyArray<number>): string => {
  const [a, b] = [first, warm].map(
    (times) => `${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)}`
  )
  return `| ${what} | ${a} | ${b} |`
}

/** Measures each query, first and warm, and returns a table in milliseconds. */
export const latencies = (database: Database, judged: ReadonlyArray<Query>): string => {
  const queries = judged.map(({ query }) => query)
  const first = new Map([...queries, ...common].map((query) => [query, timeOf(database, query)]))
  const warm = new Map(
    [...queries, ...common].map((query) => [query, Array.from({ length: rounds }, () => timeOf(database, query))])
  )
  const commits = Result.getOrThrow(
    database.use((connection) => connection.get("SELECT count(*) AS count FROM commits")?.integer("count") ?? 0)
  )
  const times = (some: ReadonlyArray<string>) =>
    [some.map((query) => first.get(query) ?? 0), some.flatMap((query) => warm.get(query) ?? [])] as const
  return [
    `| ms, in ${commits} commits | first p50 | first p95 | warm p50 | warm p95 |\n|---|---|---|---|---|`,
    rowOf("40 judged queries", ...times(queries)),
    ...common.map((query) => rowOf(query, ...times([query])))
  ].join("\n")
}
