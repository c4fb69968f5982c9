import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { fromTemplate } from "../../support/template.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const path = "src/retry.ts"
const body = ["  let waited = 0", "  const limit = url.length", "  waited += limit", "  return waited"]
const retry = (lines: ReadonlyArray<string>, name = "retry") =>
  [`export function ${name}(url: string): number {`, ...lines, "}", ""].join("\n")

/** A file whose second commit changes one line of a function and notes the whole function. */
const makeNoted = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("Retry", { files: { [path]: retry(["  let waited = 1", ...body.slice(1)]) } })
    const noted = yield* repository.commit("Wait less", { files: { [path]: retry(body) } })
    yield* annotate(repository, noted, [
      { file: path, anchor: "retry", lines: [1, 6], intent: "Wait before retrying." }
    ])
    return { repository, noted }
  })
)

const freshnessAfter = (files: Readonly<Record<string, string | null>>) =>
  Effect.gen(function* () {
    const { repository } = yield* makeNoted
    yield* repository.commit("Change it", { files })
    const { regions } = yield* ask(repository).read({ path, anchor: "" })
    return regions.map(({ freshness }) => freshness)
  })

describe("freshness of regions", () => {
  it.effect("is absent where the code is as it was, though its commit wrote only one of the lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      const { regions } = yield* ask(repository).read({ path })
      assert.strictEqual(regions.length, 1)
      assert.notProperty(regions[0], "freshness")
    })
  )

  it.effect("is absent where only other lines, indentation or blank lines changed", () =>
    Effect.gen(function* () {
      const indented = ["", ...body.map((line) => (line.includes("let") ? line : `  ${line}`))]
      const files = { [path]: `export const before = 1\n${retry(indented)}` }
      assert.deepStrictEqual(yield* freshnessAfter(files), [undefined])
    })
  )

  it.effect("counts changed lines and the commits that wrote them", () =>
    Effect.gen(function* () {
      const edited = [body[0] ?? "", "  const limit = 100", ...body.slice(2)]
      assert.deepStrictEqual(yield* freshnessAfter({ [path]: retry(edited) }), [
        { state: "edited", changed_lines: 1, lines: 5, commits: 1 }
      ])
    })
  )

  it.effect(
    "counts lines that were added within or removed",
    () =>
      Effect.gen(function* () {
        const more = [...body.slice(0, 2), "  console.log(limit)", "  console.log(url)", ...body.slice(2)]
        assert.deepStrictEqual(yield* freshnessAfter({ [path]: retry(more) }), [
          { state: "edited", changed_lines: 2, lines: 7, commits: 1 }
        ])
        assert.deepStrictEqual(yield* freshnessAfter({ [path]: retry(body.toSpliced(1, 1)) }), [
          { state: "edited", changed_lines: 1, lines: 5 }
        ])
      }),
    slow
  )

  it.effect("counts uncommitted edits, which no commit wrote", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.write(path, retry([body[0] ?? "", "  const limit = 100", ...body.slice(2)]))
      const { regions } = yield* ask(repository).read({ path })
      assert.deepStrictEqual(regions[0]?.freshness, { state: "edited", changed_lines: 1, lines: 5 })
    })
  )

  it.effect(
    "says that nearly all was rewritten",
    () =>
      Effect.gen(function* () {
        const rewritten = [body[0] ?? "", "  const steps = [1, 2]", "  return steps.length"]
        assert.deepStrictEqual(yield* freshnessAfter({ [path]: retry(rewritten) }), [
          { state: "edited", changed_lines: 3, lines: 5, commits: 1 }
        ])
      }),
    slow
  )

  it.effect("says that code moved to another file", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.commit("Move it", {
        files: { [path]: "export const left = 1\n", "src/waiting.ts": `export const other = 2\n${retry(body)}` }
      })
      const { regions } = yield* ask(repository).read({ path: "src/waiting.ts" })
      assert.deepStrictEqual(
        regions.map(({ freshness, match }) => [match, freshness]),
        [["moved", { state: "moved" }]]
      )
    })
  )
})
