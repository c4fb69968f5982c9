import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { readFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { answerRest } from "../../../src/repositoryHost/rest/answerRest.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { differences } from "./differences.ts"
import { slow } from "../../support/scale.ts"

interface Row {
  readonly n: number
  readonly method: string
  readonly target: string
  readonly status: number
  readonly body?: Readonly<Record<string, unknown>>
  readonly text?: string
  readonly index?: "empty"
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && "n" in value

/** What the original answered (`test/fixtures/gitblit/README.md`). */
const rows = readFileSync(new URL("../../fixtures/gitblit/answers.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): unknown => JSON.parse(line))
  .filter(isRow)

const host = LocalHost.layer.pipe(Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)))

/** The order of repositories in a rewritten filter is one of the doubts of the recording. */
const sortFilter = (query: unknown): unknown =>
  String(query).replace(/\((branch:.*)\)$/, (_, filter: string) => `(${filter.split(" OR ").toSorted().join(" OR ")})`)

const sorted = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.toSorted()

/** The index of the original was empty: only the rewritten query and the shape say something. */
const isSameSearch = (recorded: Row, body: unknown): boolean => {
  const [theirs, ours] = [recorded.body ?? {}, isRecord(body) ? body : {}]
  const names = sorted(Object.keys(ours).filter((name) => name !== "pagination"))
  return (
    sortFilter(theirs["query"]) === sortFilter(ours["query"]) && isDeepStrictEqual(names, sorted(Object.keys(theirs)))
  )
}

const ask = Effect.fnUntraced(function* ({ method, target }: Row) {
  const answer = Option.getOrThrow(answerRest({ method, target }))
  const { body, status } = yield* answer
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  return { status, body: sent }
})

const isSame = (row: Row, answer: { readonly status: number; readonly body: unknown }): boolean => {
  if (row.status !== answer.status) return false
  return row.index === "empty" ? isSameSearch(row, answer.body) : isDeepStrictEqual(answer.body, row.body)
}

describe("the recorded answers of the original", () => {
  layer(host)((hosted) => {
    hosted.effect(
      "are ours, but for the differences that are listed",
      () =>
        Effect.gen(function* () {
          const differing: Array<string> = []
          const allowed = new Set(differences.flatMap(({ rows: numbers }) => numbers))
          for (const row of rows) {
            const answer = yield* ask(row)
            if (isSame(row, answer) === allowed.has(row.n)) {
              differing.push(`${row.n} ${row.target}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 500)}`)
            }
          }
          assert.strictEqual(rows.length, 595)
          assert.deepStrictEqual(differing, [])
        }),
      slow
    )
  })

  it("differ by at most eight rules and sixty rows", () => {
    assert.isAtMost(differences.length, 8)
    assert.isAtMost(differences.flatMap(({ rows: numbers }) => numbers).length, 60)
  })
})
