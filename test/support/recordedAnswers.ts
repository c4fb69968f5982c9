import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"

/** A request to the original, and what it answered (`test/fixtures/gitblit/README.md`). */
export interface RecordedAnswer {
  readonly n: number
  readonly group: string
  readonly method: string
  readonly target: string
  readonly status: number
  readonly cors?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly text?: string
  readonly index?: "empty"
}

/** An answer as it is sent; the body is undefined where it is empty. */
export interface SentAnswer {
  readonly status: number
  readonly body: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isRow = (value: unknown): value is RecordedAnswer => isRecord(value) && "n" in value

export const recordedAnswers = readFileSync(new URL("../fixtures/gitblit/answers.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): unknown => JSON.parse(line))
  .filter(isRow)

/** The order of repositories in a rewritten filter is one of the doubts of the recording. */
const sortFilter = (query: unknown): unknown =>
  String(query).replace(/\((branch:.*)\)$/, (_, filter: string) => `(${filter.split(" OR ").toSorted().join(" OR ")})`)

const sorted = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.toSorted()

/** The index of the original was empty: only the rewritten query and the shape say something. */
const isSameSearch = (recorded: RecordedAnswer, body: unknown): boolean => {
  const [theirs, ours] = [recorded.body ?? {}, isRecord(body) ? body : {}]
  const names = sorted(Object.keys(ours).filter((name) => name !== "pagination"))
  return (
    sortFilter(theirs["query"]) === sortFilter(ours["query"]) && isDeepStrictEqual(names, sorted(Object.keys(theirs)))
  )
}

const isSame = (row: RecordedAnswer, answer: SentAnswer): boolean => {
  if (row.status !== answer.status) return false
  return row.index === "empty" ? isSameSearch(row, answer.body) : isDeepStrictEqual(answer.body, row.body)
}

/** The requests whose answers are not as they should be: those of `allowed` other than recorded, all others the same. */
export const findSurprises = Effect.fnUntraced(function* <E, R>(
  rows: ReadonlyArray<RecordedAnswer>,
  allowed: ReadonlySet<number>,
  ask: (row: RecordedAnswer) => Effect.Effect<SentAnswer, E, R>
) {
  const surprises: Array<string> = []
  for (const row of rows) {
    const answer = yield* ask(row)
    if (isSame(row, answer) === allowed.has(row.n)) {
      surprises.push(`${row.n} ${row.target}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 500)}`)
    }
  }
  return surprises
})
