import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { readFileSync } from "node:fs"
import { parseQuery } from "../../../src/repositoryHost/query/parseQuery.ts"
import { scaled } from "../../support/scale.ts"
import { formatQuery } from "./formatQuery.ts"

/** What Lucene 8.7 makes of queries (`test/fixtures/gitblit/README.md`). */
const rows = readFileSync(new URL("../../fixtures/gitblit/queries.tsv", import.meta.url), "utf8")
  .split("\n")
  .slice(1)
  .filter((line) => line !== "")
  .map((line) => {
    const [query = "", outcome = "", parsed = "", wrapped = ""] = line.split("\t")
    return { query, outcome, parsed, wrapped }
  })

const format = (text: string) =>
  Result.map(parseQuery(text, "content"), (query) => (query === undefined ? "" : formatQuery(query)))

/** Runs over all rows in one test, and lists what differs. */
const differing = (differs: (row: (typeof rows)[number]) => string | undefined): ReadonlyArray<string> =>
  rows.flatMap((row) => {
    const found = differs(row)
    return found === undefined ? [] : [`${row.query} => ${found}`]
  })

describe("the query table of Lucene", () => {
  it("has the rows that were recorded", () => {
    assert.strictEqual(rows.length, 331)
  })

  it("is accepted or refused row by row", () => {
    const differences = differing(({ outcome, query }) => {
      const ours = Result.isSuccess(format(query)) ? "ok" : "error"
      return ours === outcome ? undefined : `${ours}, recorded ${outcome}`
    })
    assert.deepStrictEqual(differences, [])
  })

  it("has the same structure", () => {
    const differences = differing(({ outcome, parsed, query }) => {
      const ours = Option.getOrElse(Result.getSuccess(format(query)), () => "error")
      return outcome === "error" || ours === parsed ? undefined : `${ours}, recorded ${parsed}`
    })
    assert.deepStrictEqual(differences, [])
  })

  it("has the same structure in the form that the original parses", () => {
    const differences = differing(({ query, wrapped }) => {
      const ours = Option.getOrElse(
        Result.getSuccess(format(`type:blob AND (${query}) AND (branch:"refs/heads/main")`)),
        () => "error"
      )
      return ours === (wrapped.startsWith("!") ? "error" : wrapped) ? undefined : `${ours}, recorded ${wrapped}`
    })
    assert.deepStrictEqual(differences, [])
  })

  it("names the place of a mistake as the parser of Lucene does", () => {
    const differences = differing(({ outcome, parsed, query }) => {
      const column = /^ParseException.*Encountered.*at line 1, column (\d+)/.exec(parsed)?.[1]
      if (outcome === "ok" || column === undefined) return undefined
      const problem = Option.getOrUndefined(Result.getFailure(parseQuery(query, "content")))
      return problem?.position === Number(column) + 1 ? undefined : `${problem?.position}, recorded ${parsed}`
    })
    assert.deepStrictEqual(differences, [])
  })
})

const Piece = Schema.Literals([
  "word",
  "the",
  "AND",
  "OR",
  "NOT",
  "TO",
  " ",
  " ",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  '"',
  "/",
  "\\",
  "\\u0041",
  "\\u00",
  "+",
  "-",
  "!",
  "~",
  "~1.5",
  "^",
  "^2",
  ":",
  "*",
  "?",
  ".",
  ",",
  "_",
  "日本",
  "🎉",
  "é",
  "<",
  ">",
  "#",
  "@",
  "&",
  "|",
  "\n",
  "\0"
])

describe("a query", () => {
  it.prop(
    "of any text is parsed or refused at a place in it",
    [Schema.Array(Piece).pipe(Schema.check(Schema.isMaxLength(24)))],
    ([pieces]) => {
      const text = pieces.join("")
      const problem = Option.getOrUndefined(Result.getFailure(parseQuery(text, "content")))
      if (problem === undefined) return
      assert.isAtLeast(problem.position, 1, JSON.stringify(text))
      assert.isAtMost(problem.position, text.length + 1, JSON.stringify(text))
    },
    { arbitrary: { runs: scaled(5000, 100_000) } }
  )

  it.each([
    ["a long word", "x".repeat(8193), 8193],
    ["many parentheses", "(".repeat(4000), 101],
    ["many clauses", "x ".repeat(1025), 1],
    ["many open quotes", '"\\'.repeat(2000), 1],
    ["a deep regular expression", `/${"(".repeat(4000)}/`, 52],
    ["many repetitions", "/x{1001}/", 9]
  ])("is refused if it has %s", (_, text, position) => {
    const problem = Option.getOrUndefined(Result.getFailure(parseQuery(text, "content")))
    assert.strictEqual(problem?.position, position, problem?.detail)
  })
})
