import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository } from "../TemporaryRepository.ts"
import { reasonOf } from "./reasons.ts"

const absent = ObjectId.make("1".repeat(40))

/** one – two – main – merge, with side between one and the merge. */
const makeMerged = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const one = yield* repository.commit("one", { files: { "a.txt": "1\n" } })
  yield* repository.git(["checkout", "--quiet", "-b", "side"])
  const side = yield* repository.commit("side", { files: { "odd\nname": "side\n" } })
  yield* repository.git(["checkout", "--quiet", "main"])
  const main = yield* repository.commit("main", { files: { "a.txt": "2\n", "-b.txt": "b\n" } })
  yield* repository.git(["merge", "--quiet", "--no-edit", "side"], {
    env: { GIT_COMMITTER_DATE: "1704099600 +0000" }
  })
  const merge = yield* repository.id("HEAD")
  return { repository, one, side, main, merge }
})

/** A merge inside a branch that is itself merged, and a commit that two merges reach. */
const makeNestedMerges = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const [one, a, b, inner, outer, again, two] = yield* repository.importHistory([
    { message: "one", files: { a: "1\n" } },
    { message: "a", files: { b: "1\n" }, parents: [0] },
    { message: "b", files: { c: "1\n" }, parents: [1] },
    { message: "inner", files: { c: "1\n" }, parents: [1, 2] },
    { message: "outer", files: { c: "1\n" }, parents: [0, 3] },
    { message: "again", files: { c: "1\n" }, parents: [4, 2] },
    { message: "two", files: { a: "2\n" }, parents: [5] }
  ])
  return { repository, ids: [one, a, b, inner, outer, again, two].filter((id) => id !== undefined) }
})

const hostileRanges = ["", "--all", "-n1", "nowhere", "main..nowhere", "main\n--all", "main\0", "--stdin", "\ud800"]

/** Walks over commits. */
export const walkContract = (use: UseGit) =>
  describe("walks", () => {
    it.effect("find for each commit the oldest merge that brought it in", () =>
      Effect.gen(function* () {
        const { ids, repository } = yield* makeNestedMerges
        const [one, a, b, inner, outer] = ids
        const head = yield* repository.id("HEAD")
        const found = yield* use(repository.directory, (git) => git.mergesOf(head))
        assert.deepStrictEqual(
          [one, a, b, inner, outer].map((id) => found.merges.get(id ?? "")),
          [undefined, outer, outer, outer, undefined]
        )
        assert.deepStrictEqual([found.merges.size, found.next], [ids.length, undefined])
        const since = yield* use(repository.directory, (git) => git.mergesOf(head, outer))
        assert.deepStrictEqual(
          [since.merges.has(outer ?? ""), since.merges.has(a ?? ""), since.next],
          [false, false, outer]
        )
        const beside = yield* use(repository.directory, (git) => git.mergesOf(head, b))
        assert.deepStrictEqual(
          [beside.merges.get(inner ?? ""), beside.merges.has(a ?? ""), beside.next],
          [outer, false, one]
        )
      })
    )

    it.effect("return the same commits as git: from, exclude, merges, maxCount, since, paths", () =>
      Effect.gen(function* () {
        const { main, merge, one, repository, side } = yield* makeMerged
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const all = (yield* repository.git(["rev-list", "--topo-order", "HEAD"])).split("\n")
            assert.deepStrictEqual<ReadonlyArray<string>>(yield* git.walk({ from: [merge] }), all)
            assert.deepStrictEqual(yield* git.walk({ from: [side], exclude: [one] }), [side])
            assert.notInclude(yield* git.walk({ from: [merge], merges: false }), merge)
            assert.deepStrictEqual(yield* git.walk({ from: [merge], maxCount: 1 }), [merge])
            assert.deepStrictEqual(yield* git.walk({ from: [merge], maxCount: 0 }), [])
            assert.deepStrictEqual((yield* git.mergesOf(merge)).merges.get(side), merge)
            assert.isFalse((yield* git.mergesOf(main)).merges.has(side))
            assert.deepStrictEqual(yield* git.walk({ from: [] }), [])
            assert.notInclude(yield* git.walk({ from: [merge], since: "2024-01-01T00:30:00Z" }), one)
            assert.deepStrictEqual(yield* git.walk({ from: [merge], paths: ["a.txt"] }), [main, one])
            assert.deepStrictEqual(yield* git.walk({ from: [merge], paths: ["-b.txt"] }), [main])
            assert.deepStrictEqual(yield* git.walk({ from: [merge], paths: ["odd\nname"] }), [side])
            assert.deepStrictEqual(yield* git.walk({ from: [merge], paths: ["*"] }), [])
          })
        )
      })
    )

    it.effect("fail with a typed error for missing objects and for text that looks like an option", () =>
      Effect.gen(function* () {
        const { one, repository } = yield* makeMerged
        const reasons = yield* use(repository.directory, (git) =>
          Effect.all([
            reasonOf(git.walk({ from: [absent] })),
            reasonOf(git.walk({ from: [one], since: "now\n--all" })),
            reasonOf(git.walk({ from: [one], paths: ["../x"] }))
          ])
        )
        assert.deepStrictEqual(reasons, ["ObjectMissing", "CommandFailed", "PathUnsupported"])
      })
    )

    it.effect("accept ranges as users write them", () =>
      Effect.gen(function* () {
        const { main, one, repository, side } = yield* makeMerged
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.range("main^1..side"), [side])
            assert.deepStrictEqual(yield* git.range("main~1"), [main, one])
            assert.deepStrictEqual(yield* git.range("side..side"), [])
            const reasons = yield* Effect.forEach(hostileRanges, (text) => reasonOf(git.range(text)))
            assert.deepStrictEqual(
              reasons,
              hostileRanges.map(() => "RevisionNotFound")
            )
          })
        )
      })
    )

    it.effect("find the merge base", () =>
      Effect.gen(function* () {
        const { main, one, repository, side } = yield* makeMerged
        const tree = yield* repository.git(["rev-parse", "HEAD^{tree}"])
        const alone = ObjectId.make(yield* repository.git(["commit-tree", "-m", "alone", tree]))
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.mergeBase(main, side), Option.some(one))
            assert.deepStrictEqual(yield* git.mergeBase(main, alone), Option.none())
            assert.strictEqual(yield* reasonOf(git.mergeBase(main, absent)), "ObjectMissing")
          })
        )
      })
    )
  })

/** Reflogs. */
export const reflogContract = (use: UseGit) =>
  describe("reflogs", () => {
    it.effect("list the commits of a ref, newest first, and nothing without a reflog", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const first = yield* repository.note(commit, "first")
        const second = yield* repository.note(commit, "second")
        yield* repository.git(["update-ref", "refs/notes/ultragit", first])
        yield* repository.git(["update-ref", "refs/plain/x", first])
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.reflog("refs/notes/ultragit"), [first, second, first])
            const none = yield* Effect.forEach(["refs/plain/x", "refs/notes/none", "--all", "x y"], git.reflog)
            assert.deepStrictEqual(none, [[], [], [], []])
          })
        )
      })
    )
  })
