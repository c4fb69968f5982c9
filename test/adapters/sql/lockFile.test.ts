import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { holdLock } from "../../../src/adapters/sql/Lock.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const format = { applicationId: 0x7465_7374, migrations: ["CREATE TABLE things (name TEXT NOT NULL)"] }
const isHeld = (path: string) => Effect.scoped(holdLock(path))
const write = (path: string) =>
  Effect.scoped(
    Effect.flatMap(openDatabase({ path, format }), (database) =>
      Effect.fromResult(database.transact((connection) => connection.run("INSERT INTO things VALUES ('one')")))
    )
  )

const garbage: Readonly<Record<string, (path: string) => void>> = {
  text: (path) => writeFileSync(path, "garbage\n".repeat(1000)),
  zeros: (path) => {
    writeFileSync(path, "")
    truncateSync(path, 500_000_000)
  }
}

it.effect.each(Object.entries(garbage))("a lock that holds %s is emptied and held", ([, fill]) =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    const path = join(folder, "lock")
    fill(path)
    assert.isTrue(yield* isHeld(path))
    assert.strictEqual(statSync(path).size, 0)
    const database = join(folder, "file.db")
    fill(`${database}-turn`)
    yield* write(database)
    assert.strictEqual(statSync(`${database}-turn`).size, 0)
  })
)

it.effect("a lock is not followed to another file, nor taken where something else is in its place", () =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    const [path, target] = [join(folder, "lock"), join(folder, "target")]
    const other = new DatabaseSync(target)
    other.exec("CREATE TABLE theirs (name TEXT)")
    other.close()
    const before = readFileSync(target)
    symlinkSync(target, path)
    const linked = yield* Effect.flip(isHeld(path))
    assert.match(linked.message, /lock: it is a symbolic link$/)
    assert.deepStrictEqual(readFileSync(target), before)
    symlinkSync(join(folder, "absent"), join(folder, "dangling"))
    assert.strictEqual((yield* Effect.flip(isHeld(join(folder, "dangling")))).reason._tag, "DatabaseUnopenable")
    assert.isFalse(existsSync(join(folder, "absent")))
    mkdirSync(join(folder, "folder"))
    assert.strictEqual((yield* Effect.flip(isHeld(join(folder, "folder")))).reason._tag, "DatabaseUnopenable")
    writeFileSync(join(folder, "kept"), "kept")
    linkSync(join(folder, "kept"), join(folder, "shared"))
    assert.strictEqual((yield* Effect.flip(isHeld(join(folder, "shared")))).reason._tag, "DatabaseForeign")
    assert.strictEqual(readFileSync(join(folder, "kept"), "utf8"), "kept")
  })
)
