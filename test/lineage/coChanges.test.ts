import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { makeRandom } from "../../bench/verify/random.ts"
import { CoChanges } from "../../src/lineage/CoChanges.ts"
import { MaxHistoryWait } from "../../src/lineage/MaxHistoryWait.ts"
import { decodeChanges, encodeChanges, makePacker } from "../../src/lineage/packedChanges.ts"
import { DiskCache, DiskCacheEnabled } from "../../src/store/DiskCache.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { gitProcessAt } from "../support/gitLayer.ts"
import type { HistoryCommit } from "../support/history.ts"
import { wildHistory } from "../support/keptWalks.ts"
import { isolation } from "../support/runGit.ts"
import { firstDate, makeRepository, type TemporaryRepository } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

/** A process of its own: it knows nothing but what is on disk, and not even that without the cache. */
const inProcess = <A, E>(
  { directory }: TemporaryRepository,
  use: Effect.Effect<A, E, CoChanges | Git>,
  hasCache = true
) =>
  Effect.provide(
    use,
    CoChanges.layerNoDeps.pipe(
      Layer.provide(DiskCache.layerNoDeps),
      Layer.provide([Layer.succeed(DiskCacheEnabled)(hasCache), Layer.succeed(MaxHistoryWait)(Duration.infinity)]),
      Layer.provideMerge([gitProcessAt(directory, isolation), NodeServices.layer])
    ),
    { local: true }
  )

const find = (commit: ObjectId, path: string) =>
  Effect.flatMap(CoChanges, (coChanges) => coChanges.find(commit, path, firstDate)).pipe(
    Effect.map(Option.getOrElse(() => assert.fail("no answer")))
  )

/** What changes together with each file of a commit. */
const findAll = Effect.fnUntraced(function* (commit: ObjectId) {
  const files = yield* (yield* Git).files(commit, "")
  return yield* Effect.forEach(files, ({ path }) => Effect.map(find(commit, path), (found) => ({ path, found })))
})

const partners = (repository: TemporaryRepository, commit: ObjectId, path: string) =>
  Effect.map(inProcess(repository, find(commit, path)), (found) =>
    found.map((other) => `${other.support} ${other.path}`)
  )

/** A history in which each step changes some files, given by name. */
const historyOf = (steps: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<HistoryCommit> =>
  steps.map((names, at) => ({
    message: `Step ${at}`,
    files: Object.fromEntries(names.map((name) => [name, `${name} as of ${at}\n`]))
  }))

const importSteps = Effect.fnUntraced(function* (steps: ReadonlyArray<ReadonlyArray<string>>) {
  const repository = yield* makeRepository()
  yield* repository.importHistory(historyOf(steps))
  return { repository, head: yield* repository.id("HEAD") }
})

describe("files that change together", () => {
  it.effect("are counted in both directions, with the first time", () =>
    Effect.gen(function* () {
      const steps = [["a", "b"], ["a"], ["b", "a"], ["a"], ["b", "c"], ["c"]]
      const { head, repository } = yield* importSteps(steps)
      const found = yield* inProcess(repository, find(head, "a"))
      assert.strictEqual(found.length, 1)
      assert.strictEqual(found[0]?.path, "b")
      assert.strictEqual(found[0]?.support, 2)
      assert.approximately(found[0]?.confidence ?? 0, 2 / 4, 1e-6)
      assert.approximately(found[0]?.reverseConfidence ?? 0, 2 / 3, 1e-6)
      const [first] = yield* inProcess(
        repository,
        Effect.flatMap(Git, (git) => git.walk({ from: [head], paths: ["a"] }).pipe(Effect.map((ids) => ids.slice(-1))))
      )
      assert.strictEqual(String(found[0]?.since), yield* repository.git(["log", "-1", "--format=%ct", first ?? ""]))
    })
  )

  it.effect("count under today's name, also what they were before a rename", () =>
    Effect.gen(function* () {
      const { repository } = yield* importSteps([["a", "old/b"], ["a", "old/b"], ["a"]])
      yield* repository.git(["mv", "old/b", "b"])
      const moved = yield* repository.commit("Move it")
      assert.deepStrictEqual(yield* partners(repository, moved, "a"), ["2 b"])
      assert.deepStrictEqual(yield* partners(repository, moved, "b"), ["2 a"])
      const again = yield* repository.commit("Another of that name", { files: { "old/b": "unlike the first\n" } })
      assert.deepStrictEqual(yield* partners(repository, again, "a"), ["2 b"])
    })
  )

  it.effect("leave out files that are gone, bulk changes and merges", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 29 }, (_, at) => `many${at}`)
      const { repository } = yield* importSteps([
        ["a", "b", "gone"],
        ["a", "b", "gone"]
      ])
      yield* repository.remove("gone")
      const before = yield* repository.commit("Remove one")
      assert.deepStrictEqual(yield* partners(repository, before, "a"), ["2 b"])
      const bulk = ["a", "b", ...many]
      for (const step of [1, 2]) {
        yield* repository.commit(`Bulk ${step}`, {
          files: Object.fromEntries(bulk.map((name) => [name, `${name} in bulk ${step}\n`]))
        })
      }
      assert.deepStrictEqual(yield* partners(repository, yield* repository.id("HEAD"), "a"), ["2 b"])
    })
  )

  it.effect("leave out what a merge changes on top of both sides", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory([
        { message: "one", files: { a: "1\n", b: "1\n" } },
        { message: "two", files: { a: "2\n" } },
        { message: "side", files: { c: "1\n" }, parents: [0] },
        { message: "merge", files: { a: "3\n", b: "3\n", c: "1\n" }, parents: [1, 2] }
      ])
      const [merge] = ids.slice(-1)
      if (merge === undefined) return assert.fail("no merge")
      assert.deepStrictEqual(yield* partners(repository, merge, "a"), [])
    })
  )

  it.effect("leave out hubs, which change with everything", () =>
    Effect.gen(function* () {
      const steps = Array.from({ length: 60 }, (_, at) => ["log", `f${at % 12}`, `g${at % 12}`])
      const { head, repository } = yield* importSteps(steps)
      assert.deepStrictEqual(yield* partners(repository, head, "f3"), ["5 g3"])
    })
  )

  it.effect("are read again after a replacement, and not after it is taken back", () =>
    Effect.gen(function* () {
      const { head, repository } = yield* importSteps([
        ["a", "b"],
        ["a", "b"],
        ["a", "c"],
        ["a", "c"]
      ])
      const ask = partners(repository, head, "a")
      assert.deepStrictEqual(yield* ask, ["2 b", "2 c"])
      yield* repository.git(["replace", "--graft", "HEAD~2"])
      assert.deepStrictEqual(yield* ask, ["2 c"])
      yield* repository.git(["replace", "--delete", "HEAD~2"])
      assert.deepStrictEqual(yield* ask, ["2 b", "2 c"])
    })
  )
})

/** Asks at random commits of a history, as HEAD moves by resets and switches of branches, in one process after the other. */
const compareAt = Effect.fnUntraced(function* (repository: TemporaryRepository, commits: ReadonlyArray<ObjectId>) {
  const compared = yield* Effect.forEach(commits, (commit) =>
    Effect.all({
      commit: Effect.succeed(commit),
      kept: inProcess(repository, findAll(commit)),
      scratch: inProcess(repository, findAll(commit), false)
    })
  )
  for (const { commit, kept, scratch } of compared) assert.deepStrictEqual(kept, scratch, commit)
  return compared.flatMap(({ kept }) => kept.flatMap(({ found }) => found)).length
})

describe("files that change together, kept by another process", () => {
  it.effect(
    "equal those of a history read from the beginning, wherever HEAD was before",
    () =>
      Effect.gen(function* () {
        let found = 0
        for (const seed of [1, 2, 3]) {
          const repository = yield* makeRepository()
          const ids = yield* repository.importHistory(wildHistory(seed, 40))
          const random = makeRandom(seed)
          const visited = Array.from({ length: 6 }, () => random.pick(ids)).filter((id) => id !== undefined)
          found += yield* compareAt(repository, [...visited, ...ids.slice(-1)])
        }
        assert.isAbove(found, 40)
      }),
    slow
  )

  it.effect("are not read by git again, only the commits since", () =>
    Effect.gen(function* () {
      const { head, repository } = yield* importSteps([["a", "b"], ["a", "b"], ["c"]])
      yield* partners(repository, head, "a")
      const later = yield* repository.commit("Both", { files: { a: "again\n", b: "again\n" } })
      // Without it git cannot tell what the second commit did.
      const tree = yield* repository.id("HEAD~2:")
      yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
      assert.deepStrictEqual(yield* partners(repository, later, "a"), ["3 b"])
    })
  )

  it.effect("are read from the beginning where the commit of before is gone", () =>
    Effect.gen(function* () {
      const { repository } = yield* importSteps([
        ["a", "b"],
        ["a", "b"]
      ])
      const lost = yield* repository.commit("Lost", { files: { a: "lost\n", b: "lost\n" } })
      assert.deepStrictEqual(yield* partners(repository, lost, "a"), ["3 b"])
      yield* repository.git(["reset", "-q", "--hard", "HEAD~1"])
      yield* repository.git(["reflog", "expire", "--expire=now", "--all"])
      yield* repository.git(["gc", "-q", "--prune=now"])
      assert.deepStrictEqual(yield* partners(repository, yield* repository.id("HEAD"), "a"), ["2 b"])
    })
  )
})

const makeId = (digit: number) => ObjectId.make(String(digit).repeat(40))

describe("packed changes", () => {
  const packed = (() => {
    const { add, pack } = makePacker(10)
    const files = [
      { path: "ä\udc80", isEdited: true },
      { path: "b", renamedFrom: "c", isEdited: false }
    ]
    add({ commit: makeId(1), committerTime: -5, files })
    add({ commit: makeId(2), committerTime: 5_000_000_000, files: [{ path: "b", isEdited: true }] })
    return pack(makeId(2), [])
  })()

  it("are the same after encoding and decoding", () => {
    assert.deepStrictEqual(
      Option.map(decodeChanges(encodeChanges(packed)), encodeChanges),
      Option.some(encodeChanges(packed))
    )
    assert.deepStrictEqual(packed.paths, ["ä\udc80", "c", "b"])
    assert.deepStrictEqual(
      Option.map(decodeChanges(encodeChanges(packed)), ({ paths }) => paths),
      Option.some(packed.paths)
    )
  })

  it("do not decode if cut off or with a number too large", () => {
    const bytes = encodeChanges(packed)
    for (let length = 0; length < bytes.length; length += 1)
      assert.isTrue(Option.isNone(decodeChanges(bytes.subarray(0, length))), `${length} bytes`)
    const wrong = encodeChanges({ ...packed, edits: { ...packed.edits, values: Uint32Array.of(0, 9) } })
    assert.isTrue(Option.isNone(decodeChanges(wrong)))
  })

  it("are the newest commits, up to a number", () => {
    const { add, pack } = makePacker(2, packed)
    add({ commit: makeId(3), committerTime: 6, files: [{ path: "b", isEdited: true }] })
    const { edits, ids } = pack(makeId(3), [])
    assert.strictEqual(Buffer.from(ids).toString("hex"), `${makeId(3)}${makeId(1)}`)
    assert.deepStrictEqual([...edits.values], [2, 0])
  })
})
