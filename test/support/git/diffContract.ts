import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { FileDiff } from "../../../src/adapters/git/FileDiff.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { reasonOf } from "./reasons.ts"

const absent = ObjectId.make("1".repeat(40))

/** `modified a.txt 2,1>2,1`, `renamed old>new`. */
const shown = (files: ReadonlyArray<FileDiff>): ReadonlyArray<string> =>
  files.map(({ hunks, kind, path, previousPath }) =>
    [
      kind,
      Option.match(previousPath, { onNone: () => path, onSome: (before) => `${before}>${path}` }),
      ...hunks.map(({ after, before }) => `${before.start},${before.count}>${after.start},${after.count}`)
    ].join(" ")
  )

const blobOf = (repository: TemporaryRepository, content: string | Uint8Array) =>
  Effect.map(repository.git(["hash-object", "-w", "--stdin"], { stdin: content }), (id) => ObjectId.make(id))

/** Creates a commit whose tree has one file for each name. */
const commitTree = Effect.fnUntraced(function* (repository: TemporaryRepository, names: ReadonlyArray<string>) {
  const blob = yield* blobOf(repository, "one\n")
  const tree = yield* repository.git(["mktree", "-z"], {
    stdin: Buffer.concat(names.map((name) => Buffer.from(`100644 blob ${blob}\t${name}\0`, "latin1")))
  })
  return ObjectId.make(yield* repository.git(["commit-tree", "-m", "odd", tree]))
})

/** Differences of files and of their lines. */
export const diffContract = (use: UseGit) =>
  describe("diff", () => {
    it.effect("lists files added, changed, deleted and renamed, with their lines", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const from = yield* repository.commit("one", {
          files: { "a.txt": "1\n2\n3\n4\n", "gone.txt": "x\n", "old.txt": "p\nq\nr\ns\nt\n", "mode.sh": "m\n" }
        })
        yield* repository.write("mode.sh", "m\n", { executable: true })
        const to = yield* repository.commit("two", {
          files: {
            "a.txt": "1\ntwo\n3\n4\n5\n",
            "gone.txt": null,
            "old.txt": null,
            "new/name.txt": "p\nq\nr\ns\n",
            "bin.dat": Buffer.from("a\0b"),
            "fresh.txt": "@@ -1 +1 @@\ndiff --git a/x b/x\n"
          }
        })
        const files = yield* use(repository.directory, (git) => git.diff({ from: Option.some(from), to }))
        assert.deepStrictEqual(shown(files).toSorted(), [
          "added bin.dat",
          "added fresh.txt 0,0>1,2",
          "deleted gone.txt 1,1>0,0",
          "modified a.txt 2,1>2,1 4,0>5,1",
          "modified mode.sh",
          "renamed old.txt>new/name.txt 5,1>4,0"
        ])
      })
    )

    it.effect("compares with the empty tree, limits paths, and can turn off rename detection", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const root = yield* repository.commit("one", { files: { "a.txt": "1\n2\n", "b/c.txt": "3\n" } })
        const moved = yield* repository.commit("two", { files: { "a.txt": null, "z.txt": "1\n2\n" } })
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const all = yield* git.diff({ from: Option.none(), to: root })
            assert.deepStrictEqual(shown(all), ["added a.txt 0,0>1,2", "added b/c.txt 0,0>1,1"])
            const one = yield* git.diff({ from: Option.none(), to: root, paths: ["b"] })
            assert.deepStrictEqual(shown(one), ["added b/c.txt 0,0>1,1"])
            const plain = yield* git.diff({ from: Option.some(root), to: moved, renames: false })
            assert.deepStrictEqual(shown(plain), ["deleted a.txt 1,2>0,0", "added z.txt 0,0>1,2"])
            assert.deepStrictEqual(yield* git.diff({ from: Option.some(root), to: root }), [])
            assert.strictEqual(yield* reasonOf(git.diff({ from: Option.some(absent), to: root })), "ObjectMissing")
            assert.strictEqual(
              yield* reasonOf(git.diff({ from: Option.none(), to: root, paths: ["../x"] })),
              "PathUnsupported"
            )
          })
        )
      })
    )

    it.effect("assigns hunks to the right file after a type change and next to an ignored submodule", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({
          config: { "diff.submodule": "log", "diff.ignoreSubmodules": "all" }
        })
        const modules = '[submodule "module"]\n\tpath = module\n\turl = ./x\n\tignore = all\n'
        const from = yield* repository.commit("one", { files: { a: "1\n2\n", z: "z\n", ".gitmodules": modules } })
        yield* repository.remove("a")
        yield* repository.link("a", "z")
        yield* repository.git(["update-index", "--add", "--cacheinfo", `160000,${from},module`])
        yield* repository.write("z", "zed\n")
        yield* repository.git(["add", "a", "z"])
        yield* repository.git(["commit", "--quiet", "-m", "two"])
        const to = yield* repository.id("HEAD")
        const files = yield* use(repository.directory, (git) => git.diff({ from: Option.some(from), to }))
        assert.deepStrictEqual(shown(files), ["modified a 1,2>0,0 0,0>1,1", "added module", "modified z 1,1>1,1"])
      })
    )

    it.effect("is not misled by deceptive names", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const names = ['"quoted"', "-n", ":100644 000", "\xff\xfe", "a\tb", "new\nline", "tail "]
        const to = yield* commitTree(repository, names.toSorted())
        const files = yield* use(repository.directory, (git) => git.diff({ from: Option.none(), to }))
        assert.deepStrictEqual(
          files.map(({ hunks, path }) => [path, hunks.length]),
          names.toSorted().map((name) => [name.replace("\xff\xfe", "\udcff\udcfe"), 1])
        )
      })
    )

    it.effect("compares the lines of two blobs, and returns nothing for binary ones", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const before = yield* blobOf(repository, "1\n2\n3")
        const after = yield* blobOf(repository, "0\n1\n3\n")
        const binary = yield* blobOf(repository, Buffer.from("1\0"))
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.blobDiff(before, after), [
              { before: { start: 0, count: 0 }, after: { start: 1, count: 1 } },
              { before: { start: 2, count: 2 }, after: { start: 3, count: 1 } }
            ])
            assert.deepStrictEqual(yield* git.blobDiff(before, binary), [])
            assert.deepStrictEqual(yield* git.blobDiff(before, before), [])
            assert.strictEqual(yield* reasonOf(git.blobDiff(before, absent)), "ObjectMissing")
          })
        )
      })
    )
  })

/** Patches and patch ids. */
export const patchContract = (use: UseGit) =>
  describe("patches", () => {
    it.effect("compare with the first parent, and are truncated at the end of a line", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const root = yield* repository.commit("one", { files: { "a.txt": "1\n" } })
        yield* repository.git(["checkout", "--quiet", "-b", "side"])
        yield* repository.commit("side", { files: { "side.txt": "side\n" } })
        yield* repository.git(["checkout", "--quiet", "main"])
        yield* repository.commit("main", { files: { "main.txt": "main\n" } })
        yield* repository.git(["merge", "--quiet", "--no-edit", "side"])
        const merge = yield* repository.id("HEAD")
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const whole = yield* git.patch(root, { maxBytes: 10_000 })
            assert.include(whole, "+++ b/a.txt\n@@ -0,0 +1 @@\n+1\n")
            const cut = yield* git.patch(root, { maxBytes: 60 })
            assert.isTrue(whole.startsWith(cut) && cut.endsWith("\n") && cut.length > 0 && cut.length <= 60)
            const merged = yield* git.patch(merge, { maxBytes: 10_000 })
            assert.include(merged, "b/side.txt")
            assert.notInclude(merged, "b/main.txt")
            assert.strictEqual(yield* reasonOf(git.patch(absent, { maxBytes: 10 })), "ObjectMissing")
          })
        )
      })
    )

    it.effect("have the same ids as in git, also when another commit makes the same change", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const root = yield* repository.commit("one", { files: { "a.txt": "1\n" } })
        const files = { "b.txt": "2\n", "b.dat": Buffer.from("2\0") }
        const change = yield* repository.commit("two", { files })
        const empty = yield* repository.commit("empty")
        yield* repository.git(["checkout", "--quiet", "-b", "side", root])
        yield* repository.commit("three", { files: { "c.txt": "3\n" } })
        const picked = yield* repository.commit("two again", { files })
        yield* repository.git(["merge", "--quiet", "--no-edit", "main"])
        const merge = yield* repository.id("HEAD")
        const ids = yield* use(repository.directory, (git) =>
          git.patchIds([root, change, absent, empty, picked, merge])
        )
        const patch = yield* repository.git(["show", "--full-index", change])
        const [expected] = (yield* repository.git(["patch-id", "--stable"], { stdin: `${patch}\n` })).split(" ")
        assert.strictEqual(ids.get(change), expected)
        assert.strictEqual(ids.get(picked), expected)
        assert.deepStrictEqual([...ids.keys()].toSorted(), [root, change, picked].toSorted())
      })
    )
  })
