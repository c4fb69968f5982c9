import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"

const absent = ObjectId.make("1".repeat(40))

/** `git notes list`: blob and commit of every note. */
const byGit = (repository: TemporaryRepository) =>
  Effect.map(repository.git(["notes", "--ref=ultragit", "list"]), (list) =>
    list
      .split("\n")
      .map((line) => line.split(" ").toReversed().join(" "))
      .toSorted()
  )

const shown = (notes: ReadonlyArray<{ readonly commit: string; readonly blob: string }>) =>
  notes.map(({ blob, commit }) => `${commit} ${blob}`).toSorted()

const makeCommits = (repository: TemporaryRepository, count: number) =>
  repository.importHistory(Array.from({ length: count }, (_, n) => ({ message: `commit ${n}` })))

/** A tree entry for a note at a path without fan-out. */
const flatTree = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  notes: ReadonlyArray<{ readonly commit: string; readonly blob: string }>
) {
  const tree = yield* repository.git(["mktree"], {
    stdin: notes.map(({ blob, commit }) => `100644 blob ${blob}\t${commit}\n`).join("")
  })
  return ObjectId.make(yield* repository.git(["commit-tree", "-m", "flat", tree]))
})

/** A notes commit with one note three folders down. */
const deepTree = Effect.fnUntraced(function* (repository: TemporaryRepository, commit: string, blob: string) {
  const parts = [commit.slice(0, 2), commit.slice(2, 4), commit.slice(4, 6)]
  let entry = `100644 blob ${blob}\t${commit.slice(6)}\n`
  for (const part of parts.toReversed()) {
    entry = `040000 tree ${yield* repository.git(["mktree"], { stdin: entry })}\t${part}\n`
  }
  const tree = yield* repository.git(["mktree"], { stdin: entry })
  return ObjectId.make(yield* repository.git(["commit-tree", "-m", "deep", tree]))
})

/** Lists of notes, and differences between two tips. */
export const notesContract = (use: UseGit) =>
  describe("notes", () => {
    it.effect("lists the notes that git lists, without and with fan-out", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* makeCommits(repository, 600)
        const few = yield* repository.importNotes(ids.slice(0, 3).map((id, n) => [id, `note ${n}`]))
        const listed = yield* byGit(repository)
        assert.deepStrictEqual(shown(yield* use(repository.directory, (git) => git.notes(few))), listed)
        const many = yield* repository.importNotes(ids.map((id, n) => [id, `other ${n}`]))
        assert.include(yield* repository.git(["ls-tree", "-r", "--name-only", many]), "/")
        const all = yield* use(repository.directory, (git) => git.notes(many))
        assert.deepStrictEqual(shown(all), yield* byGit(repository))
        assert.lengthOf(all, 600)
      })
    )

    it.effect("skips entries that are not notes", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: "x" })
        const inner = yield* repository.git(["mktree"], { stdin: `100644 blob ${blob}\treadme\n` })
        const upper = "A".repeat(40)
        const tree = yield* repository.git(["mktree"], {
          stdin:
            `100644 blob ${blob}\t${commit}\n100644 blob ${blob}\tREADME\n100644 blob ${blob}\t${upper}\n` +
            `040000 tree ${inner}\tab\n120000 blob ${blob}\t${"b".repeat(40)}\n160000 commit ${commit}\t${"c".repeat(40)}\n`
        })
        const tip = ObjectId.make(yield* repository.git(["commit-tree", "-m", "odd", tree]))
        const found = yield* use(repository.directory, (git) => git.notes(tip))
        assert.deepStrictEqual(shown(found), [`${commit} ${blob}`])
      })
    )

    it.effect("finds notes that were added, changed and removed between two tips", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const [a = absent, b = absent, c = absent] = yield* makeCommits(repository, 3)
        yield* repository.note(a, "a")
        const from = yield* repository.note(b, "b")
        yield* repository.note(b, "changed")
        yield* repository.note(c, "c")
        yield* repository.git(["notes", "--ref=ultragit", "remove", a])
        const to = yield* repository.id("refs/notes/ultragit")
        const change = yield* use(repository.directory, (git) => git.notesChange(from, to))
        const after = yield* use(repository.directory, (git) => git.notes(to))
        assert.deepStrictEqual(shown(change.upserted), shown(after))
        assert.deepStrictEqual(change.removed, [a])
        const back = yield* use(repository.directory, (git) => git.notesChange(to, from))
        assert.deepStrictEqual(shown(back.upserted), shown(yield* use(repository.directory, (git) => git.notes(from))))
        assert.deepStrictEqual(back.removed, [c])
        const same = yield* use(repository.directory, (git) => git.notesChange(to, to))
        assert.deepStrictEqual(same, { upserted: [], removed: [] })
      })
    )

    it.effect("treats a note that only moved by fan-out as unchanged", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* makeCommits(repository, 400)
        const fanned = yield* repository.importNotes(ids.map((id, n) => [id, `note ${n}`]))
        const notes = yield* use(repository.directory, (git) => git.notes(fanned))
        const blob = ObjectId.make(yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: "new" }))
        const [first = { commit: absent, blob: absent }, second = first, ...rest] = notes
        const flat = yield* flatTree(repository, [{ commit: first.commit, blob }, ...rest])
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const there = yield* git.notesChange(fanned, flat)
            assert.deepStrictEqual(there, { upserted: [{ commit: first.commit, blob }], removed: [second.commit] })
            const back = yield* git.notesChange(flat, fanned)
            assert.deepStrictEqual(shown(back.upserted), shown([first, second]))
            assert.deepStrictEqual(back.removed, [])
          })
        )
      })
    )

    it.effect.each(["sha1", "sha256"] as const)("finds the notes of some commits at every depth: %s", (objectFormat) =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ objectFormat })
        const ids = yield* makeCommits(repository, 300)
        const [a = absent, b = absent, c = absent, ...rest] = ids
        const asked = [a, c, ObjectId.make("0".repeat(a.length)), a]
        const flat = yield* repository.importNotes([
          [a, "a"],
          [b, "b"]
        ])
        const fanned = yield* repository.importNotes(ids.filter((id) => id !== c).map((id) => [id, "x"]))
        const blob = yield* repository.git(["rev-parse", `${flat}:${a}`])
        const deep = yield* deepTree(repository, a, blob)
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const found = (tip: ObjectId) =>
              Effect.map(git.noteBlobs(tip, asked), (blobs) => Array.from(blobs, ([commit, id]) => `${commit} ${id}`))
            assert.deepStrictEqual(yield* found(flat), [`${a} ${blob}`])
            assert.deepStrictEqual<unknown>(yield* found(deep), [`${a} ${blob}`])
            const noted = (yield* git.notes(fanned)).find(({ commit }) => commit === a)
            assert.deepStrictEqual<unknown>(yield* found(fanned), [`${a} ${noted?.blob ?? ""}`])
            assert.strictEqual((yield* git.noteBlobs(fanned, rest)).size, rest.length)
          })
        )
      })
    )
  })
