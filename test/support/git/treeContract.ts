import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectMissing } from "../../../src/adapters/git/GitError.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository } from "../TemporaryRepository.ts"

/** Adds index entries whose names may have any bytes. */
const indexInfo = (entries: ReadonlyArray<readonly [mode: string, id: string, path: Uint8Array]>): Uint8Array =>
  Buffer.concat(entries.flatMap(([mode, id, path]) => [Buffer.from(`${mode} ${id} 0\t`), path, Buffer.from([0])]))

const entries = (use: UseGit) => {
  it.effect("finds files, executables, links, submodules and folders without following any", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("src/deep/a.txt", "a\n")
      yield* repository.write("run.sh", "#!/bin/sh\n", { executable: true })
      yield* repository.link("link", "src")
      const first = yield* repository.commit("one")
      yield* repository.git(["update-index", "--add", "--cacheinfo", `160000,${first},module`])
      yield* repository.git(["commit", "-q", "-m", "module"])
      const commit = yield* repository.id("HEAD")
      const paths = [
        "src/deep/a.txt",
        "run.sh",
        "link",
        "module",
        "src/deep",
        "",
        "link/deep/a.txt",
        "module/x",
        "none"
      ]
      const found = yield* use(repository.directory, (git) => Effect.forEach(paths, (path) => git.entry(commit, path)))
      assert.deepStrictEqual(
        found.map((entry) => Option.getOrUndefined(entry)?.kind),
        ["file", "executable", "symlink", "submodule", "directory", "directory", undefined, undefined, undefined]
      )
      assert.strictEqual(
        Option.getOrUndefined(found[0] ?? Option.none())?.id,
        yield* repository.id("HEAD:src/deep/a.txt")
      )
      assert.strictEqual(Option.getOrUndefined(found[3] ?? Option.none())?.id, first)
      assert.strictEqual(Option.getOrUndefined(found[5] ?? Option.none())?.id, yield* repository.id("HEAD^{tree}"))
    })
  )

  it.effect("finds many entries of several commits at once, each as alone", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("one", { files: { "a/b/c.txt": "1", "a/d.txt": "2", e: "3" } })
      const second = yield* repository.commit("two", { files: { "a/b/c.txt": "4", e: "5" } })
      const paths = ["a/b/c.txt", "a/d.txt", "e", "a", "a/b", "", "e/f", "a/none/x", "a/b/c.txt"]
      const places = [first, second, first].flatMap((commit) => paths.map((path) => ({ commit, path })))
      const [together, alone, none] = yield* use(repository.directory, (git) =>
        Effect.all([
          git.entries(places),
          Effect.forEach(places, ({ commit, path }) => git.entry(commit, path)),
          git.entries([])
        ])
      )
      assert.deepStrictEqual(together, alone)
      assert.deepStrictEqual(none, [])
    })
  )

  it.effect("fails for many entries if the commit of one is not there", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { a: "1" } })
      const absent = ObjectId.make("1".repeat(40))
      const failure = yield* use(repository.directory, (git) =>
        Effect.flip(
          git.entries([
            { commit, path: "a" },
            { commit: absent, path: "a" }
          ])
        )
      )
      assert.deepStrictEqual<unknown>(failure.reason, new ObjectMissing({ id: absent }))
    })
  )

  it.effect("takes paths literally: no part is a pathspec or an option", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const odd = ["--output=x", "-L1", ":x", "a\nb", "*.txt", 'q"uote', "back\\slash", "tab\t", ":(glob)y", " "]
      const commit = yield* repository.commit("one", { files: Object.fromEntries(odd.map((path) => [path, path])) })
      const strange = [
        "../../etc/passwd",
        "/etc/passwd",
        "./-L1",
        "",
        ".",
        "..",
        "-L1/",
        "//",
        "a",
        "q",
        "x\0y",
        "?.txt"
      ]
      const [known, unknown] = yield* use(repository.directory, (git) =>
        Effect.all([
          Effect.forEach(odd, (path) => git.entry(commit, path)),
          Effect.forEach(
            strange.filter((path) => path !== ""),
            (path) => git.entry(commit, path)
          )
        ])
      )
      assert.deepStrictEqual(
        known.map((entry) => Option.getOrUndefined(entry)?.path),
        odd
      )
      assert.isTrue(unknown.every(Option.isNone))
    })
  )
}

const lists = (use: UseGit) => {
  it.effect("lists all files below a folder, in tree order, as git does", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const files = {
        "a/b/c.txt": "1",
        "a/b.txt": "2",
        "a-b.txt": "3",
        "z/ä ö.txt": "4",
        'z/"q".txt': "5",
        "a.txt": "6"
      }
      const commit = yield* repository.commit("one", { files })
      const listed = (yield* repository.git(["ls-tree", "-r", "-z", "--name-only", "HEAD"])).split("\0").slice(0, -1)
      const [all, below, file, none] = yield* use(repository.directory, (git) =>
        Effect.forEach(["", "a", "a.txt", "nowhere"], (folder) => git.files(commit, folder))
      )
      assert.deepStrictEqual(
        all?.map((entry) => entry.path),
        listed
      )
      assert.deepStrictEqual(
        below?.map((entry) => entry.path),
        ["a/b.txt", "a/b/c.txt"]
      )
      assert.deepStrictEqual([file, none], [[], []])
    })
  )

  it.effect("decodes bytes that are not UTF-8 as lone surrogates, and accepts them as input", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: "x\n" })
      const path = Buffer.from([0x64, 0xff, 0x2f, 0xc3, 0x28, 0x2e, 0xf0, 0x9f, 0x98, 0x80])
      yield* repository.git(["update-index", "-z", "--index-info"], { stdin: indexInfo([["100644", blob, path]]) })
      yield* repository.git(["commit", "-q", "-m", "one"])
      const commit = yield* repository.id("HEAD")
      const text = "d\udcff/\udcc3(.😀"
      yield* use(repository.directory, (git) =>
        Effect.gen(function* () {
          const [listed] = yield* git.files(commit, "")
          assert.strictEqual(listed?.path, text)
          assert.deepStrictEqual<unknown>(yield* git.files(commit, "d\udcff"), [listed])
          assert.strictEqual(Option.getOrThrow(yield* git.entry(commit, text)).id, listed?.id)
          assert.deepStrictEqual(yield* git.indexPaths, [text])
        })
      )
    })
  )

  it.effect("lists the index, including files added but not committed; nothing without a work tree", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      yield* repository.write("b\nc.txt", "b\n")
      yield* repository.git(["add", "--all"])
      yield* repository.write("untracked.txt", "u\n")
      assert.deepStrictEqual(yield* use(repository.directory, (git) => git.indexPaths), ["a.txt", "b\nc.txt"])
      const bare = yield* makeRepository({ bare: true })
      assert.deepStrictEqual(yield* use(bare.directory, (git) => git.indexPaths), [])
      assert.deepStrictEqual(yield* use(bare.directory, (git) => git.workTreePaths), [])
    })
  )

  it.effect("lists what a work tree has that is not ignored, and which of it has an attribute", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const attributes =
        "dist/** linguist-generated\nvendor/* linguist-vendored=true\nvendor/own.js -linguist-vendored\n"
      yield* repository.commit("one", {
        files: { "gone.txt": "g\n", "vendor/own.js": "o\n", ".gitattributes": attributes, ".gitignore": "*.log\n" }
      })
      yield* repository.remove("gone.txt")
      const written = ["new\n.txt", "a.log", "dist/a/b.js", "vendor/c.js", "kept.log", "logs.log/a"]
      for (const path of written) yield* repository.write(path, "n\n")
      yield* repository.git(["add", "--force", "kept.log"])
      yield* use(repository.directory, (git) =>
        Effect.gen(function* () {
          const paths = yield* git.workTreePaths
          const own = [".gitattributes", ".gitignore", "kept.log", "vendor/own.js"]
          assert.sameMembers([...paths], [...own, "gone.txt", "new\n.txt", "dist/a/b.js", "vendor/c.js"])
          const asked = ["a.log", "kept.log", "logs.log", ":(top)*.log", "dist", "\udcff.log", "none.log/b"]
          assert.sameMembers(
            [...(yield* git.ignored(asked))],
            asked.filter((each) => !/^kept|^dist/.test(each))
          )
          assert.deepStrictEqual(yield* git.ignored(["dist"]), new Set())
          assert.deepStrictEqual(yield* git.ignored([]), new Set())
          const marked = yield* git.attributed(paths, ["linguist-generated", "linguist-vendored"])
          assert.sameMembers([...marked], ["dist/a/b.js", "vendor/c.js"])
          assert.deepStrictEqual(yield* git.attributed([], ["linguist-generated"]), new Set())
        })
      )
    })
  )
}

/** Trees and the index. */
export const treeContract = (use: UseGit) =>
  describe("trees", () => {
    entries(use)
    lists(use)
  })
