import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { existsSync } from "node:fs"
import { link, mkdir, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { makeBatchWriter } from "../../../src/store/database/BatchWriter.ts"
import { repeatTransaction } from "../../../src/store/database/repeatTransaction.ts"
import { repositoryDatabasePath } from "../../../src/store/database/repositoryDatabasePath.ts"
import { makeSharedWriter } from "../../../src/store/database/sharedWriter.ts"
import { waitForLock } from "../../../src/store/database/waitForLock.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"
import { thingsFormat } from "../../support/threads/things.ts"

const io = <A>(run: () => Promise<A>) => Effect.promise(run)
const file = Effect.map(makeFolder, (folder) => ({ path: join(folder, "things.db"), format: thingsFormat }))

describe("a shared writer", () => {
  it.effect("gives concurrent users one connection, and closes it with the last of them", () =>
    Effect.gen(function* () {
      const things = yield* file
      const open = yield* makeSharedWriter(things)
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const database = yield* open
          assert.strictEqual(yield* Effect.scoped(open), database)
          const writer = makeBatchWriter<string>(
            database,
            (connection, name) => void connection.run("INSERT INTO things VALUES (?)", name),
            (name) => name.length
          )
          writer.write("one")
          writer.write("two")
          yield* writer.finish
          return database
        })
      )
      const database = yield* open
      assert.notStrictEqual(database, first)
      const count = database.use((connection) => connection.integer("count", "SELECT count(*) AS count FROM things"))
      assert.strictEqual(yield* Effect.fromResult(count), 2)
    })
  )

  it.effect("keeps its connection for the next user, unless the file was removed meanwhile", () =>
    Effect.gen(function* () {
      const things = yield* file
      const open = yield* makeSharedWriter(things, "1 minute")
      const write = Effect.gen(function* () {
        const database = yield* open
        yield* Effect.fromResult(database.transact((each) => each.run("INSERT INTO things VALUES ('one')")))
        return database
      }).pipe(Effect.scoped)
      const first = yield* write
      assert.strictEqual(yield* write, first)
      yield* io(() => rm(things.path))
      const second = yield* write
      assert.notStrictEqual(second, first)
      assert.strictEqual(yield* write, second)
      assert.isTrue(existsSync(things.path))
    })
  )
})

describe("a repeated transaction", () => {
  it.effect("runs until its step is done, and lets others write in between", () =>
    Effect.gen(function* () {
      const things = yield* file
      const database = yield* openDatabase(things)
      const other = yield* openDatabase({ ...things, timeoutMillis: 0 })
      const insert = (name: string) =>
        other.transact((connection) => connection.run("INSERT INTO things VALUES (?)", name))
      for (const name of ["a", "b", "c"]) yield* Effect.fromResult(insert(name))
      let steps = 0
      yield* repeatTransaction(
        database,
        (connection) => connection.run("DELETE FROM things WHERE rowid = (SELECT min(rowid) FROM things)") > 0,
        Effect.suspend(() => {
          steps += 1
          return steps === 1 ? Effect.asVoid(Effect.fromResult(insert("d"))) : Effect.void
        })
      )
      // Four things, and one step that finds nothing.
      assert.strictEqual(steps, 5)
    })
  )
})

describe("a lock", () => {
  it.effect("is waited for until its holder ends, but no longer than the timeout", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "locks", "one")
      let waits = 0
      const lock = waitForLock(
        path,
        "1 second",
        Effect.sync(() => void (waits += 1))
      )
      const [late, next] = yield* Effect.scoped(
        Effect.gen(function* () {
          assert.isTrue(yield* lock)
          const waiting = yield* Effect.forkDetach(Effect.scoped(lock))
          yield* TestClock.adjust("1 second")
          const isHeld = yield* Fiber.join(waiting)
          const started = yield* Effect.forkDetach(Effect.scoped(lock))
          yield* TestClock.adjust("500 millis")
          return [isHeld, started] as const
        })
      )
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual([late, yield* Fiber.join(next)], [false, true])
      assert.isAtLeast(waits, 10)
    })
  )
})

const pathFrom = (directory: string) =>
  Effect.provide(repositoryDatabasePath("code.db"), gitProcessAt(directory, isolation), { local: true })

describe("the database of a repository", () => {
  it.effect("is in the private folder, which worktrees share, and never behind a link", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one")
      const tree = join(yield* makeFolder, "tree")
      yield* repository.git(["worktree", "add", "-q", "--detach", tree])
      const path = join(repository.directory, ".git", "ultragit", "code.db")
      assert.deepStrictEqual([yield* pathFrom(repository.directory), yield* pathFrom(tree)], [path, path])
      yield* Effect.scoped(openDatabase({ path, format: thingsFormat }))
      assert.strictEqual(yield* pathFrom(tree), path)

      const outside = join(yield* makeFolder, "outside")
      yield* io(() => writeFile(outside, ""))
      const blocked = (suffix: string, put: (place: string) => Promise<unknown>) =>
        Effect.gen(function* () {
          yield* io(() => rm(`${path}${suffix}`, { force: true }))
          yield* io(() => put(`${path}${suffix}`))
          const { message } = yield* Effect.flip(pathFrom(tree))
          assert.include(message, `${path}${suffix} `)
          yield* io(() => rm(`${path}${suffix}`, { recursive: true }))
        })
      yield* blocked("", (place) => symlink(outside, place))
      yield* blocked("-wal", (place) => symlink(join(outside, "missing"), place))
      yield* blocked("-turn", (place) => link(outside, place))
      yield* blocked("-turn-journal", (place) => mkdir(place))
      assert.strictEqual(yield* pathFrom(tree), path)
    })
  )
})
