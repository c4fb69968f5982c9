import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGitWrites } from "../GitWritesContract.ts"
import { reasonOf } from "../git/reasons.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"

const ref = "refs/notes/ultragit"
const absent = ObjectId.make("1".repeat(40))
const text = (content: string) => Option.some(Buffer.from(content))
const message = "ultragit: annotate"

/** Every file below the git directory, objects aside. */
const leftovers = (repository: TemporaryRepository) =>
  Effect.promise(() => readdir(join(repository.directory, ".git"), { recursive: true })).pipe(
    Effect.map((files) =>
      files.filter((file) => !/^(?:objects\/(?!pack)|logs|refs\/(?:heads|notes|tags)|[A-Z_]+$)/.test(file)).toSorted()
    )
  )

const showNote = (repository: TemporaryRepository, commit: string) =>
  repository.git(["notes", `--ref=${ref}`, "show", commit])

const makeCommits = (repository: TemporaryRepository, count: number) =>
  repository.importHistory(Array.from({ length: count }, (_, n) => ({ message: `commit ${n}` })))

/** Notes commits. */
export const notesWriteContract = (use: UseGitWrites) =>
  describe("notes", () => {
    it.effect("are written where there is no ref, by the committer, without a leftover", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const before = yield* leftovers(repository)
        const notes = [{ commit, content: text("hello\n") }]
        const tip = yield* use(repository.directory, (writes) =>
          writes.writeNotes({ ref, tip: Option.none(), notes, message })
        )
        assert.deepStrictEqual(tip, Option.some(yield* repository.id(ref)))
        assert.strictEqual(yield* showNote(repository, commit), "hello")
        assert.strictEqual(
          yield* repository.git(["log", "--format=%s|%an|%cn <%ce>", ref]),
          `${message}|Carl Committer|Carl Committer <carl@example.org>`
        )
        assert.deepStrictEqual(yield* leftovers(repository), before)
      })
    )

    it.effect("of a lost race leave the ref as it was", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const first = yield* repository.note(commit, "first")
        const second = yield* repository.note(commit, "second")
        const notes = [{ commit, content: text("mine") }]
        const reasons = yield* use(repository.directory, (writes) =>
          Effect.forEach([Option.some(first), Option.none<ObjectId>()], (tip) =>
            reasonOf(writes.writeNotes({ ref, tip, notes, message }))
          )
        )
        assert.deepStrictEqual(reasons, ["RefMoved", "RefMoved"])
        assert.strictEqual(yield* repository.id(ref), second)
      })
    )

    it.effect("that change nothing make no commit", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const [a = absent, b = absent] = yield* makeCommits(repository, 2)
        const tip = Option.some(yield* repository.note(a, "same"))
        const notes = [
          { commit: a, content: text("same") },
          { commit: b, content: Option.none() }
        ]
        const result = yield* use(repository.directory, (writes) => writes.writeNotes({ ref, tip, notes, message }))
        assert.deepStrictEqual(result, tip)
        assert.deepStrictEqual(Option.some(yield* repository.id(ref)), tip)
      })
    )
  })
