import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, Exit, Result, Scope } from "effect"
import { execFileSync } from "node:child_process"
import { chmod, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { env, pid } from "node:process"
import type { CommitIndex } from "../../../src/commitIndex/service/CommitIndex.ts"
import { FreshnessTimeout } from "../../../src/commitIndex/service/Freshness.ts"
import { GitError, GitTimedOut } from "../../../src/adapters/git/GitError.ts"
import { everything } from "../../../src/commitIndex/model/Registration.ts"
import { changeSelection } from "../../../src/commitIndex/store/registrations.ts"
import { type Meddling, makeIndex as unsynced, sync } from "../../support/commits/syncing.ts"
import { minimalNote } from "../../support/notes.ts"
import { askIndex, makeIndex } from "../../support/commits/indexing.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

/** What an answer says, by repository. */
const behind = Effect.fnUntraced(function* (index: CommitIndex["Service"], timeout: Duration.Input = "1 hour") {
  const { repositories } = yield* Effect.provideService(index.repositories, FreshnessTimeout, timeout)
  return Object.fromEntries(repositories.map(({ behind: count, name }) => [name, count]))
})

const by = (...authors: ReadonlyArray<string>) => authors.map((author) => ({ message: "One more", author }))

/** A git that exits before it emits any patch. */
const broken: Meddling = (git) => ({
  ...git,
  patches: () => Effect.fail(new GitError({ reason: new GitTimedOut({ command: "diff-tree", seconds: 1 }) }))
})

describe("freshness", () => {
  it.live("counts pending commits exactly; null for a missing repository", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const other = yield* makeRepository()
      yield* repository.commit("One")
      const two = yield* repository.commit("Two")
      yield* other.commit("Other")
      const index = yield* makeIndex
      index.register("app", repository.directory)
      index.register("gone", other.directory)
      assert.deepStrictEqual(yield* behind(yield* askIndex(index.path)), { app: 2, gone: 1 })
      yield* index.sync("app")
      yield* index.sync("gone")
      assert.deepStrictEqual(yield* behind(yield* askIndex(index.path)), { app: 0, gone: 0 })
      yield* repository.commit("Three")
      yield* repository.git(["branch", "side", two])
      yield* repository.git(["checkout", "--quiet", "side"])
      yield* repository.commit("Four")
      yield* repository.commit("Five")
      yield* Effect.promise(() => rm(other.directory, { recursive: true }))
      const asked = yield* askIndex(index.path)
      assert.deepStrictEqual(yield* behind(asked), { app: 3, gone: null })
      const { repositories } = yield* Effect.provideService(asked.search({ query: "two" }), FreshnessTimeout, "1 hour")
      assert.deepStrictEqual(
        repositories.map(({ behind: count }) => count),
        [3, null]
      )
      yield* index.sync("app")
      assert.deepStrictEqual(yield* behind(asked), { app: 0, gone: null })
    })
  )

  it.live("counts commits whose notes were written, changed or removed since", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const one = yield* repository.commit("One")
      const two = yield* repository.commit("Two")
      const index = yield* makeIndex
      index.register("app", repository.directory)
      yield* index.sync("app")
      const count = Effect.suspend(() => Effect.flatMap(askIndex(index.path), (asked) => behind(asked)))
      yield* repository.note(one, minimalNote(one))
      assert.deepStrictEqual(yield* count, { app: 1 })
      const three = yield* repository.commit("Three")
      yield* repository.note(three, minimalNote(three))
      assert.deepStrictEqual(yield* count, { app: 2 })
      yield* index.sync("app")
      assert.deepStrictEqual(yield* count, { app: 0 })
      yield* repository.note(one, minimalNote(one, { summary: "Another." }))
      yield* repository.note(two, minimalNote(two))
      yield* repository.git(["notes", "--ref=ultragit", "remove", three])
      assert.deepStrictEqual(yield* count, { app: 3 })
      yield* index.sync("app")
      assert.deepStrictEqual(yield* count, { app: 0 })
      yield* repository.git(["update-ref", "-d", "refs/notes/ultragit"])
      assert.deepStrictEqual(yield* count, { app: 2 })
      yield* index.sync("app")
      assert.deepStrictEqual(yield* count, { app: 0 })
    })
  )

  it.live("counts commits whose patches an interrupted sync did not read", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory(["One", "Two", "Three"].map((message) => ({ message, files: { a: message } })))
      const path = yield* unsynced([{ name: "app", directory: repository.directory }])
      yield* sync(path, undefined, broken)
      assert.deepStrictEqual(yield* behind(yield* askIndex(path)), { app: 3 })
      yield* sync(path)
      assert.deepStrictEqual(yield* behind(yield* askIndex(path)), { app: 0 })
    })
  )

  it.live(
    "counts what a sync would index, for any selection",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const [ada, zoe] = ["Ada <ada@example.org>", "Zoë <zoe@example.org>"] as const
        yield* repository.importHistory(by(ada, zoe, ada, zoe))
        const index = yield* makeIndex
        index.register("all", repository.directory)
        index.register("ada", repository.directory, { author: "ADA@" })
        index.register("fork", repository.directory, { forkOf: "all" })
        index.register("main", repository.directory, { branches: ["main"] })
        const now = Effect.suspend(() => Effect.flatMap(askIndex(index.path), behind))
        assert.deepStrictEqual(yield* now, { ada: 2, all: 4, fork: 4, main: 4 })
        yield* index.sync("all")
        assert.deepStrictEqual(yield* now, { ada: 2, all: 0, fork: 0, main: 4 })
        for (const name of ["ada", "fork", "main"]) yield* index.sync(name)
        yield* repository.git(["branch", "topic"])
        yield* repository.importHistory(by(zoe, ada), { branch: "topic" })
        yield* repository.git(["tag", "v1", "topic"])
        yield* repository.git(["branch", "-D", "topic"])
        yield* repository.git(["commit", "--amend", "--allow-empty", "--author", zoe, "-m", "Amended"])
        assert.deepStrictEqual(yield* now, { ada: 1, all: 3, fork: 3, main: 1 })
        yield* repository.git(["tag", "-d", "v1"])
        yield* index.sync("all")
        assert.deepStrictEqual(yield* now, { ada: 0, all: 0, fork: 0, main: 1 })
        Result.getOrThrow(index.database.transact((connection) => changeSelection(connection, 2, everything)))
        assert.deepStrictEqual(yield* now, { ada: 2, all: 0, fork: 0, main: 1 })
      }),
    slow
  )

  it.live("counts only new commits after indexed ones were garbage-collected", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One")
      yield* repository.commit("Two")
      const index = yield* makeIndex
      index.register("app", repository.directory)
      yield* index.sync("app")
      yield* repository.git(["reset", "--hard", "--quiet", "HEAD~1"])
      yield* repository.commit("Two again")
      yield* repository.commit("Three")
      yield* repository.git(["reflog", "expire", "--expire=now", "--all"])
      yield* repository.git(["prune", "--expire=now"])
      assert.deepStrictEqual(yield* behind(yield* askIndex(index.path)), { app: 2 })
    })
  )

  it.live("does not delay answers for a slow repository, and leaves no process behind", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One")
      const index = yield* makeIndex
      index.register("slow", repository.directory)
      yield* index.sync("slow")
      const folder = yield* makeFolder
      const mark = `3141.${pid}`
      const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim()
      const script = `#!/bin/sh\ncase "$*" in *for-each-ref*) exec sleep ${mark};; esac\nexec ${real} "$@"\n`
      yield* Effect.promise(() => writeFile(join(folder, "git"), script).then(() => chmod(join(folder, "git"), 0o755)))
      const scope = yield* Scope.fork(yield* Effect.scope)
      const asked = yield* Scope.provide(askIndex(index.path, { PATH: `${folder}:${env["PATH"] ?? ""}` }), scope)
      for (let round = 0; round < 3; round++) {
        assert.deepStrictEqual(yield* behind(asked, round === 0 ? "300 millis" : "1 hour"), { slow: null })
      }
      const sleeping = () =>
        execFileSync("sh", ["-c", `ps -eo args | grep -c '^sleep ${mark}' || true`], { encoding: "utf8" })
      while (sleeping().trim() === "0") yield* Effect.sleep("20 millis")
      assert.strictEqual(sleeping().trim(), "1")
      yield* Scope.close(scope, Exit.void)
      // Far sooner than git would be given up.
      for (let round = 0; round < 200 && sleeping().trim() !== "0"; round++) yield* Effect.sleep("20 millis")
      assert.strictEqual(sleeping().trim(), "0")
    })
  )
})
