import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, type RegionInput } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const source = (url: string) => ["export function connect(): string {", `  return "${url}"`, "}", ""].join("\n")
const connect: RegionInput = { file: "a.ts", anchor: "connect", lines: [1, 3], intent: "One broker." }
const concern = { description: "One connection.", regions: ["a.ts:connect"], nature: "invariant" }
const flag = (timestamp: string, reason = "Two are allowed now.") => ({
  file: "a.ts",
  anchor: "connect",
  action: "flag",
  value: reason,
  author: "Ada <ada@example.org>",
  timestamp
})
const flagged = (timestamp: string) => ({
  reason: "Two are allowed now.",
  author: "Ada <ada@example.org>",
  timestamp
})

/** `connect` in two commits, and what is noted of each. */
const twice = Effect.fnUntraced(function* (
  first: { readonly [field: string]: unknown } = {},
  second: { readonly [field: string]: unknown } = {}
) {
  const repository = yield* makeRepository()
  const older = yield* repository.commit("Add connect", { files: { "a.ts": source("one") } })
  const newer = yield* repository.commit("Change connect", { files: { "a.ts": source("two") } })
  yield* annotate(repository, older, [connect], first)
  yield* annotate(repository, newer, [connect], second)
  return { repository, older, newer }
})

/** A commit on a branch, picked to `main`, and the branch merged: both are in the history. */
const picked = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Add connect", { files: { "a.ts": source("one") } })
  yield* repository.git(["switch", "--quiet", "--create", "topic"])
  const original = yield* repository.commit("Change connect", { files: { "a.ts": source("two") } })
  yield* repository.git(["switch", "--quiet", "main"])
  yield* repository.commit("Add b", { files: { "b.ts": "" } })
  yield* repository.git(["cherry-pick", "topic"])
  const copy = yield* repository.id("HEAD")
  yield* repository.git(["merge", "--quiet", "--no-edit", "topic"])
  yield* annotate(repository, original, [connect])
  return { repository, original, copy }
})

const copyNote = (repository: TemporaryRepository, from: string, to: string) =>
  repository.git(["notes", "--ref=refs/notes/ultragit", "copy", from, to])

const warned = (repository: TemporaryRepository) =>
  Effect.map(ask(repository).read({ path: "a.ts" }), ({ warnings = [] }) => warnings)

describe("a region with the same text in two commits", () => {
  it.live("is returned once, and counted once", () =>
    Effect.gen(function* () {
      const { newer, repository } = yield* twice({ cross_cutting: [concern] }, { cross_cutting: [concern] })
      const { cross_cutting, regions, stats } = yield* ask(repository).read({ path: "a.ts", anchor: "connect" })
      assert.deepStrictEqual(
        regions.map(({ commit }) => commit),
        [newer]
      )
      assert.strictEqual(stats.regions_returned, 1)
      assert.strictEqual(cross_cutting.length, 1)
    })
  )

  it.live("is returned once per distinct text", () =>
    Effect.gen(function* () {
      const { newer, repository } = yield* twice()
      yield* annotate(repository, newer, [{ ...connect, reasoning: "It asks twice." }])
      const { regions } = yield* ask(repository).read({ path: "a.ts", anchor: "connect" })
      assert.strictEqual(regions.length, 2)
    })
  )

  it.live(
    "is one history step, the oldest, where one commit is a copy of the other",
    () =>
      Effect.gen(function* () {
        const { copy, original, repository } = yield* picked
        yield* copyNote(repository, original, copy)
        const { stats, timeline } = yield* ask(repository).history({ path: "a.ts", anchor: "connect" })
        assert.strictEqual(timeline.length, 1)
        assert.strictEqual(stats.entries_returned, 1)
        assert.include([original, copy], timeline[0]?.commit)
      }),
    slow
  )

  it.live("is one history step where a carried note names its source", () =>
    Effect.gen(function* () {
      const { newer, older, repository } = yield* twice()
      const provenance = { operation: "initial", derived_from: [older], original_annotations_preserved: true }
      yield* annotate(repository, newer, [connect], { provenance })
      const { timeline } = yield* ask(repository).history({ path: "a.ts", anchor: "connect" })
      assert.deepStrictEqual(
        timeline.map(({ commit }) => commit),
        [older]
      )
    })
  )

  it.live("is two history steps where the same text was recorded again later", () =>
    Effect.gen(function* () {
      const { newer, older, repository } = yield* twice()
      const { timeline } = yield* ask(repository).history({ path: "a.ts", anchor: "connect" })
      assert.deepStrictEqual(
        timeline.map(({ commit }) => commit),
        [older, newer]
      )
    })
  )
})

/** A commit on a branch, and the file renamed on `main` before the commit is rebased there; both are in the history. */
const rebasedOverRename = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Add connect", { files: { "a.ts": source("one") } })
  yield* repository.git(["switch", "--quiet", "--create", "topic"])
  const original = yield* repository.commit("Change connect", { files: { "a.ts": source("two") } })
  yield* annotate(repository, original, [connect])
  yield* repository.git(["switch", "--quiet", "main"])
  yield* repository.git(["mv", "a.ts", "b.ts"])
  yield* repository.commit("Rename a file")
  yield* repository.git(["cherry-pick", "topic"])
  const copy = yield* repository.id("HEAD")
  yield* repository.git(["merge", "--quiet", "--no-edit", "topic"])
  return { repository, copy }
})

describe("a region with the same text in two commits between which its file was renamed", () => {
  const renamed: RegionInput = { ...connect, file: "b.ts" }

  it.live(
    "is returned once where a carried note names its source",
    () =>
      Effect.gen(function* () {
        const { older, repository } = yield* twice()
        yield* repository.git(["mv", "a.ts", "b.ts"])
        yield* repository.commit("Rename a file")
        const restored = yield* repository.commit("Restore connect", { files: { "b.ts": source("one") } })
        const provenance = { operation: "initial", derived_from: [older], original_annotations_preserved: true }
        yield* annotate(repository, restored, [renamed], { provenance })
        const { regions } = yield* ask(repository).read({ path: "b.ts" })
        assert.deepStrictEqual(
          regions.map(({ intent }) => intent),
          ["One broker."]
        )
      }),
    slow
  )

  it.live("is one history step where one commit is a rebased copy of the other, and keeps its flag", () =>
    Effect.gen(function* () {
      const { copy, repository } = yield* rebasedOverRename
      const timestamp = "2026-01-01T00:00:00Z"
      yield* annotate(repository, copy, [renamed], { corrections: [{ ...flag(timestamp), file: "b.ts" }] })
      const { timeline } = yield* ask(repository).history({ path: "b.ts", anchor: "connect" })
      assert.deepStrictEqual(
        timeline.map(({ flags, intent }) => ({ flags, intent })),
        [{ flags: [flagged(timestamp)], intent: "One broker." }]
      )
    })
  )
})

describe("a flagged region", () => {
  it.live("is marked in every answer, at half its confidence", () =>
    Effect.gen(function* () {
      const { newer, repository } = yield* twice()
      const asked = ask(repository)
      const before = yield* asked.read({ path: "a.ts", anchor: "connect" })
      const timestamp = "2026-01-01T00:00:00Z"
      yield* annotate(repository, newer, [connect], { corrections: [flag(timestamp)] })
      const read = yield* asked.read({ path: "a.ts", anchor: "connect", verbose: true })
      const history = yield* asked.history({ path: "a.ts", anchor: "connect" })
      const summary = yield* asked.summary({ path: "a.ts" })
      const flags = [flagged(timestamp)]
      assert.deepStrictEqual(read.regions[0]?.flags, flags)
      assert.deepStrictEqual(history.timeline.at(-1)?.flags, flags)
      assert.deepStrictEqual(summary.units[0]?.flags, flags)
      assert.strictEqual(read.regions[0]?.confidence_factors?.flagged, 0.5)
      assert.approximately(read.regions[0]?.confidence ?? 0, (before.regions[0]?.confidence ?? 0) / 2, 0.001)
    })
  )

  it.live("keeps the flags of its copies", () =>
    Effect.gen(function* () {
      const first = "2026-01-01T00:00:00Z"
      const { repository } = yield* twice({ corrections: [flag(first)] })
      const { regions } = yield* ask(repository).read({ path: "a.ts", anchor: "connect" })
      assert.deepStrictEqual(regions[0]?.flags, [flagged(first)])
    })
  )

  it.live("carries no flag fields while unflagged", () =>
    Effect.gen(function* () {
      const { repository } = yield* twice()
      const { regions } = yield* ask(repository).read({ path: "a.ts", anchor: "connect", verbose: true })
      assert.isFalse(Object.hasOwn(regions[0] ?? {}, "flags"))
      assert.hasAllKeys(regions[0]?.confidence_factors, ["recency", "context_level", "anchor_stability", "provenance"])
    })
  )
})

describe("a corrected region", () => {
  const start = { file: "b.ts", anchor: "start", lines: [1, 1] as const }
  const dependency = { file: "a.ts", anchor: "connect", nature: "never throws" }
  const correction = {
    file: "b.ts",
    anchor: "start",
    author: "Ada",
    field: "semantic_dependencies",
    timestamp: "2026-01-01T00:00:00Z"
  }

  it.live("replaces the recorded text in deps", () =>
    Effect.gen(function* () {
      const files = { "a.ts": source("one"), "b.ts": "export const start = 1\n" }
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add both", { files })
      const asked = () => ask(repository).deps({ path: "a.ts", anchor: "connect" })
      const value = "a.ts:connect=answers at once"
      yield* annotate(repository, commit, [start], { corrections: [{ ...correction, action: "add", value }] })
      const { dependents } = yield* asked()
      assert.deepStrictEqual(
        dependents.map(({ nature }) => nature),
        ["answers at once"]
      )
      yield* annotate(repository, commit, [{ ...start, semantic_dependencies: [dependency] }], {
        corrections: [{ ...correction, action: "remove", value: "never throws" }]
      })
      const after = yield* asked()
      assert.strictEqual(after.stats.dependencies_found, 0)
    })
  )
})

describe("a note that names another commit", () => {
  it.live("gives no warning where git itself copied it", () =>
    Effect.gen(function* () {
      const { newer, older, repository } = yield* twice()
      yield* repository.git(["notes", "--ref=refs/notes/ultragit", "remove", newer])
      yield* copyNote(repository, older, newer)
      assert.deepStrictEqual(yield* warned(repository), [])
    })
  )

  it.live("gives one warning for all such notes where the named commit has another note", () =>
    Effect.gen(function* () {
      const { newer, older, repository } = yield* twice({}, { summary: "Another." })
      yield* annotate(repository, newer, [connect], { commit: older, summary: "Elsewhere." })
      assert.deepStrictEqual(yield* warned(repository), [
        `The note on ${newer.slice(0, 12)} names commit ${older}; the commit that has the note counts.`
      ])
      yield* annotate(repository, older, [{ ...connect, intent: "Another." }], { commit: newer })
      assert.deepStrictEqual(yield* warned(repository), [
        "2 notes name other commits than those that have them; the commits that have them count."
      ])
    })
  )
})

describe("a note of several documents", () => {
  it.live("is found through each document", () =>
    Effect.gen(function* () {
      const { newer, older, repository } = yield* twice()
      const show = (commit: string) => repository.git(["notes", "--ref=refs/notes/ultragit", "show", commit])
      yield* annotate(repository, older, [{ ...connect, intent: "Another reason." }])
      const text = `${yield* show(older)}\n\n${yield* show(newer)}`
      yield* repository.note(newer, text)
      yield* repository.git(["notes", "--ref=refs/notes/ultragit", "remove", older])
      const { regions, warnings } = yield* ask(repository).read({ path: "a.ts", anchor: "connect" })
      assert.deepStrictEqual(
        regions.map(({ commit, intent }) => ({ commit, intent })),
        [{ commit: newer, intent: "One broker." }]
      )
      assert.isUndefined(warnings)
    })
  )
})

describe("a reason given for a whole commit", () => {
  const pool = ["export class Pool {", "  acquire(): string {", '    return "one"', "  }", "}", ""].join("\n")
  const words = { intent: "One at a time.", reasoning: "The broker drops the older session." }
  const around: RegionInput = { file: "a.ts", anchor: "Pool", lines: [1, 5], ...words }
  const within: RegionInput = { file: "a.ts", anchor: "Pool.acquire", lines: [2, 4], ...words }
  const names = Effect.fnUntraced(function* (outer: RegionInput, anchor: string) {
    const repository = yield* makeRepository()
    const commit = yield* repository.commit("Add the pool", { files: { "a.ts": pool } })
    yield* annotate(repository, commit, [outer, within])
    const { regions } = yield* ask(repository).read({ path: "a.ts", anchor })
    return regions.map((region) => region.anchor.name)
  })

  it.live("is returned once for a method, without the enclosing class's copy", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* names(around, "Pool.acquire"), ["Pool.acquire"])
    })
  )

  it.live("is returned for the class when the class is asked for", () =>
    Effect.gen(function* () {
      assert.include(yield* names(around, "Pool"), "Pool")
    })
  )

  it.live("does not hide annotations of the class itself", () =>
    Effect.gen(function* () {
      const said = yield* names({ ...around, reasoning: "Something else." }, "Pool.acquire")
      assert.sameMembers(said, ["Pool", "Pool.acquire"])
    })
  )
})

describe("a drafted region in an author's note", () => {
  it.live("is reported as inferred, with lower confidence than the author's regions", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add connect", { files: { "a.ts": source("one") + source("two") } })
      const drafted = { ...connect, anchor: "drafted", lines: [4, 6] as const, context_level: "inferred" }
      yield* annotate(repository, commit, [connect, drafted])
      const { regions } = yield* ask(repository).read({ path: "a.ts", verbose: true })
      assert.deepStrictEqual(
        regions.map((region) => [region.anchor.name, region.context_level, region.confidence_factors?.context_level]),
        [
          ["connect", "enhanced", 1],
          ["drafted", "inferred", 0.5]
        ]
      )
    })
  )
})
