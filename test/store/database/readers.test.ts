import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, Exit, Fiber } from "effect"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { makeLocalReader } from "../../../src/store/database/localReader.ts"
import type { RequestReader } from "../../../src/store/database/RequestReader.ts"
import { makeThreadReader } from "../../../src/store/database/threadReader.ts"
import { builtScript } from "../../support/builtFolder.ts"
import { makeThingHandlers, ThingMissing, type ThingRequests, thingsFormat } from "../../support/threads/things.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const script = builtScript("thingsThread")
const io = <A>(run: () => Promise<A>) => Effect.promise(run)

type Reader = RequestReader<ThingRequests, ThingMissing>

const add = (path: string, ...names: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(openDatabase({ path, format: thingsFormat }), (database) =>
      Effect.fromResult(
        database.transact((connection) => {
          for (const name of names) connection.run("INSERT INTO things VALUES (?)", name)
        })
      )
    )
  )

const openReader = (path: string, where: string, idleTimeToLive: Duration.Input = "1 minute") =>
  where === "here"
    ? makeLocalReader<ThingRequests, ThingMissing>({ path, format: thingsFormat }, makeThingHandlers())
    : makeThreadReader<ThingRequests, ThingMissing>({ path, script, error: ThingMissing, idleTimeToLive })

const names = (reader: Reader) => reader.request("names", null)

describe.each(["here", "on a thread"])("a reader %s", (where) => {
  it.live("opens the file when it appears, sees commits of others, and opens a replaced file", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "things.db")
      const reader = yield* openReader(path, where)
      const missing = yield* Effect.flip(names(reader))
      assert.strictEqual(missing._tag === "SqlError" ? missing.reason._tag : "", "DatabaseMissing")
      yield* add(path, "one")
      assert.deepStrictEqual(yield* names(reader), ["one"])
      yield* add(path, "two")
      assert.deepStrictEqual(yield* names(reader), ["one", "two"])
      yield* io(() => rm(path))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(names(reader))))
      yield* add(path, "three")
      assert.deepStrictEqual(yield* names(reader), ["three"])
    })
  )

  it.live("fails with the errors of the handlers and of the file, which it leaves as it is", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "things.db")
      yield* add(path, "one")
      const reader = yield* openReader(path, where)
      assert.strictEqual(yield* reader.request("find", "one"), 1)
      const unknown = yield* Effect.flip(reader.request("find", "two"))
      assert.deepStrictEqual(unknown, new ThingMissing({ name: "two" }))
      const defect = yield* Effect.exit(reader.request("broken", null))
      assert.isTrue(Exit.hasDies(defect))
      assert.include(String(defect), "a bug of the handler")
      assert.deepStrictEqual(yield* names(reader), ["one"])
      yield* io(() => rm(path))
      yield* io(() => writeFile(path, "no database"))
      const foreign = yield* Effect.flip(names(reader))
      assert.strictEqual(foreign._tag === "SqlError" ? foreign.reason._tag : "", "DatabaseForeign")
      assert.strictEqual(yield* io(() => readFile(path, "utf8")), "no database")
    })
  )

  it.live("repeats a memoized request only after a commit, or for another file", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "things.db")
      yield* add(path, "one")
      const reader = yield* openReader(path, where)
      const ask = reader.request("runs", null)
      assert.deepStrictEqual([yield* ask, yield* ask], [1, 1])
      yield* add(`${path}.new`, "two")
      yield* io(() => rename(`${path}.new`, path))
      assert.deepStrictEqual([yield* ask, yield* ask], [2, 2])
      yield* add(path, "three")
      assert.deepStrictEqual([yield* ask, yield* ask], [3, 3])
    })
  )
})

describe("a reader on a thread", () => {
  it.live("stops a query whose caller is interrupted, and answers those that wait", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "things.db")
      yield* add(path, "one")
      const reader = yield* openReader(path, "on a thread")
      assert.deepStrictEqual(yield* names(reader), ["one"])
      const endless = yield* Effect.forkChild(reader.request("count", Number.MAX_SAFE_INTEGER), {
        startImmediately: true
      })
      const waiting = yield* Effect.forkChild(Effect.all([names(reader), reader.request("find", "one")]), {
        startImmediately: true
      })
      yield* Fiber.interrupt(endless)
      assert.deepStrictEqual(yield* Fiber.join(waiting), [["one"], 1])
    })
  )
})
