import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import type { IndexError } from "../../../src/commitIndex/service/CommitIndex.ts"
import type { SearchInput, TouchesInput } from "../../../src/commitIndex/model/inputs.ts"
import { askIndex } from "../../support/commits/indexing.ts"
import { type Made, makeShelf, start } from "../../support/commits/shelf.ts"

const scope = Scope.makeUnsafe()
const { index: shelf, made } = await Effect.runPromise(Scope.provide(makeShelf, scope))
const index = await Effect.runPromise(Scope.provide(askIndex(shelf.path), scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Case {
  readonly filters: Omit<SearchInput, "query" | "limit" | "cursor" | "paths">
  readonly lets: (commit: Made) => boolean
}

const all: Case = { filters: {}, lets: () => true }
const times: ReadonlyArray<Case> = [
  all,
  { filters: { since: start + 500 }, lets: ({ date }) => date >= start + 500 },
  {
    filters: { since: start + 300, until: start + 1200 },
    lets: ({ date }) => date >= start + 300 && date <= start + 1200
  }
]
const authors: ReadonlyArray<Case> = [
  all,
  { filters: { author: "ZOË" }, lets: ({ author }) => author.startsWith("Zoë") },
  { filters: { author: "ada@Example" }, lets: ({ author }) => author.startsWith("Ada") }
]
const branches: ReadonlyArray<Case> = [
  all,
  { filters: { branch: "topic" }, lets: ({ refs }) => refs.includes("topic") },
  { filters: { branch: "refs/heads/main" }, lets: ({ refs }) => refs.includes("main") },
  { filters: { branch: "v1" }, lets: ({ refs }) => refs.includes("v1") }
]
const repositories: ReadonlyArray<Case> = [all, { filters: { repos: ["api"] }, lets: ({ repo }) => repo === "api" }]

const cases: ReadonlyArray<Case> = times.flatMap((time) =>
  authors.flatMap((author) =>
    branches.flatMap((branch) =>
      repositories.map((repository) => {
        const parts = [time, author, branch, repository]
        return {
          filters: Object.assign({}, ...parts.map(({ filters }) => filters)),
          lets: (commit: Made) => parts.every(({ lets }) => lets(commit))
        }
      })
    )
  )
)

/** All pages of a query, and all results at once. */
const paged = Effect.fnUntraced(function* <Result>(
  ask: (
    cursor: string | undefined,
    limit: number
  ) => Effect.Effect<{ readonly results: ReadonlyArray<Result>; readonly next_cursor?: string }, IndexError>,
  size: number
) {
  const whole = yield* ask(undefined, 500)
  assert.isUndefined(whole.next_cursor)
  const joined: Array<Result> = []
  let cursor: string | undefined
  do {
    const found: { readonly results: ReadonlyArray<Result>; readonly next_cursor?: string } = yield* ask(cursor, size)
    assert.isAtMost(found.results.length, size)
    if (found.next_cursor !== undefined) assert.lengthOf(found.results, size)
    joined.push(...found.results)
    cursor = found.next_cursor
  } while (cursor !== undefined)
  return { whole: whole.results, joined }
})

const given = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

describe("paging", () => {
  it.live("pages of a search join to the full result without duplicates, for any filter", () =>
    Effect.gen(function* () {
      for (const [number, { filters, lets }] of cases.entries()) {
        const input: SearchInput = { query: "limiter", ...filters }
        const { joined, whole } = yield* paged(
          (cursor, limit) => index.search({ ...input, limit, ...given(cursor) }),
          [1, 3, 7][number % 3] ?? 1
        )
        assert.deepStrictEqual(joined, whole, JSON.stringify(filters))
        const expected = made.filter((commit) => commit.subject.includes("limiter") && lets(commit))
        assert.deepStrictEqual(
          whole.map(({ sha }) => sha).toSorted(),
          expected.map(({ sha }) => sha).toSorted(),
          JSON.stringify(filters)
        )
      }
    })
  )

  it.live("pages of touches join to the full result without duplicates, newest first, for any filter", () =>
    Effect.gen(function* () {
      const patterns: ReadonlyArray<readonly [string, (path: string) => boolean]> = [
        ["TOKENS_1", (path) => path.includes("tokens_1")],
        ["docs/*.md", (path) => path.startsWith("docs/")],
        ["", () => true]
      ]
      for (const [number, { filters, lets }] of cases.entries()) {
        const [pattern, matches] = patterns[number % 3] ?? ["", () => true]
        const input: TouchesInput = { path_glob: pattern, ...filters }
        const { joined, whole } = yield* paged(
          (cursor, limit) => index.touches({ ...input, limit, ...given(cursor) }),
          [2, 5, 11][number % 3] ?? 1
        )
        assert.deepStrictEqual(joined, whole, JSON.stringify(input))
        const dates = whole.map(({ date }) => date)
        assert.deepStrictEqual(
          dates,
          dates.toSorted((one, other) => other - one)
        )
        const expected = made
          .filter(lets)
          .flatMap(({ paths, sha }) => paths.filter(matches).map((path) => `${sha} ${path}`))
        assert.deepStrictEqual(
          whole.map(({ path, sha }) => `${sha} ${path}`).toSorted(),
          expected.toSorted(),
          JSON.stringify(input)
        )
      }
    })
  )

  it.live("allows another page size, but rejects a cursor of another query or a malformed one", () =>
    Effect.gen(function* () {
      const { next_cursor: cursor } = yield* index.search({ query: "limiter", limit: 2 })
      assert.isString(cursor)
      const longer = yield* index.search({ query: "limiter", limit: 5, ...given(cursor) })
      assert.lengthOf(longer.results, 5)
      const others: ReadonlyArray<Effect.Effect<object, IndexError>> = [
        index.search({ query: "token", limit: 2, ...given(cursor) }),
        index.search({ query: "limiter", since: start, limit: 2, ...given(cursor) }),
        index.touches({ path_glob: "limiter", ...given(cursor) }),
        index.search({ query: "limiter", cursor: "nonsense" })
      ]
      for (const other of others) {
        const error = yield* Effect.flip(other)
        assert.strictEqual(error.message, "The cursor does not belong to this query.")
      }
      assert.deepStrictEqual(
        (yield* index.search({ query: "limiter", cursor: "" })).results,
        (yield* index.search({ query: "limiter" })).results
      )
    })
  )
})
