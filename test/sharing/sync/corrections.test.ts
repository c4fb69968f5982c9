import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { maxNoteBytes } from "../../../src/notes/format/decode.ts"
import { NotesWriter } from "../../../src/notes/NotesWriter.ts"
import { refsOf } from "../../../src/notes/remotes/refs.ts"
import { correct } from "../../../src/writing/corrections/correct.ts"
import { authoredNow } from "../../support/authored.ts"
import { makeHub, notesRef, noteText, pullIn, pushFrom, tipOf } from "../../support/hub.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { slow } from "../../support/scale.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"

const region = (file: string, more: object = {}) => ({ ...minimalRegion(file, "Pool.acquire"), ...more })

const noteWith = (repository: TemporaryRepository, commit: string, regions: ReadonlyArray<object>, more: object = {}) =>
  repository.note(commit, minimalNote(commit, { regions, ...more }))

const correctIn = (repository: TemporaryRepository, commit: string, value: string) =>
  authoredNow(repository)(
    correct({
      commit,
      region: "Pool.acquire",
      file: Option.none(),
      change: { field: "constraints", action: "add", value },
      allowSecret: false,
      dryRun: false
    })
  )

const correctionsOf = (repository: TemporaryRepository, commit: string) =>
  Effect.map(noteText(repository, commit), (text) => JSON.parse(text).corrections ?? [])

/** Two clones share the note of the first commit; a rewrite in the second clone copies it to the second commit. */
const makeTeam = Effect.fnUntraced(function* (copy: ReadonlyArray<object>, more: object = {}) {
  const { clones, first, second } = yield* makeHub(2)
  const [carol, bob] = clones
  if (carol === undefined || bob === undefined) return yield* Effect.die("two clones were made")
  yield* noteWith(carol, first, [region("a.ts")])
  yield* pushFrom(carol)
  yield* pullIn(bob)
  const rewrite = noteWith(bob, second, copy, more)
  return { bob, carol, first, second, rewrite }
})

describe("a correction of a note that another clone has carried to a new commit", () => {
  it.effect("reaches the copy when it is pulled", () =>
    Effect.gen(function* () {
      const { bob, carol, first, rewrite, second } = yield* makeTeam([region("moved.ts")])
      yield* rewrite
      const { correction } = yield* correctIn(carol, first, "Never wait.")
      yield* pushFrom(carol)
      yield* pullIn(bob)
      assert.deepStrictEqual(yield* correctionsOf(bob, second), [{ ...correction, file: "moved.ts" }])
      assert.deepStrictEqual(yield* correctionsOf(bob, first), [correction])
    })
  )

  it.effect("reaches the copy with the next pull if the first was stopped after the merge", () =>
    Effect.gen(function* () {
      const { bob, carol, first, rewrite, second } = yield* makeTeam([region("moved.ts")])
      yield* rewrite
      const { correction } = yield* correctIn(carol, first, "Never wait.")
      yield* pushFrom(carol)
      const { incoming } = refsOf("origin", notesRef)
      yield* bob.git(["fetch", "--quiet", "origin", `+${notesRef}:${incoming}`])
      const fetched = ObjectId.make(yield* bob.id(incoming))
      yield* authoredNow(bob)(Effect.flatMap(NotesWriter, (writer) => writer.merge(fetched, "Merge")))
      assert.deepStrictEqual(yield* correctionsOf(bob, second), [])
      yield* pullIn(bob)
      assert.deepStrictEqual(yield* correctionsOf(bob, second), [{ ...correction, file: "moved.ts" }])
    })
  )

  it.effect(
    "reaches the copy when that is pulled",
    () =>
      Effect.gen(function* () {
        const { bob, carol, first, rewrite, second } = yield* makeTeam([region("a.ts")])
        const { correction } = yield* correctIn(carol, first, "Never wait.")
        yield* rewrite
        yield* pushFrom(bob)
        yield* pullIn(carol)
        assert.deepStrictEqual(yield* correctionsOf(carol, second), [correction])
      }),
    slow
  )

  it.effect(
    "reaches the copy when both are in one clone",
    () =>
      Effect.gen(function* () {
        const { bob, first, rewrite, second } = yield* makeTeam([region("a.ts")])
        yield* rewrite
        const { correction } = yield* correctIn(bob, first, "Never wait.")
        assert.deepStrictEqual(yield* correctionsOf(bob, second), [correction])
      }),
    slow
  )

  it.effect(
    "reaches the copy whose intent, a subject line, was reworded",
    () =>
      Effect.gen(function* () {
        const reason = { reasoning: "The broker drops sessions." }
        const { bob, carol, first, second } = yield* makeTeam([])
        yield* noteWith(carol, first, [region("a.ts", reason)])
        yield* noteWith(bob, second, [region("a.ts", { ...reason, intent: "Reworded." })])
        const { correction } = yield* correctIn(carol, first, "Never wait.")
        yield* pushFrom(carol)
        yield* pullIn(bob)
        assert.deepStrictEqual(yield* correctionsOf(bob, second), [correction])
      }),
    slow
  )

  it.effect(
    "stops no pull although the copy would become too large",
    () =>
      Effect.gen(function* () {
        const reasoning = "x".repeat(maxNoteBytes - 1_000)
        const { bob, carol, first, rewrite, second } = yield* makeTeam([region("moved.ts", { reasoning })])
        yield* rewrite
        yield* correctIn(carol, first, "Never wait.".repeat(100))
        yield* pushFrom(carol)
        yield* pullIn(bob)
        assert.lengthOf(yield* correctionsOf(bob, first), 1)
        assert.deepStrictEqual(yield* correctionsOf(bob, second), [])
      }),
    slow
  )

  it.effect.each<[string, ReadonlyArray<object>, object]>([
    ["another name", [minimalRegion("a.ts", "Pool.release")], {}],
    ["another time", [region("a.ts")], { timestamp: "2025-01-02T00:00:00Z" }],
    ["another intent", [region("a.ts", { intent: "Other." })], {}]
  ])("does not reach a region of %s", ([, other, more]) =>
    Effect.gen(function* () {
      const { bob, carol, first, rewrite, second } = yield* makeTeam(other, more)
      yield* rewrite
      yield* correctIn(carol, first, "Never wait.")
      yield* pushFrom(carol)
      yield* pullIn(bob)
      assert.deepStrictEqual(yield* correctionsOf(bob, second), [])
    })
  )

  it.effect("does not reach a region of another file that says the same", () =>
    Effect.gen(function* () {
      const both = [region("a.ts"), region("b.ts")]
      const { bob, rewrite, second } = yield* makeTeam(both)
      yield* rewrite
      const corrected = authoredNow(bob)(
        correct({
          commit: second,
          region: "Pool.acquire",
          file: Option.some("a.ts"),
          change: { field: "constraints", action: "add", value: "Never wait." },
          allowSecret: false,
          dryRun: false
        })
      )
      const { correction } = yield* corrected
      assert.deepStrictEqual(yield* correctionsOf(bob, second), [correction])
    })
  )

  it.effect("reaches the copy on a commit that is only in the other clone", () =>
    Effect.gen(function* () {
      const { bob, carol, first } = yield* makeTeam([])
      const rewritten = yield* bob.commit("Rewritten")
      yield* noteWith(bob, rewritten, [region("a.ts")])
      const { correction } = yield* correctIn(carol, first, "Never wait.")
      yield* pushFrom(bob)
      yield* pullIn(carol)
      assert.notStrictEqual((yield* carol.tryGit(["cat-file", "-e", rewritten])).exitCode, 0)
      const blob = (yield* carol.git(["ls-tree", "-r", notesRef]))
        .split("\n")
        .find((line) => line.replace("/", "").endsWith(rewritten))
      const text = yield* carol.git(["cat-file", "blob", blob?.split(/\s/)[2] ?? ""])
      assert.deepStrictEqual(JSON.parse(text).corrections, [correction])
    })
  )

  it.effect("leaves clones with the same notes, and nothing more to write", () =>
    Effect.gen(function* () {
      const { bob, carol, first, rewrite } = yield* makeTeam([region("a.ts")])
      yield* rewrite
      yield* correctIn(carol, first, "Never wait.")
      yield* pushFrom(carol)
      yield* pushFrom(bob)
      yield* pullIn(carol)
      const tip = yield* tipOf(carol)
      assert.strictEqual(yield* tipOf(bob), tip)
      yield* pullIn(carol)
      yield* pullIn(bob)
      assert.deepStrictEqual([yield* tipOf(carol), yield* tipOf(bob)], [tip, tip])
    })
  )
})
