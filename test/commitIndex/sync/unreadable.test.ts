import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { ObjectMissing, GitError } from "../../../src/adapters/git/GitError.ts"
import { digestOf } from "../../support/commits/digest.ts"
import { expectAsFresh, makeIndex, type Meddling, sync, synced } from "../../support/commits/syncing.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

/** Makes objects unreadable; `restore` brings them back. */
const damage = Effect.fnUntraced(function* (
  { directory }: TemporaryRepository,
  missing: ReadonlyArray<ObjectId>,
  corrupt: ReadonlyArray<ObjectId>
) {
  const fileOf = (id: ObjectId) => join(directory, ".git/objects", id.slice(0, 2), id.slice(2))
  const files = [...missing, ...corrupt].map(fileOf)
  yield* Effect.promise(() => Promise.all(files.map((file) => rename(file, `${file}-aside`))))
  yield* Effect.promise(() => Promise.all(corrupt.map((id) => writeFile(fileOf(id), "no object"))))
  return { restore: Effect.promise(() => Promise.all(files.map((file) => rename(`${file}-aside`, file)))) }
})

/** Commits of an index, by subject. */
const subjects = (path: string): ReadonlyArray<string> =>
  (digestOf(path)["commits"] ?? []).map((line) => /"(c\d|side|tip|later)"/.exec(line)?.[1] ?? line).toSorted()

const failuresOf = (outcomes: Effect.Success<ReturnType<typeof sync>>) =>
  outcomes.flatMap(({ result }) => (Result.isFailure(result) ? [result.failure] : []))

const long = (text: string) => Array.from({ length: 40 }, (_, at) => `${text} ${at}\n`).join("")

/** Six commits of which the last moves a file and changes it, one on a branch of its own, and one that a tag alone has. */
const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const first = Array.from({ length: 5 }, (_, at) => ({
    message: `c${at}`,
    files: { a: long(`a${at}`), [`d${at}/f`]: `f${at}\n`, big: long("b") }
  }))
  const last = { message: "c5", files: { big: null, moved: `${long("b")}more\n` } }
  const ids = yield* repository.importHistory([...first, last])
  yield* repository.git(["branch", "side", ids[1] ?? "HEAD"])
  const [side] = yield* repository.importHistory([{ message: "side", files: { side: "side\n" } }], {
    branch: "side"
  })
  yield* repository.git(["branch", "tagged", ids[2] ?? "HEAD"])
  const [tip] = yield* repository.importHistory([{ message: "tip", files: { tip: "tip\n" } }], {
    branch: "tagged"
  })
  yield* repository.git(["tag", "-a", "-m", "t", "v1", tip ?? ""])
  yield* repository.git(["branch", "--quiet", "-D", "tagged"])
  return { repository, ids, side, tip: tip === undefined ? [] : [tip] }
})

it.live(
  "missing or damaged objects are reported, do not block other commits, and are indexed once restored",
  () =>
    Effect.gen(function* () {
      const { ids, repository, side, tip } = yield* makeHistory
      const repositories = [{ name: "one", directory: repository.directory }]
      const before = yield* makeIndex(repositories)
      yield* synced(before)
      const after = yield* makeIndex(repositories)
      const [lost, moved, tree] = yield* Effect.all([
        repository.id(`${ids[2]}:a`),
        repository.id("main:moved"),
        repository.id(`${side}^{tree}`)
      ])
      const { restore } = yield* damage(repository, [lost, tree], [moved, ...tip])
      yield* repository.git([
        "update-ref",
        "refs/heads/main",
        yield* repository.git(["commit-tree", "-p", "main", "-m", "later", "main^{tree}"])
      ])

      for (let round = 0; round < 2; round += 1) {
        const [failure] = failuresOf(yield* sync(after))
        assert.strictEqual(failure?.code, "commits_unreadable")
        assert.match(
          failure?.message ?? "",
          /^5 commits cannot be read completely: .*2 more\. Everything else is indexed\.$/
        )
        assert.include(digestOf(after)["repositories"]?.join(), "5 commits cannot be read completely")
        // The lost file of c2 is needed for its patch, and to detect whether c3 copied it.
        assert.deepStrictEqual(subjects(after), ["c0", "c1", "c2", "c4", "later"])
      }
      // What was read once stays.
      assert.strictEqual(failuresOf(yield* sync(before)).length, 0)
      assert.deepStrictEqual(subjects(before), ["c0", "c1", "c2", "c3", "c4", "c5", "later", "side", "tip"])

      yield* restore
      yield* synced(after)
      yield* expectAsFresh(after, repositories)
      yield* synced(before)
      yield* expectAsFresh(before, repositories)
    }),
  slow
)

it.live(
  "a sync of a mostly unreadable repository ends soon and counts what it skipped",
  () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory(
        Array.from({ length: 600 }, (_, at) => ({ message: `${at}`, files: { a: `${at}\n` } }))
      )
      const path = yield* makeIndex([{ name: "one", directory: repository.directory }])
      let asked = 0
      const broken: Meddling = (git) => ({
        ...git,
        changes: ([id = ""]) => {
          asked += 1
          return Effect.fail(new GitError({ reason: new ObjectMissing({ id }) }))
        }
      })
      const [failure] = failuresOf(yield* sync(path, undefined, broken))
      assert.strictEqual(failure?.code, "commits_unreadable")
      assert.match(failure?.message ?? "", /^600 commits cannot be read completely: /)
      assert.isBelow(asked, 1_300)
    }),
  slow
)

it.live("unreadable notes do not prevent the indexing of patches", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.importHistory([{ message: "c1", files: { a: "needle\n" } }])
    yield* repository.git(["update-ref", "refs/notes/ultragit", yield* repository.id("main:a")])
    const path = yield* makeIndex([{ name: "one", directory: repository.directory }])
    const [failure] = failuresOf(yield* sync(path))
    assert.isDefined(failure)
    assert.notStrictEqual(failure?.code, "commits_unreadable")
    assert.isTrue(digestOf(path)["words"]?.some((line) => line.includes('"needl"')))
    assert.include(digestOf(path)["repositories"]?.join(), failure?.message ?? "nothing")
    yield* repository.git(["update-ref", "-d", "refs/notes/ultragit"])
    yield* synced(path)
  })
)
