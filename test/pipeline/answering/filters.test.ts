import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import type { Filters, ReadQuery } from "../../../src/pipeline/answering/queries.ts"
import { warnOfFiltered } from "../../../src/pipeline/answering/filters.ts"
import { slow } from "../../support/scale.ts"
import { fromTemplate } from "../../support/template.ts"

const day = 86_400
/** 2024-01-01T00:00:00Z */
const start = 1_704_067_200

const source = (second: number) =>
  `export const one = 1\nexport const two = ${second}\nexport const three = () => {\n  return two\n}\n`

const relies = (nature: string) => [{ file: "a.ts", anchor: "two", nature }]

/**
 * `a.ts`: `one` (January, enhanced, tags Pool and net), `two` and `three` (March, inferred, tag net). `b.ts` relies on
 * `two`: says so in January (enhanced) and again in March (inferred). The commit of January is rebased in February.
 */
const makeFiltered = Effect.map(
  fromTemplate(
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("One", {
        files: { "a.ts": source(1), "b.ts": "export const b = 1\n" },
        authorDate: start,
        date: start + 31 * day
      })
      const pointer = (anchor: string) => [{ commit: first.slice(0, 12), anchor, relationship: "follows" }]
      yield* annotate(repository, first, [
        { file: "a.ts", anchor: "one", lines: [1, 1], tags: ["Pool", "net"] },
        { file: "a.ts", anchor: "three", lines: [3, 5], related_annotations: pointer("one") },
        { file: "b.ts", anchor: "b", lines: [1, 1], semantic_dependencies: relies("says its author") }
      ])
      yield* repository.git(["tag", "v1"])
      const second = yield* repository.commit("Two", {
        files: { "a.ts": source(2), "b.ts": "export const b = 2\n" },
        date: start + 60 * day
      })
      yield* annotate(
        repository,
        second,
        [
          { file: "a.ts", anchor: "two", lines: [2, 2], tags: ["net"], related_annotations: pointer("three") },
          { file: "b.ts", anchor: "b", lines: [1, 1], semantic_dependencies: relies("says the diff") }
        ],
        { context_level: "inferred" }
      )
      return { repository }
    })
  ),
  ({ repository }) => ({ repository, questions: ask(repository) })
)

const names = (answer: { readonly regions: ReadonlyArray<{ readonly anchor: { readonly name: string } }> }) =>
  answer.regions.map((region) => region.anchor.name).toSorted()

const refused: ReadonlyArray<readonly [Omit<ReadQuery, "path">, string, string]> = [
  [{ since: "" }, "since_invalid", "Neither a time nor a revision: (nothing)"],
  [{ since: "v9.9.9" }, "since_invalid", "Neither a time nor a revision: v9.9.9"],
  [{ since: "2024-13-45" }, "since_invalid", "Neither a time nor a revision: 2024-13-45"],
  [{ since: "2024-02-30" }, "since_invalid", "Neither a time nor a revision: 2024-02-30"],
  [{ since: "2024-01-01T25:00" }, "since_invalid", "Neither a time nor a revision: 2024-01-01T25:00"],
  [{ since: "--exec=x" }, "since_invalid", "Neither a time nor a revision: --exec=x"],
  [{ since: "\u001b[2J" }, "since_invalid", String.raw`Neither a time nor a revision: \x1b[2J`],
  [{ since: "a\0b" }, "since_invalid", String.raw`Neither a time nor a revision: a\x00b`],
  [{ tags: [] }, "filter_invalid", "tags must be at least one tag, got nothing."],
  [{ tags: [" ", ""] }, "filter_invalid", "tags must be at least one tag, got nothing."],
  [{ min_confidence: 1.1 }, "filter_invalid", "min_confidence must be a number from 0 to 1, got 1.1."],
  [{ min_confidence: Number.NaN }, "filter_invalid", "min_confidence must be a number from 0 to 1, got NaN."],
  [{ depth: -1 }, "filter_invalid", "depth must be a whole number from 0 to 10, got -1."],
  [{ depth: 11 }, "filter_invalid", "depth must be a whole number from 0 to 10, got 11."],
  [{ max_regions: 0 }, "limit_invalid", "max_regions must be a whole number above zero, got 0."]
]

describe("the filters of read", () => {
  it.effect("drop regions before any limit, and report how many each dropped", () =>
    Effect.gen(function* () {
      const { questions } = yield* makeFiltered
      const asked = (more: Omit<ReadQuery, "path">) =>
        Effect.map(questions.read({ path: "a.ts", ...more }), (answer) => [names(answer), answer.warnings ?? []])
      const all = [["one", "three", "two"], []]
      assert.deepStrictEqual(yield* asked({}), all)
      assert.deepStrictEqual(yield* asked({ tags: ["POOL "] }), [
        ["one"],
        ["2 regions left out by tags.", "1 dependent left out by tags."]
      ])
      assert.deepStrictEqual(yield* asked({ tags: ["pool", "net"] }), [
        ["one", "two"],
        ["1 region left out by tags.", "1 dependent left out by tags."]
      ])
      assert.deepStrictEqual(yield* asked({ context_level: "enhanced" }), [
        ["one", "three"],
        ["1 region left out by context-level."]
      ])
      assert.deepStrictEqual(yield* asked({ since: "2024-02-01", tags: ["pool"] }), [
        [],
        ["2 regions left out by since, 1 by tags.", "1 dependent left out by tags."]
      ])
      assert.deepStrictEqual(yield* asked({ min_confidence: 0 }), all)
      const [kept, said] = yield* asked({ min_confidence: 1 })
      assert.deepStrictEqual([kept, said?.[0]], [[], "3 regions left out by min-confidence."])
    })
  )

  it.effect(
    "keep the matching copy of a text that two commits have",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const say = Effect.fnUntraced(function* (tag: string, line: number) {
          const commit = yield* repository.commit(tag, { files: { "a.ts": source(line) }, date: start + line * day })
          yield* annotate(repository, commit, [{ file: "a.ts", anchor: "one", lines: [1, 5], tags: [tag] }])
        })
        yield* say("older", 1)
        yield* say("newer", 2)
        for (const tag of ["older", "newer"]) {
          const { regions, warnings = [] } = yield* ask(repository).read({ path: "a.ts", tags: [tag] })
          assert.deepStrictEqual([regions.map(({ tags }) => tags), warnings], [[[tag]], []])
        }
      }),
    slow
  )

  it.effect("report the total before filtering, and limit the rest", () =>
    Effect.gen(function* () {
      const { questions } = yield* makeFiltered
      const { stats } = yield* questions.read({ path: "a.ts", tags: ["pool"] })
      assert.deepStrictEqual([stats.annotations_found, stats.regions_returned], [2, 1])
      const limited = yield* questions.read({ path: "a.ts", tags: ["net"], max_regions: 1 })
      assert.strictEqual(limited.regions.length, 1)
      assert.strictEqual(limited.trimmed?.original_regions, 2)
      assert.strictEqual(limited.trimmed?.strategy, "max_regions")
    })
  )

  it.effect("follow related annotations to the requested depth", () =>
    Effect.gen(function* () {
      const { questions } = yield* makeFiltered
      const hops = (depth: number) =>
        Effect.map(questions.read({ path: "a.ts", anchor: "two", depth }), ({ regions }) =>
          (regions[0]?.related ?? []).map(({ anchor }) => anchor)
        )
      assert.deepStrictEqual(yield* hops(0), [])
      assert.deepStrictEqual(yield* hops(1), ["three"])
      assert.deepStrictEqual(yield* hops(2), ["three", "one"])
    })
  )

  it.effect("accept for since a date, git's relative dates, and a revision (its author time)", () =>
    Effect.gen(function* () {
      const { questions, repository } = yield* makeFiltered
      const since = (text: string) => Effect.map(questions.read({ path: "a.ts", since: text }), names)
      const all = ["one", "three", "two"]
      for (const text of ["2024-01-01", "v1", "v1~0", "HEAD~1", "Jan 1 2024 00:00:00 UTC", "1704067200"]) {
        assert.deepStrictEqual(yield* since(text), all, text)
      }
      for (const text of ["2024-01-01T00:00:01Z", "HEAD", "2024-02-29 UTC", "1704067201"]) {
        assert.deepStrictEqual(yield* since(text), ["two"], text)
      }
      assert.deepStrictEqual(yield* since("2024-03-01T00:00:01Z"), [])
      // A tag may be called like a day; a day it is.
      yield* repository.git(["tag", "2024-03-02", "v1"])
      assert.deepStrictEqual(yield* since("2024-03-02"), [])
    })
  )

  it.effect("refuse invalid values", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add", { files: { "a.ts": "1\n" } })
      for (const [query, code, message] of refused) {
        const error = yield* failure(ask(repository).read({ path: "a.ts", ...query }))
        assert.deepStrictEqual([error.code, error.message], [code, message])
      }
    })
  )
})

describe("the filters of the other questions", () => {
  it.effect("keep a dependent's older statement when the newer one is filtered out", () =>
    Effect.gen(function* () {
      const { questions } = yield* makeFiltered
      const asked = (filters: Filters & { readonly min_confidence?: number }) =>
        Effect.map(questions.deps({ path: "a.ts", anchor: "two", ...filters }), (answer) => [
          answer.dependents.map(({ nature }) => nature),
          answer.stats.dependencies_found,
          answer.warnings ?? []
        ])
      assert.deepStrictEqual(yield* asked({}), [["says the diff"], 1, []])
      assert.deepStrictEqual(yield* asked({ context_level: "enhanced" }), [["says its author"], 1, []])
      assert.deepStrictEqual(yield* asked({ since: "HEAD" }), [["says the diff"], 1, []])
      assert.deepStrictEqual(yield* asked({ since: "2025-01-01" }), [[], 1, ["1 dependent left out by since."]])
      assert.deepStrictEqual(yield* asked({ tags: ["net"] }), [[], 1, ["1 dependent left out by tags."]])
      assert.deepStrictEqual(yield* asked({ min_confidence: 0.99 }), [
        [],
        1,
        ["1 dependent left out by min-confidence."]
      ])
    })
  )

  it.effect("drop history steps before the limit applies", () =>
    Effect.gen(function* () {
      const { questions } = yield* makeFiltered
      const enhanced = yield* questions.history({ path: "b.ts", context_level: "enhanced", limit: 1 })
      assert.deepStrictEqual(
        [enhanced.timeline.map(({ context_level }) => context_level), enhanced.warnings],
        [["enhanced"], ["1 step left out by context-level."]]
      )
      const deep = (depth: number) =>
        Effect.map(questions.history({ path: "a.ts", anchor: "two", depth }), ({ timeline }) =>
          timeline.flatMap(({ related_context }) => (related_context ?? []).map(({ anchor }) => anchor))
        )
      assert.deepStrictEqual(yield* deep(0), [])
      assert.deepStrictEqual(yield* deep(2), ["three", "one"])
      const recent = yield* questions.history({ path: "a.ts", anchor: "two", since: "HEAD" })
      assert.deepStrictEqual(
        recent.timeline.map(({ relation }) => relation),
        ["direct"]
      )
    })
  )

  it.effect(
    "keep the matching copy of a duplicated step",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        for (const tag of ["first", "second"]) {
          const commit = yield* repository.commit(tag, {
            files: { "a.ts": `export const a = "${tag}"\n// ${tag}\n` },
            date: start
          })
          yield* annotate(repository, commit, [{ file: "a.ts", anchor: "a", lines: [1, 1], tags: [tag] }])
        }
        const { history } = ask(repository)
        for (const tag of ["first", "second"]) {
          const { timeline, warnings = [] } = yield* history({ path: "a.ts", tags: [tag] })
          assert.deepStrictEqual([timeline.map((step) => step.commit_message), warnings], [[tag], []])
        }
      }),
    slow
  )

  it.effect("drop summary units without a matching annotation, and still count them", () =>
    Effect.gen(function* () {
      const { questions } = yield* makeFiltered
      const answer = yield* questions.summary({ path: ".", tags: ["net"], since: "HEAD" })
      assert.deepStrictEqual(
        answer.units.map(({ anchor }) => anchor.name),
        ["two"]
      )
      assert.deepStrictEqual(answer.warnings, ["2 units left out by since, 1 by tags."])
      const { annotated_units, unannotated_units } = answer.stats
      assert.deepStrictEqual([annotated_units, unannotated_units], [4, 0])
      const sure = yield* questions.summary({ path: "a.ts", min_confidence: 1 })
      assert.deepStrictEqual([sure.units, sure.warnings], [[], ["3 units left out by min-confidence."]])
    })
  )
})

describe("the warning about filtered results", () => {
  it("names the filters in a fixed order", () => {
    const expected = "2 regions left out by since, 1 by tags."
    assert.deepStrictEqual(warnOfFiltered(["tags", "since", "since"], "region"), [expected])
    assert.deepStrictEqual(warnOfFiltered(["since", "tags", "since"], "region"), [expected])
  })
})
