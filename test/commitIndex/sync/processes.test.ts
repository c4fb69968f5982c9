import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { join } from "node:path"
import { env, execPath } from "node:process"
import { SyncLockTimeout } from "../../../src/commitIndex/model/SyncOutcome.ts"
import { holdLock } from "../../../src/adapters/sql/Lock.ts"
import { builtFolder } from "../../support/builtFolder.ts"
import { digestOf } from "../../support/commits/digest.ts"
import { expectAsFresh, makeIndex, sync, synced, syncedTwice } from "../../support/commits/syncing.ts"
import { minimalNote } from "../../support/notes.ts"
import { runCommand } from "../../support/runCommand.ts"
import { isolation } from "../../support/runGit.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const script = join(builtFolder, "syncProcess.js")

/** A sync in a process of its own; how it ended. */
const syncElsewhere = (path: string, ...point: ReadonlyArray<string>) =>
  runCommand({
    command: execPath,
    args: ["--disable-warning=ExperimentalWarning", script, path, ...point],
    cwd: ".",
    env: { ...env, ...isolation }
  })

const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const ids = yield* repository.importHistory(
    Array.from({ length: 12 }, (_, at) => ({ message: `commit ${at}`, files: { [`f${at % 5}`]: `line ${at}\n` } }))
  )
  yield* repository.importNotes(ids.slice(3, 6).map((id) => [id, minimalNote(id, { summary: `Why ${id}.` })] as const))
  return { repository, ids, repositories: [{ name: "one", directory: repository.directory }] }
})

/** Where a sync dies that has commits to add and to take out. */
const points: ReadonlyArray<ReadonlyArray<string>> = [
  ["reported removing", "0"],
  ["changes", "4"],
  ["patches", "3"],
  ["reported patches", "0"],
  ...Array.from({ length: scaled(0, 12) }, (_, at) => ["changes", `${at}`])
]

it.live(
  "a sync that is killed leaves what the next one completes",
  () =>
    Effect.gen(function* () {
      const { ids, repositories, repository } = yield* makeHistory
      const path = yield* makeIndex(repositories)
      yield* synced(path)
      for (const [round, point] of points.entries()) {
        yield* repository.git(["reset", "--hard", "--quiet", ids[round % 8] ?? "HEAD"])
        yield* repository.importHistory(
          Array.from({ length: 8 }, (_, at) => ({ message: `round ${round}`, files: { new: `${round} ${at}\n` } }))
        )
        assert.strictEqual((yield* syncElsewhere(path, ...point)).exitCode, -1, point.join(" "))
        if (round % 2 === 0) yield* repository.git(["reset", "--hard", "--quiet", ids[(round + 3) % 8] ?? "HEAD"])
        yield* synced(path)
        yield* expectAsFresh(path, repositories)
      }
    }),
  slow
)

it.live(
  "concurrent syncs give the result of one; a sync that may not wait fails",
  () =>
    Effect.gen(function* () {
      const { repositories, repository } = yield* makeHistory
      const more = yield* makeRepository()
      yield* more.importHistory(
        Array.from({ length: 9 }, (_, at) => ({ message: `${at}`, files: { [`${at}`]: "x\n" } }))
      )
      const all = [...repositories, { name: "two", directory: more.directory }]
      const path = yield* makeIndex(all)
      const [, elsewhere] = yield* Effect.all([syncedTwice(path, ["two"]), syncElsewhere(path)], {
        concurrency: 2
      })
      assert.deepStrictEqual([elsewhere.exitCode, elsewhere.stderr.toString()], [0, ""])
      yield* expectAsFresh(path, all)

      yield* repository.commit("new", { files: { new: "new\n" } })
      const before = digestOf(path)
      yield* Effect.scoped(
        Effect.gen(function* () {
          assert.isTrue(yield* holdLock(`${path}-sync/1`))
          const outcomes = yield* Effect.provideService(sync(path, ["one"]), SyncLockTimeout, 0)
          assert.deepStrictEqual(
            outcomes.map(({ result }) => (Result.isFailure(result) ? result.failure.code : "")),
            ["sync_running"]
          )
          assert.deepStrictEqual(digestOf(path), before)
        })
      )
      yield* synced(path)
      yield* expectAsFresh(path, all)
    }),
  slow
)
