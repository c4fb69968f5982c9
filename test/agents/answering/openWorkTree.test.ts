import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { openWorkTree, readWorkTreeFile } from "../../../src/agents/answering/openWorkTree.ts"
import { cloneRepository, makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const maxBytes = 8 * 1024 * 1024

it.effect("of a work tree, text files of up to 8 MiB are read, and nothing of git's folder or outside", () =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    const root = join(folder, "root")
    const write = (path: string, text: string | Uint8Array) =>
      Effect.promise(() =>
        mkdir(dirname(join(root, path)), { recursive: true }).then(() => writeFile(join(root, path), text))
      )
    yield* write("a.ts", "one\r\ntwo\n")
    yield* write(".github/a.yml", "one\n")
    yield* write(".git/config", "one\n")
    yield* write("../outside.ts", "one\n")
    yield* write("binary", "one\0two")
    yield* write("wide.ts", Buffer.from("\ufeffone\r\n", "utf16le"))
    yield* write("most.ts", "x".repeat(maxBytes))
    yield* write("more.ts", "x".repeat(maxBytes + 1))
    yield* Effect.promise(() => symlink(join(root, "a.ts"), join(root, "link.ts")))
    const read = (path: string) => Effect.map(readWorkTreeFile(root, join(root, path)), Option.getOrUndefined)
    assert.deepInclude(yield* read("a.ts"), { path: "a.ts", text: "one\ntwo\n" })
    assert.strictEqual((yield* read(".github/a.yml"))?.text, "one\n")
    assert.strictEqual((yield* read("wide.ts"))?.text, "one\n")
    assert.strictEqual((yield* read("most.ts"))?.text.length, maxBytes)
    for (const path of [".git", ".git/config", "../outside.ts", "binary", "more.ts", "link.ts", "none.ts", "."]) {
      assert.isUndefined(yield* read(path), path)
    }
  })
)

it.effect("the state of a work tree changes with the history that git shows, though HEAD stays", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("One", { files: { "a.ts": "1\n" } })
    yield* repository.commit("Two", { files: { "a.ts": "2\n" } })
    const clone = yield* cloneRepository(repository, ["--depth=1"])
    const readState = Effect.map(openWorkTree(clone.directory, "1"), (tree) => Option.getOrThrow(tree).state)
    const shallow = yield* readState
    assert.strictEqual(yield* readState, shallow)
    yield* clone.git(["fetch", "--quiet", "--unshallow"])
    const whole = yield* readState
    yield* clone.git(["replace", "--graft", "HEAD"])
    assert.strictEqual(new Set([shallow, whole, yield* readState]).size, 3)
  })
)
