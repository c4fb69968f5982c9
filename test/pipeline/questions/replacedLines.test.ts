import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { BlameHunk } from "../../../src/adapters/git/Git.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { findReplacements } from "../../../src/pipeline/questions/replacedLines.ts"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const source = [
  "export const retries = 5",
  "export const pause = 100",
  "",
  "export function retry(n: number): boolean {",
  "  const limit = retries",
  "  return n < limit",
  "}",
  ""
].join("\n")

/** A repository with notes on two constants and a function. */
const makeLimits = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("Add limits", { files: { "limits.ts": source } })
  yield* annotate(repository, commit, [
    { file: "limits.ts", anchor: "retries", lines: [1, 1], intent: "The broker bans after seven." },
    { file: "limits.ts", anchor: "pause", lines: [2, 2], intent: "Long enough for the broker." },
    { file: "limits.ts", anchor: "retry", lines: [4, 7], intent: "Stop early." }
  ])
  return repository
})

const edit = (from: string, to: string): string => {
  assert.include(source, from)
  return source.replace(from, to)
}

const found = ({
  regions
}: {
  readonly regions: ReadonlyArray<{ readonly anchor: { readonly name: string }; readonly match: string }>
}) => regions.map(({ anchor, match }) => `${anchor.name} ${match}`).toSorted()

const changed = "written about the lines before that"

describe("lines that are being edited", () => {
  it.effect("keep the note of a constant, by name, by line and in the file, with what changed", () =>
    Effect.gen(function* () {
      const repository = yield* makeLimits
      yield* repository.write("limits.ts", edit("retries = 5", "retries = 9"))
      const { read, summary } = ask(repository)
      const byName = yield* read({ path: "limits.ts", anchor: "retries" })
      assert.deepStrictEqual(found(byName), ["retries exact"])
      assert.deepStrictEqual(byName.regions[0]?.lines, { start: 1, end: 1 })
      assert.deepStrictEqual(byName.regions[0]?.freshness, { state: "edited", changed_lines: 1, lines: 1 })
      assert.deepStrictEqual(byName.warnings, [
        "Lines here are changed and not committed; what is said of retries was written about the lines before that."
      ])
      assert.strictEqual(byName.stats.uncommitted_lines, 1)
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts", lines: "1" })), ["retries lines"])
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts" })), ["pause lines", "retries lines", "retry lines"])
      const { units } = yield* summary({ path: "limits.ts", anchor: "retries" })
      assert.deepStrictEqual(
        units.map(({ anchor, intent }) => [anchor.name, intent]),
        [["retries", "The broker bans after seven."]]
      )
      assert.notInclude(units[0]?.last_modified ?? "", "1970")
    })
  )

  it.effect("keep the note of a function of which only they are asked about", () =>
    Effect.gen(function* () {
      const repository = yield* makeLimits
      yield* repository.write("limits.ts", edit("limit = retries", "limit = retries * 2"))
      const answer = yield* ask(repository).read({ path: "limits.ts", lines: "5" })
      assert.deepStrictEqual(found(answer), ["retry lines"])
      assert.deepStrictEqual(answer.regions[0]?.lines, { start: 4, end: 7 })
      const whole = yield* ask(repository).read({ path: "limits.ts", anchor: "retry" })
      assert.deepStrictEqual(found(whole), ["retry exact"])
      assert.notInclude(whole.warnings?.join() ?? "", changed)
    })
  )

  it.effect("keep the note of a constant under its new name", () =>
    Effect.gen(function* () {
      const repository = yield* makeLimits
      yield* repository.write("limits.ts", edit("retries = 5", "maxAttempts = 5"))
      const answer = yield* ask(repository).read({ path: "limits.ts", anchor: "maxAttempts" })
      assert.deepStrictEqual(found(answer), ["retries lines"])
      assert.deepStrictEqual(answer.regions[0]?.lines, { start: 1, end: 1 })
    })
  )

  it.effect("keep each its own note where neighbours are edited together", () =>
    Effect.gen(function* () {
      const repository = yield* makeLimits
      const both = "export const retries = 9\n// Milliseconds\nexport const pause = 200\n"
      yield* repository.write("limits.ts", edit("export const retries = 5\nexport const pause = 100\n", both))
      const { read } = ask(repository)
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts", anchor: "pause" })), ["pause exact"])
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts", anchor: "retries" })), ["retries exact"])
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts", lines: "3" })), ["pause lines"])
    })
  )

  it.effect("have no note where they replace none: new, deleted or committed lines", () =>
    Effect.gen(function* () {
      const repository = yield* makeLimits
      const { read } = ask(repository)
      yield* repository.write("limits.ts", edit("export const pause", "export const added = 1\nexport const pause"))
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts", anchor: "added" })), [])
      yield* repository.write("limits.ts", edit("export const retries = 5\n", "").replace("n < limit", "n <= limit"))
      assert.deepStrictEqual(found(yield* read({ path: "limits.ts", lines: "5" })), ["retry lines"])
      yield* repository.commit("Nine", { files: { "limits.ts": edit("retries = 5", "retries = 9") } })
      const committed = yield* read({ path: "limits.ts", anchor: "retries" })
      assert.deepStrictEqual(found(committed), [])
      assert.notInclude(committed.warnings?.join() ?? "", changed)
    })
  )
})

const id = ObjectId.make("c".repeat(40))
const old = (start: number, end: number, originStart: number, path = "a.ts"): BlameHunk => ({
  commit: Option.some(id),
  path,
  lines: { start, end },
  originStart
})
const fresh = (start: number, end: number): BlameHunk => ({
  commit: Option.none(),
  path: "a.ts",
  lines: { start, end },
  originStart: start
})

describe("findReplacements", () => {
  it("pairs lines by their origin, at the start, between and at the end", () => {
    const before = [old(1, 10, 101)]
    const now = [fresh(1, 2), old(3, 4, 102), fresh(5, 5), old(6, 7, 106), fresh(8, 9)]
    assert.deepStrictEqual(findReplacements(before, now), [
      { before: { start: 1, end: 1 }, now: { start: 1, end: 2 } },
      { before: { start: 4, end: 5 }, now: { start: 5, end: 5 } },
      { before: { start: 8, end: 10 }, now: { start: 8, end: 9 } }
    ])
  })

  it("finds none where lines were only added or only deleted", () => {
    assert.deepStrictEqual(findReplacements([old(1, 4, 1)], [old(1, 2, 1), fresh(3, 5), old(6, 7, 3)]), [])
    assert.deepStrictEqual(findReplacements([old(1, 4, 1)], [old(1, 1, 1), old(2, 2, 4)]), [])
    assert.deepStrictEqual(findReplacements([], [fresh(1, 3)]), [])
  })

  it("does not pair lines of equal number from other paths", () => {
    assert.deepStrictEqual(findReplacements([old(1, 1, 1), old(2, 2, 1, "b.ts")], [old(1, 1, 1), fresh(2, 2)]), [
      { before: { start: 2, end: 2 }, now: { start: 2, end: 2 } }
    ])
  })
})
