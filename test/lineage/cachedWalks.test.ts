import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { Additions } from "../../src/lineage/Additions.ts"
import { LastChanges } from "../../src/lineage/LastChanges.ts"
import { Lineage } from "../../src/lineage/Lineage.ts"
import { Renames } from "../../src/lineage/Renames.ts"
import { storeIfUnchanged } from "../../src/lineage/storeIfUnchanged.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { cacheFolder, entriesIn } from "../support/cacheFiles.ts"
import { trial, walksAt } from "../support/keptWalks.ts"
import { makeRepository, type TemporaryRepository } from "../support/TemporaryRepository.ts"
import { scaled } from "../support/scale.ts"

/** A process of its own: nothing but what lies on disk is known from before. */
const inProcess = <A, E, R>(repository: TemporaryRepository, use: Effect.Effect<A, E, R>) =>
  Effect.provide(use, walksAt(repository.directory), { local: true })

/** Waits until so many entries of a kind are on disk. */
const untilKept = (repository: TemporaryRepository, kind: string, count: number) =>
  entriesIn(join(cacheFolder(join(repository.directory, ".git")), kind)).pipe(
    Effect.delay("10 millis"),
    Effect.repeat({ until: (entries) => entries.length >= count }),
    TestClock.withLive
  )

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, line) => `${name} ${line}\n`).join("")

const movesOf = (commit: Parameters<Renames["Service"]["list"]>[0]) =>
  Effect.gen(function* () {
    return (yield* (yield* Renames).list(commit)).map(({ from, to }) => `${from.join()} ${to.join()}`).toSorted()
  })

const namesOf = (commit: Parameters<Renames["Service"]["list"]>[0], paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const lineage = yield* Lineage
    return yield* Effect.forEach(paths, (path) =>
      Effect.map(
        lineage.findPaths(commit, path, ["noted"], () => true),
        (names) => [...names].join()
      )
    )
  })

const commitsAdding = (commit: ObjectId, path: string) =>
  Effect.gen(function* () {
    const context = yield* (yield* Git).blameContext
    return yield* (yield* Additions).commitsAdding({ commit, context }, path)
  })

const askUntilKnown = (commit: ObjectId) =>
  commitsAdding(commit, "a.ts").pipe(
    Effect.delay("10 millis"),
    Effect.repeat({ until: Option.isSome }),
    TestClock.withLive
  )

describe("walks cached by another process", () => {
  it.effect.each(Array.from({ length: scaled(1, 120) }, (_, seed) => seed + 1))(
    "equal git's in a history of merges, reverts, renames, copies and wrong clocks: seed %i",
    (seed) =>
      Effect.gen(function* () {
        const { kept, wrong } = yield* trial(seed, { commits: 40, processes: 3, questions: 2 })
        assert.deepStrictEqual(wrong, [])
        assert.isAbove(kept["line-history-1"], 0)
      })
  )

  it.effect("are those of the commit asked about, where a merge leads elsewhere though it left the path alone", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const [before, after] = [numbered("a", 30), numbered("a", 30).replace("a 9\n", "A 9\n")]
      const ids = yield* repository.importHistory([
        { message: "one", files: { "b.ts": before } },
        { message: "here", files: { "b.ts": null, "a.ts": after } },
        { message: "there", files: { "b.ts": after }, parents: [0] },
        { message: "merge", files: { "b.ts": null, "a.ts": after }, parents: [2, 1] }
      ])
      for (const commit of [ids[1], ids[3]]) {
        if (commit === undefined) return
        const lines = { start: 9, end: 11 }
        const [kept, cold] = yield* inProcess(
          repository,
          Effect.gen(function* () {
            const git = yield* Git
            const lineage = yield* Lineage
            return yield* Effect.all([
              Effect.all([lineage.fileHistory(commit, "a.ts"), lineage.lineHistory(commit, "a.ts", lines)]),
              Effect.all([git.fileHistory(commit, "a.ts"), git.lineHistory({ commit, path: "a.ts", lines })])
            ])
          })
        )
        assert.deepStrictEqual(kept, cold)
      }
    })
  )
})

describe("renames cached by another process", () => {
  it.effect("are taken from an ancestor, and only later commits are looked through", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One", { files: { "a.ts": numbered("a", 9) } })
      yield* repository.git(["mv", "a.ts", "b.ts"])
      const old = yield* repository.commit("Two")
      yield* repository.git(["mv", "b.ts", "c.ts"])
      const later = yield* repository.commit("Three")
      assert.deepStrictEqual(yield* inProcess(repository, movesOf(old)), ["a.ts b.ts"])
      // Without it git cannot tell what the second commit did.
      const tree = yield* repository.id(`${old}~:`)
      yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
      assert.deepStrictEqual(yield* inProcess(repository, movesOf(later)), ["a.ts b.ts", "b.ts c.ts"])
    })
  )

  it.effect("are those of its own history if the cached ones are of another branch", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const base = yield* repository.commit("Base", { files: { "a.ts": numbered("a", 9), "x.ts": numbered("x", 9) } })
      yield* repository.git(["mv", "a.ts", "b.ts"])
      const ours = yield* repository.commit("Ours")
      yield* repository.git(["checkout", "--quiet", "-b", "side", base])
      yield* repository.git(["mv", "x.ts", "y.ts"])
      const theirs = yield* repository.commit("Theirs")
      yield* repository.git(["merge", "--quiet", "--no-edit", ours])
      const both = yield* repository.id("HEAD")
      const asked = [ours, theirs, both, base]
      const kept = yield* Effect.forEach(asked, (commit) => inProcess(repository, movesOf(commit)))
      assert.deepStrictEqual(kept, [["a.ts b.ts"], ["x.ts y.ts"], ["a.ts b.ts", "x.ts y.ts"], []])
    })
  )

  it.effect("are searched again after a graft changed history", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One", { files: { "a.ts": numbered("a", 9) } })
      yield* repository.git(["mv", "a.ts", "b.ts"])
      const moved = yield* repository.commit("Two")
      const last = yield* repository.commit("Three", { files: { "c.ts": numbered("c", 9) } })
      assert.deepStrictEqual(yield* inProcess(repository, movesOf(last)), ["a.ts b.ts"])
      yield* repository.git(["replace", "--graft", last])
      assert.deepStrictEqual(yield* inProcess(repository, movesOf(last)), [])
      yield* repository.git(["replace", "--delete", last])
      assert.deepStrictEqual(yield* inProcess(repository, movesOf(last)), ["a.ts b.ts"])
      assert.notStrictEqual(moved, last)
    })
  )
})

describe("additions cached by another process", () => {
  it.effect("show that a file has only one name, without a walk over all history", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One", { files: { "a.ts": numbered("a", 9), "b.ts": numbered("b", 9) } })
      yield* repository.git(["mv", "a.ts", "moved.ts"])
      const old = yield* repository.commit("Two")
      // The first questions are answered by walks of their own; the second also builds the list.
      const names = yield* inProcess(
        repository,
        Effect.tap(namesOf(old, ["b.ts", "moved.ts"]), () => untilKept(repository, "additions-1", 2))
      )
      assert.deepStrictEqual(names, ["b.ts", "moved.ts,a.ts"])
      const later = yield* repository.commit("Three", { files: { "c.ts": numbered("c", 9) } })
      // Without it git cannot tell what the second commit did.
      const tree = yield* repository.id(`${old}~:`)
      yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
      assert.deepStrictEqual(yield* inProcess(repository, namesOf(later, ["c.ts"])), ["c.ts"])
    })
  )

  it.effect("are those of the newest ancestor that is known, and those made since", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const base = yield* repository.commit("One", { files: { "a.ts": numbered("a", 9) } })
      const side = yield* repository.commit("Side", { files: { "side.ts": numbered("s", 9) } })
      yield* repository.git(["reset", "--quiet", "--hard", base])
      const later = yield* repository.commit("Two", { files: { "b.ts": numbered("b", 9) } })
      for (const commit of [base, side]) yield* inProcess(repository, askUntilKnown(commit))
      const found = yield* inProcess(
        repository,
        Effect.forEach(["a.ts", "b.ts", "side.ts"], (path) => commitsAdding(later, path))
      )
      assert.deepStrictEqual(found, [Option.some([base]), Option.some([later]), Option.some([])])
    })
  )
})

describe("names of files cached by another process", () => {
  it.effect("are found without listing the files of the commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const files = { "a.ts": numbered("a", 9), "c.ts": numbered("c", 9), "folder/x.ts": numbered("x", 9) }
      yield* repository.commit("One", { files })
      yield* repository.git(["mv", "a.ts", "b.ts"])
      const last = yield* repository.commit("Two")
      const names = inProcess(repository, namesOf(last, ["b.ts", "c.ts"]))
      assert.deepStrictEqual(yield* names, ["b.ts,a.ts", "c.ts"])
      const tree = yield* repository.id(`${last}:folder`)
      yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
      assert.deepStrictEqual(yield* names, ["b.ts,a.ts", "c.ts"])
    })
  )

  it.effect("leave out a former name that another file has, but not one that a folder has", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One", { files: { a: numbered("a", 9), x: numbered("x", 9) } })
      yield* repository.git(["mv", "a", "b"])
      yield* repository.git(["mv", "x", "y"])
      yield* repository.commit("Two")
      const last = yield* repository.commit("Three", { files: { a: "1\n", "x/z": "2\n" } })
      const names = inProcess(repository, namesOf(last, ["b", "y"]))
      assert.deepStrictEqual(yield* names, ["b", "y,x"])
      assert.deepStrictEqual(yield* names, ["b", "y,x"])
    })
  )
})

describe("a last change cached by another process", () => {
  it.effect("is not that of a history which was replaced during the walk", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("One", { files: { "a.ts": "a\n" } })
      const last = yield* repository.commit("Two", { files: { "b.ts": "b\n" } })
      const context = yield* inProcess(
        repository,
        Effect.flatMap(Git, (git) => git.blameContext)
      )
      const changed = inProcess(
        repository,
        Effect.flatMap(LastChanges, (changes) => changes.get({ commit: last, path: "a.ts", context }))
      )
      yield* repository.git(["replace", "--graft", last])
      yield* changed
      yield* repository.git(["replace", "--delete", last])
      assert.deepStrictEqual(yield* changed, Option.some(first))
    })
  )
})

describe("a line history cached by another process", () => {
  it.effect("is not computed by git again", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("One", { files: { "a.ts": numbered("a", 9) } })
      const last = yield* repository.commit("Two", { files: { "a.ts": numbered("a", 9).replace("a 3", "A 3") } })
      const history = inProcess(
        repository,
        Effect.flatMap(Lineage, (lineage) => lineage.lineHistory(last, "a.ts", { start: 3, end: 5 }))
      )
      const kept = yield* history
      const blob = yield* repository.id(`${first}:a.ts`)
      yield* repository.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
      assert.deepStrictEqual(yield* history, kept)
      assert.strictEqual(kept.length, 2)
    })
  )

  it.effect("is not cached if the context of git's walks changed during the walk", () =>
    Effect.gen(function* () {
      const git = yield* Git
      let kept = 0
      const keep = Effect.sync(() => void (kept += 1))
      yield* storeIfUnchanged(git, "before", keep)
      assert.strictEqual(kept, 0)
      yield* storeIfUnchanged(git, "now", keep)
      assert.strictEqual(kept, 1)
    }).pipe(Effect.provide(Layer.mock(Git, { blameContext: Effect.succeed("now") })))
  )
})
