import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Blame } from "../../src/annotations/Blame.ts"
import { Git } from "../../src/git/Git.ts"
import { walksAt } from "../support/keptWalks.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"

/** A process of its own: nothing but what lies on disk is known from before. */
const inProcess = <A, E>(
  directory: string,
  use: (blame: Blame["Service"], git: Git["Service"]) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    return yield* use(yield* Blame, yield* Git)
  }).pipe(Effect.provide(walksAt(directory), { local: true }))

const cacheFiles = (directory: string) =>
  Effect.promise(() =>
    readdir(join(directory, ".git", "ultragit", "cache"), { recursive: true, withFileTypes: true }).then((found) =>
      found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    )
  )

describe("a blame that another process kept", () => {
  it.effect("is asked of git again where what was kept is damaged or cut off", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One", { files: { "a.ts": "one\n" } })
      const commit = yield* repository.commit("Two", { files: { "a.ts": "one\ntwo\n" } })
      const target = { commit, path: "a.ts", contents: Option.none<Uint8Array>() }
      const hunks = inProcess(repository.directory, (blame) => blame.hunks(target))
      const cold = yield* hunks
      for (const damage of [
        (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2),
        (bytes: Uint8Array) => bytes.map((byte, index) => (index === bytes.length - 20 ? byte ^ 1 : byte)),
        () => new Uint8Array()
      ]) {
        const files = yield* cacheFiles(repository.directory)
        assert.isAbove(files.length, 1)
        for (const file of files) {
          yield* Effect.promise(() => readFile(file).then((bytes) => writeFile(file, damage(bytes))))
        }
        assert.deepStrictEqual(yield* hunks, cold)
      }
    })
  )

  it.effect("is not asked of git again", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("One", { files: { "a.ts": "one\n" } })
      const target = { commit, path: "a.ts", contents: Option.none<Uint8Array>() }
      const kept = yield* inProcess(repository.directory, (blame) => blame.hunks(target))
      const blob = yield* repository.id("HEAD:a.ts")
      yield* repository.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
      assert.deepStrictEqual(yield* inProcess(repository.directory, (blame) => blame.hunks(target)), kept)
    })
  )

  it.effect("holds for one content of the work tree alone", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("One", { files: { "a.ts": "one\n" } })
      const blamed = (text: string) =>
        inProcess(repository.directory, (blame) =>
          blame.hunks({ commit, path: "a.ts", contents: Option.some(new TextEncoder().encode(text)) })
        )
      const lengths = yield* Effect.forEach(["one\ntwo\n", "zero\none\n", "one\ntwo\n"], blamed)
      assert.deepStrictEqual(
        lengths.map((hunks) => hunks.map((hunk) => Option.isSome(hunk.commit))),
        [
          [true, false],
          [false, true],
          [true, false]
        ]
      )
    })
  )
})
