import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { UseGit } from "../GitContract.ts"
import { makeRepository } from "../TemporaryRepository.ts"

/** Changes made by other processes are visible to the next call. */
export const freshnessContract = (use: UseGit) =>
  describe("a repository that other processes change", () => {
    it.effect("shows new commits, other branches, packed and deleted refs, and what gc repacked", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const first = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.strictEqual(yield* git.resolveCommit("HEAD"), first)
            const second = yield* repository.commit("two", { files: { "a.txt": "b\n" } })
            assert.strictEqual(yield* git.resolveCommit("HEAD"), second)
            yield* repository.git(["checkout", "-q", "-b", "side", first])
            assert.strictEqual(yield* git.resolveCommit("HEAD"), first)
            const [third] = yield* repository.importHistory([{ message: "three" }], { branch: "imported" })
            assert.strictEqual(yield* git.resolveCommit("imported"), third)
            yield* repository.git(["pack-refs", "--all"])
            assert.strictEqual(yield* git.resolveCommit("imported"), third)
            yield* repository.git(["branch", "-q", "-D", "imported"])
            assert.deepStrictEqual(yield* git.resolveRef("refs/heads/imported"), Option.none())
            yield* repository.git(["gc", "-q", "--prune=now"])
            assert.strictEqual(yield* git.resolveCommit("main"), second)
            const [facts] = yield* git.commits([second])
            assert.isTrue(Option.isSome(facts ?? Option.none()))
            assert.isTrue(Option.isSome(yield* git.entry(second, "a.txt")))
            const fourth = yield* repository.commit("four", { files: { "b.txt": "b\n" } })
            assert.strictEqual(yield* git.resolveCommit("side"), fourth)
            assert.isTrue(Option.isSome(yield* git.entry(fourth, "b.txt")))
          })
        )
      })
    )

    it.effect("shows each new tip of the notes ref", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* repository.importHistory(Array.from({ length: 5 }, (_, n) => ({ message: `commit ${n}` })))
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.resolveRef("refs/notes/ultragit"), Option.none())
            for (const [n, id] of ids.entries()) {
              const tip = yield* repository.note(id, `note ${n}`)
              assert.deepStrictEqual(yield* git.resolveRef("refs/notes/ultragit"), Option.some(tip))
              assert.lengthOf(yield* git.notes(tip), n + 1)
            }
          })
        )
      })
    )

    it.effect("shows a replaced commit like git, after its blame context is read", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const first = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
        const second = yield* repository.commit("two", { files: { "a.txt": "b\n" } })
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const message = Effect.map(
              git.commits([second]),
              ([facts = Option.none()]) => Option.getOrThrow(facts).message
            )
            yield* git.blameContext
            assert.strictEqual(yield* message, "two\n")
            yield* repository.git(["replace", second, first])
            yield* git.blameContext
            assert.strictEqual(yield* message, "one\n")
            yield* repository.git(["replace", "-d", second])
            yield* git.blameContext
            assert.strictEqual(yield* message, "two\n")
          })
        )
      })
    )

    it.effect("is opened as soon as it exists", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.write("sub/a.txt", "a\n")
        yield* repository.remove(".git")
        yield* use(`${repository.directory}/sub`, (git) =>
          Effect.gen(function* () {
            assert.strictEqual((yield* Effect.flip(git.repository)).reason._tag, "NotARepository")
            yield* repository.git(["init", "-q", "--template=", "."])
            const commit = yield* repository.commit("one")
            assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
          })
        )
      })
    )
  })
