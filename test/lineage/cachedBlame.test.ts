import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Blame } from "../../src/lineage/Blame.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { walksAt } from "../support/keptWalks.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

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

describe("a blame cached by another process", () => {
  it.effect("is computed again if the cached one is damaged or truncated", () =>
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

  it.effect("is not computed by git again", () =>
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

  it.effect("is valid only for one content of the work tree", () =>
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

  it.effect(
    "of the work tree's content is valid only while git's blame would be the same",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.git(["config", "core.autocrlf", "false"])
        const old = "one\ntwo\nthree\n"
        yield* repository.commit("Base", { files: { "src/a.ts": old, "src/old.ts": old.repeat(9) } })
        yield* repository.git(["checkout", "-q", "-b", "other"])
        yield* repository.commit("Other", { files: { "src/a.ts": `${old}four\n` } })
        yield* repository.git(["checkout", "-q", "main"])
        const commit = yield* repository.commit("Main")
        const asked = {
          kept: (blame: Blame["Service"]) => blame.hunks,
          cold: (_: unknown, git: Git["Service"]) => git.blame
        }
        const blamed = Effect.fnUntraced(function* (path: string, text: string) {
          const target = { commit, path, contents: Option.some(new TextEncoder().encode(text)) }
          const [kept, cold] = yield* Effect.forEach([asked.kept, asked.cold], (of) =>
            inProcess(repository.directory, (blame, git) => of(blame, git)(target))
          )
          assert.deepStrictEqual(kept, cold)
          return JSON.stringify(kept)
        })
        const crlf = `${old}four\n`.replaceAll("\n", "\r\n")
        const changes: ReadonlyArray<readonly [string, string, string, Effect.Effect<unknown>]> = [
          ["renamed in the index", "src/new.ts", old.repeat(9), repository.git(["mv", "src/old.ts", "src/new.ts"])],
          ["a merge begun", "src/a.ts", `${old}four\n`, repository.git(["update-ref", "MERGE_HEAD", "other"])],
          ["attributes in its folder", "src/a.ts", crlf, repository.write("src/.gitattributes", "*.ts text\n")],
          ["attributes above", "src/a.ts", crlf, repository.write(".gitattributes", "*.ts text\n")],
          ["line ends converted", "src/a.ts", crlf, repository.git(["config", "core.autocrlf", "input"])]
        ]
        for (const [what, path, text, change] of changes) {
          const before = yield* blamed(path, text)
          yield* change
          assert.notStrictEqual(yield* blamed(path, text), before, what)
          yield* repository.remove("src/.gitattributes")
          yield* repository.remove(".gitattributes")
        }
      }),
    slow
  )

  it.effect("is valid only while attributes let git find the same renames", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const lines = Array.from({ length: 10 }, (_, n) => `line number ${n} of the file\n`)
      yield* repository.commit("Base", { files: { "old.txt": lines.join("") } })
      const converted = lines.map((line, n) => (n < 4 ? line : line.replace("\n", "\r\n"))).join("")
      const commit = yield* repository.commit("Move", { files: { "old.txt": null, "new.txt": converted } })
      const target = { commit, path: "new.txt", contents: Option.none<Uint8Array>() }
      const kept = inProcess(repository.directory, (blame) => blame.hunks(target))
      assert.lengthOf(yield* kept, 2)
      yield* repository.write(".git/info/attributes", "*.txt -diff\n")
      assert.lengthOf(yield* kept, 1)
    })
  )
})
