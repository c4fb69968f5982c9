import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Result } from "effect"
import { maxNoteBytes } from "../../src/notes/format/decode.ts"
import { Notes } from "../../src/notes/Notes.ts"
import { minimalNote, minimalRegion } from "../support/notes.ts"
import { settingsOf } from "../support/settings.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"

/** More than are asked of git at once, several times over. */
const many = 150
const broken = 70

const notesLayer = Layer.provide(Notes.layerNoDeps, NodeServices.layer)

const noteOf = (commit: string, anchor: string) => minimalNote(commit, { regions: [minimalRegion("a.ts", anchor)] })

/** A note of so many bytes. */
const sized = (commit: string, anchor: string, bytes: number) => {
  const note = JSON.stringify({ ...noteOf(commit, anchor), summary: "" })
  return note.replace(`"summary":""`, `"summary":"${"x".repeat(Math.max(0, bytes - note.length))}"`)
}

describe("many notes", () => {
  it.effect("are indexed in tree order and read with their commit, and unreadable ones are reported", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commits = yield* repository.importHistory(
        Array.from({ length: many }, (_, nth) => ({ message: `Step ${nth}` }))
      )
      const ordered = commits.toSorted()
      yield* repository.importNotes(
        ordered.map((commit, nth) => [commit, nth === broken ? "{ no JSON" : noteOf(commit, `unit${nth}`)] as const)
      )
      yield* Effect.gen(function* () {
        const { read, snapshot } = yield* Notes
        const { index } = yield* snapshot
        const expected = ordered.flatMap((commit, nth) =>
          nth === broken ? [] : [{ commit, region: 0, anchor: `unit${nth}` }]
        )
        assert.deepStrictEqual(index.regionsOf("a.ts"), expected)
        assert.deepStrictEqual(
          index.problems().map(({ commit }) => commit),
          [ordered[broken]]
        )
        const notes = yield* read(yield* snapshot, commits)
        const anchors = ordered.map((commit) => {
          const note = notes.get(commit)
          return note !== undefined && Result.isSuccess(note) ? note.success.annotation.regions[0]?.ast_anchor.name : ""
        })
        assert.deepStrictEqual(
          anchors,
          ordered.map((_, nth) => (nth === broken ? "" : `unit${nth}`))
        )
      }).pipe(Effect.provide(notesLayer, { local: true }), settingsOf(repository))
    })
  )

  it.effect("are returned in the requested order, cached or not", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commits = yield* repository.importHistory([{ message: "1" }, { message: "2" }, { message: "3" }])
      yield* repository.importNotes(commits.map((commit) => [commit, noteOf(commit, "unit")] as const))
      yield* Effect.gen(function* () {
        const { read, snapshot } = yield* Notes
        yield* read(yield* snapshot, commits.slice(2))
        assert.deepStrictEqual([...(yield* read(yield* snapshot, commits)).keys()], commits)
      }).pipe(Effect.provide(notesLayer, { local: true }), settingsOf(repository))
    })
  )

  it.effect("are indexed and read at any size up to the limit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commits = yield* repository.importHistory(["1", "2", "3", "4"].map((message) => ({ message })))
      const sizes = [0, 64 * 1024 + 1, maxNoteBytes, maxNoteBytes + 1]
      yield* repository.importNotes(
        commits.map((commit, nth) => [commit, sized(commit, `unit${nth}`, sizes[nth] ?? 0)] as const)
      )
      yield* Effect.gen(function* () {
        const { read, snapshot } = yield* Notes
        const { index } = yield* snapshot
        const byAnchor = index.regionsOf("a.ts").toSorted((a, b) => (a.anchor < b.anchor ? -1 : 1))
        assert.deepStrictEqual(
          byAnchor.map(({ anchor, commit }) => [anchor, commit]),
          commits.slice(0, 3).map((commit, nth) => [`unit${nth}`, commit])
        )
        const notes = yield* read(yield* snapshot, commits)
        assert.deepStrictEqual([...notes.values()].map(Result.isSuccess), [true, true, true, false])
        assert.deepStrictEqual(
          index.problems().map(({ commit }) => commit),
          commits.slice(3)
        )
      }).pipe(Effect.provide(notesLayer, { local: true }), settingsOf(repository))
    })
  )
})
