import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { Git } from "../../../src/adapters/git/Git.ts"
import { type FileReasons, makeFileReasons } from "../../../src/evidence/files/FileReasons.ts"
import { listChanges } from "../../../src/evidence/files/listChanges.ts"
import { MaxReasonWait } from "../../../src/evidence/files/MaxReasonWait.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const gitAt = (directory: string) => gitProcessAt(directory, isolation).pipe(Layer.provide(NodeServices.layer))

/** Waits for every reason, however busy the machine is. */
const patiently = Effect.provideService(MaxReasonWait, "1 minute")

const subjectsOf = (reasons: FileReasons, ...paths: ReadonlyArray<string>) =>
  reasons.find(paths).pipe(
    patiently,
    Effect.map((found) => paths.map((path) => found.get(path)?.subject))
  )

const because = (subject: string) => `${subject}\n\nCopied, because callers change the list.`

const makeFiles = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, `${index}\n`]))

describe("the reasons of files", () => {
  it.effect("are those of HEAD, also after it has moved", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit(because("First"), { files: { "a.ts": "1\n" } })
      yield* Effect.gen(function* () {
        const { start } = yield* makeFileReasons
        assert.deepStrictEqual(yield* subjectsOf(yield* start, "a.ts", "none.ts"), ["First", undefined])
        yield* repository.commit(because("Second"), { files: { "a.ts": "2\n" } })
        assert.deepStrictEqual(yield* subjectsOf(yield* start, "a.ts"), ["Second"])
      }).pipe(Effect.provide(gitAt(repository.directory)))
    })
  )

  it.effect("come from the newest ten commits of a file that change at most 20 files", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit(because("Narrow"), { files: { "a.ts": "1\n", ...makeFiles("narrow", 19) } })
      yield* repository.commit(because("Broad"), { files: { "a.ts": "2\n", ...makeFiles("broad", 20) } })
      const reasons = Effect.gen(function* () {
        const { start } = yield* makeFileReasons
        return yield* subjectsOf(yield* start, "a.ts")
      }).pipe(Effect.provide(gitAt(repository.directory)), Effect.scoped)
      for (let index = 0; index < 9; index += 1) yield* repository.commit("Plain", { files: { "a.ts": `p${index}\n` } })
      assert.deepStrictEqual(yield* reasons, ["Narrow"])
      yield* repository.commit("Plain", { files: { "a.ts": "last\n" } })
      assert.deepStrictEqual(yield* reasons, [undefined])
    })
  )

  it.effect("are looked for again after reading the history has failed", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit(because("First"), { files: { "a.ts": "1\n" } })
      yield* Effect.gen(function* () {
        const git = yield* Git
        let failures = 1
        const broken = Git.of({
          ...git,
          pathChanges: (...asked) =>
            Effect.suspend(() =>
              failures-- > 0 ? Effect.asVoid(git.resolveCommit("no such commit")) : git.pathChanges(...asked)
            )
        })
        const { start } = yield* makeFileReasons.pipe(Effect.provideService(Git, broken))
        assert.deepStrictEqual(yield* subjectsOf(yield* start, "a.ts"), [undefined])
        assert.deepStrictEqual(yield* subjectsOf(yield* start, "a.ts"), ["First"])
      }).pipe(Effect.provide(gitAt(repository.directory)))
    })
  )
})

const commitsOf = (repository: TemporaryRepository) =>
  Effect.gen(function* () {
    const head = yield* (yield* Git).resolveCommit("HEAD")
    const { changes } = yield* listChanges(head)
    return new Map(Array.from(changes, ([path, found]) => [path, found.map(({ commit, files }) => [commit, files])]))
  }).pipe(Effect.provide(gitAt(repository.directory)))

describe("the changes of files", () => {
  it.effect("are listed by the path that a file has now, without moves that change nothing", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const text = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("")
      const first = yield* repository.commit("Add", { files: { "old.ts": text, "b.ts": "b\n" } })
      yield* repository.commit("Move", { files: { "old.ts": null, "new.ts": text } })
      const third = yield* repository.commit("Edit", { files: { "new.ts": `${text}more\n` } })
      assert.deepStrictEqual(
        yield* commitsOf(repository),
        new Map([
          [
            "new.ts",
            [
              [third, 1],
              [first, 2]
            ]
          ],
          ["b.ts", [[first, 2]]]
        ])
      )
    })
  )

  it.effect("leave out what the oldest commit of a shallow clone seems to add", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Add", { files: { "a.ts": "1\n" } })
      const second = yield* repository.commit("Edit", { files: { "a.ts": "2\n" } })
      assert.deepStrictEqual(
        yield* commitsOf(repository),
        new Map([
          [
            "a.ts",
            [
              [second, 1],
              [first, 1]
            ]
          ]
        ])
      )
      const third = yield* repository.commit("Edit again", { files: { "a.ts": "3\n" } })
      yield* repository.write(".git/shallow", `${second}\n`)
      assert.deepStrictEqual(yield* commitsOf(repository), new Map([["a.ts", [[third, 1]]]]))
    })
  )
})
