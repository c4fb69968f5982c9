import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import type { PathWalk } from "../../../src/adapters/git/CommitChange.ts"
import { Git } from "../../../src/adapters/git/Git.ts"
import { type FileReasons, makeFileReasons } from "../../../src/evidence/files/FileReasons.ts"
import { MaxTitleWait } from "../../../src/evidence/files/MaxTitleWait.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const gitAt = (directory: string) => gitProcessAt(directory, isolation).pipe(Layer.provide(NodeServices.layer))

const pathsFor = (reasons: FileReasons, ...words: ReadonlyArray<string>) =>
  reasons.matchTitles(words).pipe(
    Effect.provideService(MaxTitleWait, "1 minute"),
    Effect.map((found) => [...found.keys()])
  )

/** The files that titles name for words, best first. */
const find = ({ directory }: Pick<TemporaryRepository, "directory">, ...words: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { start } = yield* makeFileReasons
    return yield* pathsFor(yield* start, ...words)
  }).pipe(Effect.provide(gitAt(directory)), Effect.scoped)

const makeFiles = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, `${index}\n`]))

const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("")

describe("the titles of recent commits", () => {
  it.effect("name the files that commits changed, those first that rare words are about", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Close workers", { files: { "a.ts": "1\n" } })
      yield* repository.commit("Close connections", { files: { "b.ts": "1\n" } })
      yield* repository.commit("Closing idle_connections", { files: { "c.ts": "1\n", "d.ts": "1\n" } })
      assert.deepStrictEqual(yield* find(repository, "worker", "closes"), ["a.ts", "b.ts", "c.ts", "d.ts"])
      assert.deepStrictEqual(yield* find(repository, "idleConnections"), ["c.ts", "d.ts", "b.ts"])
      assert.deepStrictEqual(yield* find(repository, "session"), [])
      yield* repository.commit("Retry jobs", { files: { "z.ts": "1\n" } })
      assert.deepStrictEqual(yield* find(repository, "close", "retry"), ["z.ts", "a.ts", "b.ts", "c.ts", "d.ts"])
    })
  )

  it.effect("count for the path that a file has now, and neither for merges nor for commits over many files", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Retry jobs", { files: { "old.ts": lines } })
      yield* repository.commit("Retry everything", { files: makeFiles("all", 31) })
      yield* repository.commit("Move", { files: { "old.ts": null, "new.ts": lines } })
      yield* repository.git(["checkout", "-q", "-b", "side", first])
      yield* repository.commit("Side", { files: { "side.ts": "1\n" } })
      yield* repository.git(["checkout", "-q", "main"])
      yield* repository.git(["merge", "-q", "--no-ff", "-m", "Merge what may retry", "side"])
      assert.deepStrictEqual(yield* find(repository, "retry", "merge"), ["new.ts"])
    })
  )

  it.effect("may be of any size and have any characters", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const long = "word ".repeat(400_000)
      yield* repository.importHistory([
        { message: `Zebra \u0007\u200B\u202E\u001B[31m ${long}needle`, files: { "long.ts": "1\n" } },
        { message: "\u200B\u0001", files: { "none.ts": "1\n" } },
        { message: "Ärger\u200Bmit Straßen", files: { "b.ts": "1\n" } }
      ])
      assert.deepStrictEqual(yield* find(repository, "zebra"), ["long.ts"])
      assert.deepStrictEqual(yield* find(repository, "needle"), [])
      assert.deepStrictEqual(yield* find(repository, "ärger"), ["b.ts"])
    })
  )

  it.effect("are not known of the boundary of a shallow clone, nor where there is no history", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      assert.deepStrictEqual(yield* find(repository, "retry"), [])
      yield* repository.commit("Retry first", { files: { "a.ts": "1\n" } })
      yield* repository.commit("Retry second", { files: { "b.ts": "1\n" } })
      yield* repository.commit("Retry third", { files: { "c.ts": "1\n" } })
      const clone = yield* cloneRepository(repository, ["--depth=2"])
      assert.deepStrictEqual(yield* find(clone, "retry"), ["c.ts"])
    })
  )

  it.effect("are read again where more of a shallow clone was fetched, and HEAD stays", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      for (const name of ["a", "b", "c", "d"]) yield* repository.commit("Retry", { files: { [`${name}.ts`]: "1\n" } })
      const clone = yield* cloneRepository(repository, ["--depth=2"])
      yield* Effect.gen(function* () {
        const { start } = yield* makeFileReasons
        assert.deepStrictEqual(yield* pathsFor(yield* start, "retry"), ["d.ts"])
        yield* clone.git(["fetch", "--quiet", "--deepen=1"])
        assert.deepStrictEqual(yield* pathsFor(yield* start, "retry"), ["c.ts", "d.ts"])
        yield* clone.git(["fetch", "--quiet", "--unshallow"])
        assert.deepStrictEqual(yield* pathsFor(yield* start, "retry"), ["a.ts", "b.ts", "c.ts", "d.ts"])
      }).pipe(Effect.provide(gitAt(clone.directory)), Effect.scoped)
    })
  )

  it.effect("are read on where HEAD has moved, and again where history was rewritten", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Retry first", { files: { "a.ts": "1\n" } })
      yield* Effect.gen(function* () {
        const git = yield* Git
        const walks: Array<PathWalk> = []
        const watched = Git.of({
          ...git,
          pathChanges: (walk, take) => Effect.suspend(() => (walks.push(walk), git.pathChanges(walk, take)))
        })
        const { start } = yield* makeFileReasons.pipe(Effect.provideService(Git, watched))
        assert.deepStrictEqual(yield* pathsFor(yield* start, "retry"), ["a.ts"])
        const second = yield* repository.commit("Retry second", { files: { "b.ts": "1\n" } })
        assert.deepStrictEqual(yield* pathsFor(yield* start, "retry"), ["a.ts", "b.ts"])
        yield* repository.git(["reset", "-q", "--hard", first])
        yield* repository.commit("Retry third", { files: { "c.ts": "1\n" } })
        assert.deepStrictEqual(yield* pathsFor(yield* start, "retry"), ["a.ts", "c.ts"])
        assert.deepStrictEqual(
          walks.map(({ without }) => without),
          [undefined, first, undefined]
        )
        assert.notStrictEqual(second, first)
      }).pipe(Effect.provide(gitAt(repository.directory)), Effect.scoped)
    })
  )

  it.effect("are not waited for, and those from before HEAD moved serve meanwhile", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Retry first", { files: { "a.ts": "1\n" } })
      yield* Effect.gen(function* () {
        const git = yield* Git
        let isHeld = false
        const held = Git.of({
          ...git,
          pathChanges: (walk, take) => Effect.suspend(() => (isHeld ? Effect.never : git.pathChanges(walk, take)))
        })
        const { start } = yield* makeFileReasons.pipe(Effect.provideService(Git, held))
        const early = yield* start
        assert.deepStrictEqual([...(yield* early.matchTitles(["retry"]))], [])
        assert.deepStrictEqual(yield* pathsFor(early, "retry"), ["a.ts"])
        assert.deepStrictEqual([...(yield* early.matchTitles(["retry"])).keys()], ["a.ts"])
        isHeld = true
        yield* repository.commit("Retry second", { files: { "b.ts": "1\n" } })
        assert.deepStrictEqual([...(yield* (yield* start).matchTitles(["retry"])).keys()], ["a.ts"])
      }).pipe(Effect.provide(gitAt(repository.directory)), Effect.scoped)
    })
  )
})
