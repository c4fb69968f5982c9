import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { cloneRepository, firstDate, makeRepository } from "./TemporaryRepository.ts"

describe("TemporaryRepository", () => {
  it.effect("commits with dates that advance by an hour, the same ids every time", () =>
    Effect.gen(function* () {
      const build = Effect.gen(function* () {
        const repository = yield* makeRepository()
        const first = yield* repository.commit("one", { files: { "a.txt": "1\n", "b/c.txt": "2\n" } })
        const second = yield* repository.commit("two", { files: { "a.txt": null } })
        return { first, second, dates: yield* repository.git(["log", "--format=%ct"]) }
      })
      const built = yield* build
      assert.deepStrictEqual(built, yield* build)
      assert.strictEqual(built.dates, `${firstDate + 3600}\n${firstDate}`)
    })
  )

  it.effect("attaches notes one by one and in bulk", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory(
        Array.from({ length: 300 }, (_, n) => ({ message: `commit ${n}`, files: { "a.txt": `${n}\n` } }))
      )
      yield* repository.note(ids[0] ?? "", { summary: "one" })
      yield* repository.importNotes(ids.slice(1).map((id, n) => [id, `note ${n}`]))
      assert.strictEqual(yield* repository.git(["notes", "--ref=ultragit", "show", ids[0] ?? ""]), `{"summary":"one"}`)
      assert.strictEqual((yield* repository.git(["notes", "--ref=ultragit", "list"])).split("\n").length, 300)
      assert.strictEqual(yield* repository.git(["status", "--porcelain"]), "")
    })
  )

  it.effect("builds merges, bare and SHA-256 repositories and clones", () =>
    Effect.gen(function* () {
      const bare = yield* makeRepository({ bare: true, objectFormat: "sha256" })
      const ids = yield* bare.importHistory([
        { message: "root", files: { "a.txt": "a\n" } },
        { message: "left", files: { "l.txt": "l\n" } },
        { message: "right", files: { "r.txt": "r\n" }, parents: [0] },
        { message: "merge", files: { "r.txt": "r\n" }, parents: [1, 2] }
      ])
      assert.strictEqual(ids[3]?.length, 64)
      assert.strictEqual(yield* bare.git(["log", "-1", "--format=%P", "main"]), `${ids[1]} ${ids[2]}`)
      const clone = yield* cloneRepository(bare)
      assert.strictEqual(yield* clone.id("HEAD"), ids[3])
    })
  )

  it.effect("leaves nothing behind", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.scoped(Effect.map(makeRepository(), (repository) => repository.directory))
      assert.isFalse(existsSync(directory))
    })
  )
})
