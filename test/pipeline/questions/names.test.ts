import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { fromTemplate } from "../../support/template.ts"

const source = [
  "export function connect() {",
  "  return 1",
  "}",
  "export class Pool {",
  "  connect() {",
  "    return 2",
  "  }",
  "}",
  ""
].join("\n")

const dependsOn = (file: string, anchor: string) => ({
  semantic_dependencies: [{ file, anchor, nature: "relies on it" }]
})

/** One commit with a function and a method with the same unqualified name, noted both, and what relies on and points at each. */
const makeNamesakes = Effect.map(
  fromTemplate(
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Add both", { files: { "a.ts": source } })
      yield* annotate(repository, first, [
        { file: "a.ts", anchor: "Pool.connect", lines: [5, 7] },
        { file: "a.ts", anchor: "connect", lines: [1, 3] }
      ])
      const second = yield* repository.commit("Use both", {
        files: { "b.ts": "export const one = 1\nexport const two = 2\n" }
      })
      const related_annotations = [{ commit: first, anchor: "connect", relationship: "see" }]
      yield* annotate(repository, second, [
        { file: "b.ts", anchor: "one", lines: [1, 1], ...dependsOn("a.ts", "connect"), related_annotations },
        { file: "b.ts", anchor: "two", lines: [2, 2], ...dependsOn("a.ts", "Pool::connect") }
      ])
      return { repository }
    })
  ),
  ({ repository }) => repository
)

const names = (entries: ReadonlyArray<{ readonly anchor: string }>) => entries.map((entry) => entry.anchor)

describe("a function and a method with the same unqualified name", () => {
  it.effect.each([
    ["connect", "one"],
    ["Pool.connect", "two"]
  ] as const)("are distinguished by every question: %s", ([anchor, dependent]) =>
    Effect.gen(function* () {
      const { deps, history, read } = ask(yield* makeNamesakes)
      const answer = yield* read({ path: "a.ts", anchor })
      assert.deepStrictEqual(names(answer.regions.map((region) => ({ anchor: region.anchor.name }))), [anchor])
      assert.deepStrictEqual(names(answer.dependencies_on_this), [dependent])
      assert.deepStrictEqual(names((yield* deps({ path: "a.ts", anchor })).dependents), [dependent])
      const { timeline } = yield* history({ path: "a.ts", anchor })
      assert.deepStrictEqual(
        timeline.map((entry) => entry.intent),
        [`Why ${anchor} is.`]
      )
    })
  )

  it.effect("are distinguished in references to them", () =>
    Effect.gen(function* () {
      const answer = yield* ask(yield* makeNamesakes).read({ path: "b.ts", anchor: "one" })
      assert.deepStrictEqual(names(answer.regions[0]?.related ?? []), ["connect"])
    })
  )

  it.effect("are no longer distinguished once the function is deleted: its name then matches the method", () =>
    Effect.gen(function* () {
      const repository = yield* makeNamesakes
      yield* repository.commit("Drop the function", { files: { "a.ts": source.split("\n").slice(3).join("\n") } })
      const answer = yield* ask(repository).deps({ path: "a.ts", anchor: "Pool.connect" })
      assert.deepStrictEqual(names(answer.dependents), ["one", "two"])
    })
  )
})

describe("anchor and lines together", () => {
  it.effect("answer for the lines alone when the anchor is unknown", () =>
    Effect.gen(function* () {
      const answer = yield* ask(yield* makeNamesakes).read({ path: "a.ts", anchor: "nothingIsCalledSo", lines: "5:6" })
      assert.deepStrictEqual(names(answer.regions.map((region) => ({ anchor: region.anchor.name }))), ["Pool.connect"])
      assert.deepStrictEqual(answer.query.lines, { start: 5, end: 6 })
    })
  )
})
