import { execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { findPaths, inRepository, withoutWaiting } from "../../support/code/codeIndex.ts"
import { makeKills } from "../../support/code/kills.ts"
import { runUnprivileged } from "../../support/runUnprivileged.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const databaseOf = (directory: string, name = "code.db"): string => join(directory, ".git", "ultragit", name)

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files: { "src/pool.ts": "export const pool = 1\n", "a.md": "A pool.\n" } })
  return repository
})

const runCode = (directory: string, ...args: ReadonlyArray<string>) =>
  runUnprivileged(directory, "code", ...args, "--repo", directory)

/** Reads a database in another process, which keeps it open until the scope closes. */
const openElsewhere = (path: string) => {
  const script = `const { DatabaseSync } = require("node:sqlite")
const database = new DatabaseSync(${JSON.stringify(path)}, { readOnly: true })
database.prepare("SELECT count(*) FROM blobs").get()
console.log("open")
setInterval(() => {}, 1_000)`
  const start = Effect.sync(() => spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] }))
  return Effect.acquireRelease(start, (child) => Effect.sync(() => child.kill())).pipe(
    Effect.tap(({ stdout }) => Effect.promise(() => once(stdout, "data")))
  )
}

const index = Effect.flatMap(CodeIndex, (service) => service.index({ background: false }))

describe("a code index", () => {
  it.live(
    "that is not up to date says so of what it does not have",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        const ask = Effect.flatMap(CodeIndex, (service) => Effect.flip(service.symbol({ name: "nowhere", limit: 10 })))
        const missing = 'No definition named "nowhere" in the index.'
        const upToDate = yield* inRepository(directory)(ask)
        assert.deepStrictEqual([upToDate.code, upToDate.message], ["symbol_unknown", missing])
        const behind = yield* inRepository(directory)(withoutWaiting(ask))
        assert.strictEqual(behind.code, "index_behind")
        assert.match(behind.message, /^Not indexed yet, or not there: nowhere\. Indexing goes on in the background/)
      }),
    slow
  )

  it.live("that is not made yet says so", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      const ask = Effect.flatMap(CodeIndex, (service) => Effect.flip(service.symbol({ name: "pool", limit: 10 })))
      const behind = yield* inRepository(directory)(withoutWaiting(ask))
      assert.strictEqual(behind.code, "index_behind")
      assert.match(behind.message, /^Nothing is indexed yet\. Indexing goes on in the background/)
    })
  )

  it.live("that was never made is called so by its status, until it is made", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      yield* Effect.gen(function* () {
        const service = yield* CodeIndex
        const before = yield* service.status({})
        assert.deepInclude(before, { status: "idle", lastIndexed: null })
        assert.match(before.message ?? "", /never indexed .*code-scout_index/)
        yield* index
        assert.isUndefined((yield* service.status({})).message)
      }).pipe(inRepository(directory))
    })
  )

  it.live(
    "has the size of all that it takes on disk",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        const { directory } = repository
        yield* Effect.gen(function* () {
          yield* index
          yield* repository.write("src/later.ts", "export const later = 1\n")
          yield* index
          const { indexSize } = yield* Effect.flatMap(CodeIndex, (service) => service.status({}))
          const sizes = ["code.db", "code.db-wal"].map((name) => statSync(databaseOf(directory, name)).size)
          assert.strictEqual(indexSize, (sizes[0] ?? 0) + (sizes[1] ?? 0))
          assert.isAbove(sizes[1] ?? 0, 0)
        }).pipe(inRepository(directory, "on threads of its own"))
      }),
    slow
  )

  it.live("that is damaged is made again", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      for (const content of ["", "no database", Buffer.alloc(100_000, 7)]) {
        yield* inRepository(directory)(index)
        writeFileSync(databaseOf(directory), content)
        rmSync(databaseOf(directory, "code.db-wal"), { force: true })
        rmSync(databaseOf(directory, "code.db-shm"), { force: true })
        assert.deepStrictEqual(yield* inRepository(directory)(findPaths("pool")), ["src/pool.ts", "a.md"])
      }
    })
  )

  it.live(
    "that is deleted under a server is made again",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        yield* Effect.gen(function* () {
          assert.lengthOf(yield* findPaths("pool"), 2)
          for (const suffix of ["", "-wal", "-shm"]) rmSync(databaseOf(directory, `code.db${suffix}`), { force: true })
          assert.lengthOf(yield* findPaths("pool"), 2)
        }).pipe(inRepository(directory, "on threads of its own"))
      }),
    slow
  )

  it.live(
    "of which only the main file is deleted while another process reads it is made again",
    () =>
      Effect.gen(function* () {
        const { directory, write } = yield* makeProject
        yield* inRepository(directory)(index)
        const reader = yield* openElsewhere(databaseOf(directory))
        yield* write("src/more.ts", "export const morePool = 1\n")
        yield* inRepository(directory)(index)
        rmSync(databaseOf(directory))
        const found = ["src/more.ts", "src/pool.ts", "a.md"]
        assert.sameMembers(yield* inRepository(directory)(findPaths("pool")), found)
        assert.isNull(reader.exitCode)
        assert.sameMembers(yield* inRepository(directory)(findPaths("pool")), found)
      }),
    slow
  )

  it.live(
    "that is emptied under a server is made again",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        yield* Effect.gen(function* () {
          assert.lengthOf(yield* findPaths("pool"), 2)
          writeFileSync(databaseOf(directory), "")
          assert.lengthOf(yield* findPaths("pool"), 2)
          assert.isAbove(statSync(databaseOf(directory)).size, 0)
        }).pipe(inRepository(directory, "on threads of its own"))
      }),
    slow
  )

  it.live(
    "that is overwritten under a server answers all the same",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        yield* Effect.gen(function* () {
          assert.lengthOf(yield* findPaths("pool"), 2)
          for (const content of [Buffer.from("no database"), Buffer.alloc(400_000, 7)]) {
            writeFileSync(databaseOf(directory), content)
            assert.lengthOf(yield* findPaths("pool"), 2)
          }
        }).pipe(inRepository(directory, "on threads of its own"))
      }),
    slow
  )

  it.live("of a newer version is left as it is", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      yield* inRepository(directory)(index)
      execFileSync(process.execPath, [
        "-e",
        `const { DatabaseSync } = require("node:sqlite"); new DatabaseSync(${JSON.stringify(databaseOf(directory))}).exec("PRAGMA user_version = 99")`
      ])
      const digest = () =>
        createHash("sha256")
          .update(readFileSync(databaseOf(directory)))
          .digest("hex")
      const before = digest()
      const { message } = yield* Effect.flip(inRepository(directory)(index))
      assert.match(message, /newer version/)
      assert.strictEqual(digest(), before)
    })
  )

  it.live("is neither made nor read through a link", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeProject
      const outside = join(yield* makeFolder, "victim")
      for (const name of ["", "-wal", "-shm", "-journal", "-turn", "-updating"].map((suffix) => `code.db${suffix}`)) {
        mkdirSync(join(directory, ".git", "ultragit"), { recursive: true })
        writeFileSync(outside, "precious")
        symlinkSync(outside, databaseOf(directory, name))
        const failure = yield* Effect.flip(inRepository(directory)(index))
        assert.include(failure.message, name)
        assert.strictEqual(readFileSync(outside, "utf8"), "precious")
        rmSync(databaseOf(directory, name))
      }
    })
  )

  it.live("leaves out links, pipes and what lies behind linked folders", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      const { directory } = repository
      const outside = yield* makeFolder
      writeFileSync(join(outside, "secret.ts"), "export const pool = 'secret'\n")
      mkdirSync(join(outside, "deep"))
      writeFileSync(join(outside, "deep", "pool.ts"), "export const pool = 'deep'\n")
      yield* repository.commit("Second", { files: { "lib/deep/pool.ts": "export const pool = 2\n" } })
      rmSync(join(directory, "lib"), { recursive: true })
      symlinkSync(outside, join(directory, "lib"))
      symlinkSync(join(outside, "secret.ts"), join(directory, "linked.ts"))
      execFileSync("mkfifo", [join(directory, "pipe.ts")])
      assert.deepStrictEqual(yield* inRepository(directory)(findPaths("pool")), ["src/pool.ts", "a.md"])
    })
  )

  it.live(
    "counts files that it cannot read or parse, and finds the others",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        const { directory } = repository
        yield* repository.write("large.ts", `export const big = "${"x".repeat(6_000_000)}"\n`)
        yield* repository.write("binary.ts", Uint8Array.of(0, 1, 2))
        yield* repository.write("wide.ts", Buffer.from("\ufeffexport const pool = 1\n", "utf16le"))
        yield* repository.write("bytes.ts", Uint8Array.of(0xff, 0xfe, 0x70, 0x6f, 0x6f, 0x6c))
        yield* repository.write("deep.ts", `export const deep = ${"[".repeat(200_000)}\n`)
        yield* repository.write("made.ts", "export const made = 1\n")
        yield* repository.write(".gitattributes", "made.ts linguist-generated\n")
        yield* Effect.gen(function* () {
          const { index: state } = yield* index
          assert.deepInclude(state, { files: 9, pending: 0 })
          const { details } = yield* Effect.flatMap(CodeIndex, (service) => service.status({}))
          const counted = { "no grammar": 2, "over 5 MiB": 1, binary: 1, "generated or vendored": 2 }
          assert.deepInclude(details, counted)
          assert.sameMembers(yield* findPaths("pool"), ["src/pool.ts", "a.md", "bytes.ts", "wide.ts"])
        }).pipe(inRepository(directory))
      }),
    slow
  )

  it.live(
    "in a folder that cannot be written is an error that says so, and what is indexed still answers",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* makeProject
        const folder = join(directory, ".git", "ultragit")
        chmodSync(join(directory, ".git"), 0o555)
        const failed = yield* runCode(directory, "index")
        assert.strictEqual(failed.exitCode, 1)
        assert.match(failed.stderr.toString(), /The code index cannot be made.*(?:permission|denied)/is)

        chmodSync(join(directory, ".git"), 0o755)
        assert.strictEqual((yield* runCode(directory, "index")).exitCode, 0)
        chmodSync(folder, 0o555)
        for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
        const found = yield* runCode(directory, "search", "pool")
        chmodSync(folder, 0o755)
        assert.strictEqual(found.exitCode, 0)
        assert.include(found.stdout.toString(), "### File: src/pool.ts")
        assert.match(found.stdout.toString(), /Warning: The code index is not up to date: No permission to write/)
      }),
    slow
  )

  it.live(
    "that was killed at any moment equals one made anew after the next call",
    () =>
      Effect.gen(function* () {
        const { kill } = yield* makeKills(1)
        for (let run = 0; run < scaled(4, 40); run += 1) assert.deepStrictEqual((yield* kill).differences, [])
      }),
    slow
  )
})
