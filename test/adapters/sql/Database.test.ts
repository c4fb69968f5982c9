import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, statSync, writeFileSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { execPath } from "node:process"
import { fileURLToPath } from "node:url"
import { type Database, openDatabase, type DatabaseOptions } from "../../../src/adapters/sql/Database.ts"
import { type FileFormat } from "../../../src/adapters/sql/Connection.ts"
import type { SqlError } from "../../../src/adapters/sql/SqlError.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"
import { noMounts } from "../../support/faults/repositoryMounts.ts"
import { runCommand } from "../../support/runCommand.ts"
import { slow } from "../../support/scale.ts"

const first = "CREATE TABLE things (name TEXT NOT NULL)"
const second = "ALTER TABLE things ADD COLUMN size INTEGER"
const format = (...migrations: ReadonlyArray<string>): FileFormat => ({ applicationId: 0x7465_7374, migrations })

const io = <A>(run: () => Promise<A>) => Effect.promise(run)
const inFile = <A>(options: DatabaseOptions, use: (database: Database) => Result.Result<A, SqlError>) =>
  Effect.scoped(Effect.flatMap(openDatabase(options), (database) => Effect.fromResult(use(database))))
const insert = (name: string) => (database: Database) =>
  database.transact((connection) => connection.run("INSERT INTO things (name) VALUES (?)", name))
const names = (database: Database) =>
  database.use((connection) => connection.all("SELECT name FROM things ORDER BY rowid").map((row) => row.text("name")))

/** The tag of the failure, and whether it says what to do. */
const failureOf = <A>(effect: Effect.Effect<A, SqlError>) =>
  Effect.map(Effect.flip(effect), ({ hint, reason }) => [reason._tag, hint !== undefined && hint !== ""])

const database = Effect.map(makeFolder, (folder) => join(folder, "deep", "er", "file.db"))

it.effect("a file is made with its folder, brought up to date, and read by others at the same time", () =>
  Effect.gen(function* () {
    const path = yield* database
    const missing = inFile({ path, format: format(first), readOnly: true }, names)
    assert.deepStrictEqual((yield* Effect.flip(missing)).reason._tag, "DatabaseMissing")
    yield* inFile({ path, format: format(first) }, insert("one"))
    const older = inFile({ path, format: format(first, second), readOnly: true }, names)
    assert.deepStrictEqual(yield* failureOf(older), ["DatabaseOlder", true])
    yield* Effect.scoped(
      Effect.gen(function* () {
        const open = yield* openDatabase({ path, format: format(first, second) })
        const batch = open.batch()
        batch.write(1, (connection) => connection.run("INSERT INTO things VALUES ('two', 2)"))
        assert.deepStrictEqual(yield* inFile({ path, format: format(first, second), readOnly: true }, names), ["one"])
        yield* Effect.fromResult(batch.commit())
      })
    )
    assert.deepStrictEqual(yield* inFile({ path, format: format(first, second) }, names), ["one", "two"])
  })
)

it.effect("a statement has values by their numbers, in any order and more than once", () =>
  Effect.gen(function* () {
    const path = yield* database
    const numbers = yield* inFile({ path, format: format(first) }, (each) =>
      each.use((connection) => connection.integers("SELECT ?2, ?1, ?2", 1, 2))
    )
    assert.deepStrictEqual(numbers, [[2, 1, 2]])
  })
)

it.effect("a log is emptied unless somebody reads, and then goes on as it was", () =>
  Effect.gen(function* () {
    const path = yield* database
    const sizeOfLog = () => statSync(`${path}-wal`).size
    yield* Effect.scoped(
      Effect.gen(function* () {
        const written = yield* openDatabase({ path, format: format(first) })
        const reader = yield* openDatabase({ path, format: format(first), readOnly: true })
        yield* Effect.fromResult(insert("one")(written))
        const whileRead = reader.use((connection) => {
          const before = connection.integer("n", "SELECT count(*) n FROM things")
          Result.getOrThrow(insert("two")(written))
          Result.getOrThrow(written.emptyLog())
          return { before, after: connection.integer("n", "SELECT count(*) n FROM things"), log: sizeOfLog() > 0 }
        })
        assert.deepStrictEqual(yield* Effect.fromResult(whileRead), { before: 1, after: 1, log: true })
        yield* Effect.fromResult(written.emptyLog())
        assert.strictEqual(sizeOfLog(), 0)
        yield* Effect.fromResult(insert("three")(written))
        assert.deepStrictEqual(yield* Effect.fromResult(names(reader)), ["one", "two", "three"])
      })
    )
  })
)

it.effect("a file without tables is no database to readers, as long as its writer has not made them", () =>
  Effect.gen(function* () {
    const path = join(yield* makeFolder, "file.db")
    writeFileSync(path, "")
    const read = inFile({ path, format: format(first), readOnly: true }, names)
    assert.strictEqual((yield* Effect.flip(read)).reason._tag, "DatabaseMissing")
    yield* inFile({ path, format: format(first) }, insert("one"))
    assert.deepStrictEqual(yield* read, ["one"])
  })
)

it.effect("a migration that fails leaves the file as it was", () =>
  Effect.gen(function* () {
    const path = yield* database
    yield* inFile({ path, format: format(first) }, insert("one"))
    const broken = inFile({ path, format: format(first, `${second}; CREATE TABLE things (x)`) }, names)
    assert.strictEqual((yield* Effect.flip(broken)).reason._tag, "DatabaseFailed")
    assert.deepStrictEqual(yield* inFile({ path, format: format(first) }, names), ["one"])
  })
)

it.effect("what another program wrote, or a newer one, is refused and stays byte for byte", () =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    const at = (name: string) => join(folder, name)
    yield* inFile({ path: at("newer"), format: format(first, second) }, insert("one"))
    const foreign = new DatabaseSync(at("foreign"))
    foreign.exec("PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    // As a program leaves it that was killed: with what it wrote last not yet in the file.
    const left = { file: yield* io(() => readFile(at("foreign"))), log: yield* io(() => readFile(at("foreign-wal"))) }
    foreign.close()
    yield* io(() => writeFile(at("foreign"), left.file).then(() => writeFile(at("foreign-wal"), left.log)))
    yield* io(() =>
      writeFile(at("text"), "A text, and no database at all, long enough to be taken for one.\n".repeat(99))
    )
    for (const [name, tag] of [
      ["newer", "DatabaseNewer"],
      ["foreign", "DatabaseForeign"],
      ["text", "DatabaseForeign"]
    ] as const) {
      const path = at(name)
      const before = yield* io(() => readFile(path))
      for (const readOnly of [true, false]) {
        const opened = inFile({ path, format: format(first), readOnly }, names)
        assert.deepStrictEqual(yield* failureOf(opened), [tag, true], `${name} ${readOnly}`)
      }
      assert.isTrue(before.equals(yield* io(() => readFile(path))), name)
    }
    assert.isTrue(left.log.equals(yield* io(() => readFile(at("foreign-wal")))))
    assert.isFalse(existsSync(at("text-turn")))
    assert.isTrue((yield* failureOf(inFile({ path: folder, format: format(first) }, names)))[1])
  })
)

it.effect(
  "a file that is damaged says so and what to do, whether it is cut, overwritten or holds what it must not",
  () =>
    Effect.gen(function* () {
      const path = yield* database
      yield* inFile({ path, format: format(first) }, (open) =>
        open.transact((connection) => {
          for (let at = 0; at < 2_000; at += 1) connection.run("INSERT INTO things (name) VALUES (?)", "x".repeat(50))
        })
      )
      const whole = yield* io(() => readFile(path))
      const overwritten = Buffer.from(whole)
      overwritten.fill(0xab, 4096)
      for (const bytes of [whole.subarray(0, 3 * 4096), overwritten]) {
        yield* io(() => writeFile(path, bytes))
        assert.deepStrictEqual(yield* failureOf(inFile({ path, format: format(first) }, names)), [
          "DatabaseDamaged",
          true
        ])
      }
      yield* io(() => writeFile(path, whole))
      yield* inFile({ path, format: format(first) }, (open) =>
        open.transact((connection) => connection.run("UPDATE things SET name = x'00' WHERE rowid = 7"))
      )
      assert.deepStrictEqual(yield* failureOf(inFile({ path, format: format(first) }, names)), [
        "DatabaseDamaged",
        true
      ])
    })
)

it.effect("work that fails is taken back, and what was written with it by others is known to be lost", () =>
  Effect.gen(function* () {
    const path = yield* database
    yield* inFile({ path, format: format(first) }, (open) => {
      const [one, other] = [open.batch(), open.batch()]
      assert.isTrue(
        Result.isSuccess(one.write(1, (connection) => connection.run("INSERT INTO things VALUES ('lost')")))
      )
      assert.deepStrictEqual(names(open), Result.succeed(["lost"]))
      const bad = other.write(1, (connection) => connection.run("INSERT INTO things VALUES (NULL)"))
      assert.isTrue(Result.isFailure(bad))
      assert.deepStrictEqual(Result.isFailure(one.commit()), true)
      assert.deepStrictEqual(names(open), Result.succeed([]))
      const kept = open.batch()
      assert.isTrue(
        Result.isSuccess(kept.write(1, (connection) => connection.run("INSERT INTO things VALUES ('kept')")))
      )
      return insert("own")(open)
    })
    assert.deepStrictEqual(yield* inFile({ path, format: format(first) }, names), ["kept", "own"])
  })
)

it.effect("a writer that does not end is waited for, and then named", () =>
  Effect.gen(function* () {
    const path = yield* database
    yield* inFile({ path, format: format(first) }, insert("one"))
    const writer = new DatabaseSync(path)
    writer.exec("BEGIN IMMEDIATE")
    const waiting = inFile({ path, format: format(first), timeoutMillis: 20 }, insert("two"))
    assert.deepStrictEqual(yield* failureOf(waiting), ["DatabaseBusy", true])
    assert.deepStrictEqual(yield* inFile({ path, format: format(first), readOnly: true }, names), ["one"])
    writer.exec("COMMIT")
    writer.close()
    yield* inFile({ path, format: format(first) }, insert("two"))
  })
)

const opener = fileURLToPath(new URL("../../support/sql/openMany.ts", import.meta.url))

it.live(
  "processes that make one file at once, and write to it in turns, all come through",
  () =>
    Effect.gen(function* () {
      const path = yield* database
      const runs = yield* Effect.all(
        Array.from({ length: 3 }, () => runCommand({ command: execPath, args: [opener, path], cwd: ".", env: {} })),
        { concurrency: 3 }
      )
      for (const { exitCode, stderr } of runs) assert.strictEqual(exitCode, 0, stderr.toString())
      const found = yield* inFile({ path, format: format(first) }, names)
      assert.strictEqual(found.length, 3 * 20)
    }),
  slow
)

/** Runs the opener where shell commands have been at work on a folder, `$1`. */
const mounted = (folder: string, commands: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const script = `set -e\n${commands.join("\n")}\nexec "$0" "$2" "$1/file.db"`
    const args = ["--map-root-user", "--mount", "sh", "-c", script, execPath, folder, opener]
    return spawnSync("unshare", args, { encoding: "utf8" })
  })

it.live.skipIf(noMounts !== undefined)("a full disk and a folder that may only be read say so", () =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    const path = join(folder, "file.db")
    yield* inFile({ path, format: format(first) }, insert("one"))
    const readOnly = yield* mounted(folder, [`mount --bind "$1" "$1"`, `mount -o remount,ro,bind "$1"`])
    assert.match(readOnly.stderr, /database_(?:read_only|unopenable)/)
    const full = yield* mounted(folder, [`mount -t tmpfs -o size=128k none "$1"`])
    assert.include(full.stderr, "database_full")
    assert.deepStrictEqual(yield* inFile({ path, format: format(first) }, names), ["one"])
    assert.include(yield* io(() => readdir(folder)), "file.db")
  })
)
