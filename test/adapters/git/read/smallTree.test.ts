import { rmSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { decodePath } from "../../../../src/adapters/git/parse/PathBytes.ts"
import { parseTreeRecord } from "../../../../src/adapters/git/parse/TreeParser.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const makeSubject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const fake = yield* makeFakeGit({})
  const use = <A, E, R>(ask: (git: Git["Service"]) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(Git, ask).pipe(
      Effect.provide(gitProcessAt(repository.directory, { ...isolation, ...fake.environment }), { local: true })
    )
  const processes = (command: string) =>
    Effect.map(fake.starts, (starts) => starts.filter((start) => start.command === command).length)
  /** The listing of git. */
  const listed = (tree: string) =>
    Effect.map(repository.tryGit(["ls-tree", "-r", "-z", "--full-tree", tree]), ({ stdout }) =>
      stdout
        .toString("latin1")
        .split("\0")
        .flatMap((record) => Option.toArray(parseTreeRecord(decodePath(Buffer.from(record, "latin1")))))
    )
  return { repository, use, processes, listed }
})

/** A tree object with these entries, valid or not. */
const treeOf = (entries: ReadonlyArray<readonly [mode: string, name: string, id: string]>): Uint8Array =>
  Buffer.concat(
    entries.map(([mode, name, id]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")])
    )
  )

describe("a missing tree", () => {
  it.effect("is named, though git does not name it", () =>
    Effect.gen(function* () {
      const { repository, use } = yield* makeSubject
      const commit = yield* repository.commit("one", { files: { "d/a.ts": "a" } })
      const tree = yield* repository.id("HEAD:d")
      rmSync(join(repository.directory, ".git", "objects", tree.slice(0, 2), tree.slice(2)))
      const error = yield* Effect.flip(use((git) => git.files(commit, "d")))
      assert.deepStrictEqual([error.code, error.message.includes(tree)], ["object_missing", true])
    })
  )
})

describe("a small tree", () => {
  it.effect("is listed like git does, without starting a process", () =>
    Effect.gen(function* () {
      const { listed, processes, repository, use } = yield* makeSubject
      const names = ["a", "a.b", "a/c", "a/d/e", "ab/é", "ab/ ", 'q"\n', "z/z/z/z", "z/b"].filter(
        (name) => name !== "a"
      )
      yield* repository.write("run.sh", "#!/bin/sh\n", { executable: true })
      yield* repository.link("link", "a")
      const first = yield* repository.commit("one", { files: Object.fromEntries(names.map((name) => [name, name])) })
      yield* repository.git(["update-index", "--add", "--cacheinfo", `160000,${first},module`])
      yield* repository.git(["commit", "-q", "-m", "module"])
      const commit = yield* repository.id("HEAD")
      const all = yield* use((git) => Effect.forEach(["", "z", "ab", "none"], (folder) => git.files(commit, folder)))
      assert.deepStrictEqual(all[0], yield* listed("HEAD"))
      const below = (yield* listed("HEAD:z")).map((entry) => ({ ...entry, path: `z/${entry.path}` }))
      assert.deepStrictEqual(all.slice(1), [
        below,
        (yield* listed("HEAD")).filter(({ path }) => path.startsWith("ab/")),
        []
      ])
      assert.strictEqual(yield* processes("ls-tree"), 0)
    })
  )

  it.effect("is left to git if it has many folders or anything unusual", () =>
    Effect.gen(function* () {
      const { listed, processes, repository, use } = yield* makeSubject
      const files = Array.from({ length: 30 }, (_, at) => [`folder${at}/a.txt`, "a\n"] as const)
      const many = yield* repository.commit("many", { files: Object.fromEntries(files) })
      const blob = yield* repository.id("HEAD:folder0/a.txt")
      const bytes = treeOf([
        ["100664", "old mode", blob],
        ["100755", "x", blob]
      ])
      const hashing = ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"]
      const tree = (yield* repository.git(hashing, { stdin: bytes })).trim()
      const odd = (yield* repository.git(["commit-tree", "-m", "odd", tree])).trim()
      const found = yield* use((git) =>
        Effect.forEach([many, odd], (id) => Effect.flatMap(git.resolveCommit(id), (commit) => git.files(commit, "")))
      )
      assert.deepStrictEqual(found, [yield* listed(many), yield* listed(odd)])
      assert.strictEqual(yield* processes("ls-tree"), 2)
    })
  )

  it.effect("of notes lists all notes, with and without fan-out", () =>
    Effect.gen(function* () {
      const { processes, repository, use } = yield* makeSubject
      const commits = yield* repository.importHistory(Array.from({ length: 3 }, (_, at) => ({ message: `${at}` })))
      yield* Effect.forEach(commits, (commit) => repository.note(commit, "note"))
      const tip = yield* repository.id("refs/notes/ultragit")
      const found = yield* use((git) => Effect.flatMap(git.resolveCommit(tip), git.notes))
      assert.deepStrictEqual(
        found.map(({ commit }) => commit),
        commits.toSorted()
      )
      assert.strictEqual(yield* processes("ls-tree"), 0)
    })
  )
})

describe("the blame context", () => {
  it.effect("asks git only if replace refs may exist", () =>
    Effect.gen(function* () {
      const { processes, repository, use } = yield* makeSubject
      const [one, two] = yield* repository.importHistory([{ message: "one" }, { message: "two" }])
      const context = use((git) => git.blameContext)
      const without = yield* context
      assert.strictEqual(yield* processes("for-each-ref"), 0)
      yield* repository.git(["replace", `${two}`, `${one}`])
      const loose = yield* context
      yield* repository.git(["pack-refs", "--all", "--prune"])
      yield* repository.remove(".git/refs/replace")
      const packed = yield* context
      assert.strictEqual(yield* processes("for-each-ref"), 2)
      assert.strictEqual(packed, loose)
      assert.notStrictEqual(packed, without)
      yield* repository.git(["replace", "-d", `${two}`])
      assert.strictEqual(yield* context, without)
    })
  )
})
