import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { readdir, rename } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Schema, Scope } from "effect"
import { holdLock } from "../../../../src/adapters/sql/Lock.ts"
import { at } from "../../../support/conformance/Subject.ts"
import { isolation } from "../../../support/runGit.ts"
import { run as runProgram, serverOf } from "../../../support/program.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const plain = { FORCE_COLOR: "", NO_COLOR: "1", ULTRAGIT_LOG: "" }

/** The commands on an index of its own. */
const makeIndex = Effect.gen(function* () {
  const db = join(yield* makeFolder, "index", "commits.db")
  const repos = (...args: ReadonlyArray<string>) =>
    runProgram(["repos", ...args], { env: { ...plain, ULTRAGIT_DB: db, COMMITMUX_DB: "/nowhere" } })
  return { db, repos, clones: join(db, "..", "clones") }
})

/** `ultragit repos`, killed at the end of the scope. */
const start = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const { args: server, command } = serverOf("/")
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(command, [...server.slice(0, 1), "repos", ...args], {
        env: { ...process.env, ...isolation, ...plain }
      })
    ),
    (started) => Effect.sync(() => started.kill("SIGKILL"))
  )
  const [output, log]: [Array<string>, Array<string>] = [[], []]
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  return { child, output: () => output.join(""), log: () => log.join(""), exit: Effect.promise(() => ended) }
})

const parsed = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

describe("ultragit repos", () => {
  it.effect(
    "adds, syncs and shows a repository, and continues with the others when one is missing",
    () =>
      Effect.gen(function* () {
        const { db, repos } = yield* makeIndex
        const api = yield* makeRepository()
        const web = yield* makeRepository()
        yield* api.commit("one")
        yield* web.commit("two")
        const none = yield* repos("status")
        assert.deepStrictEqual(none, {
          exitCode: 0,
          stdout: "No repositories are indexed yet. Add one: ultragit repos add PATH\n",
          stderr: ""
        })
        assert.isFalse(existsSync(db), "asking made an index")

        const added = yield* repos("add", api.directory, "--name", "api", "--exclude", "docs/")
        assert.deepStrictEqual(added, {
          exitCode: 0,
          stdout: `Added api: ${api.directory}\nIndexed: without docs/\nIndex it: ultragit repos sync api\n`,
          stderr: ""
        })
        yield* repos("add", web.directory, "--name", "web")
        const synced = yield* repos("sync")
        assert.deepStrictEqual(synced, {
          exitCode: 0,
          stdout: "api: 1 commit added (1 in total)\nweb: 1 commit added (1 in total)\n",
          stderr: ""
        })

        yield* api.commit("three")
        const elsewhere = join(yield* makeFolder, "web")
        yield* Effect.promise(() => rename(web.directory, elsewhere))
        const half = yield* repos("sync", "--json")
        assert.strictEqual(half.exitCode, 1)
        assert.deepStrictEqual(at(parsed(half.stdout), "repositories", 0), {
          name: "api",
          added: 1,
          removed: 0,
          commit_count: 2
        })
        assert.deepStrictEqual(at(parsed(half.stdout), "repositories", 1, "error"), {
          code: "not_a_repository",
          message: `Not a git repository: ${web.directory}`,
          hint: "If it was moved: ultragit repos update web --source PATH. If it was deleted: ultragit repos remove web"
        })

        yield* api.commit("four")
        const status = yield* repos("status")
        const rows = status.stdout
          .split("\n")
          .map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, "TIME").split(/ {2,}/))
        assert.deepStrictEqual(rows, [
          ["REPOSITORY", "COMMITS", "BEHIND", "LAST SYNCED", "SOURCE"],
          ["api", "2", "1", "TIME", api.directory],
          ["", "without docs/"],
          ["web", "1", "?", "TIME", web.directory],
          ["", `last sync failed: Not a git repository: ${web.directory}`],
          [""]
        ])
        yield* repos("update", "web", "--source", elsewhere)
        const found = yield* repos("sync", "web")
        assert.strictEqual(found.stdout, "web: up to date (1 in total)\n")
      }),
    slow
  )

  it.effect("adds several repositories, and continues with the others when one cannot be added", () =>
    Effect.gen(function* () {
      const { repos } = yield* makeIndex
      const folder = yield* makeFolder
      const made = yield* Effect.forEach(["api", "web"], (name) =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          yield* repository.commit("one")
          yield* Effect.promise(() => rename(repository.directory, join(folder, name)))
          return join(folder, name)
        })
      )
      const [api = "", web = ""] = made
      const added = yield* repos("add", api, "/nowhere/at/all", web, "--exclude", "docs/")
      assert.deepStrictEqual(added, {
        exitCode: 1,
        stdout: `Added api: ${api}\nAdded web: ${web}\nIndexed: without docs/\nIndex them: ultragit repos sync api web\n`,
        stderr:
          "Error: Not a git repository: /nowhere/at/all\n" +
          "Hint: Give a directory inside a repository, or a URL to clone from: https://, http://, ssh://, git://, file:// or git@host:path.\n"
      })
      const again = yield* repos("add", api, web, "--json")
      assert.strictEqual(again.exitCode, 1)
      assert.strictEqual(at(parsed(again.stdout), "repositories", 1, "source"), web)
      assert.strictEqual(at(parsed(again.stdout), "repositories", 1, "error", "code"), "name_taken")
      const named = yield* repos("add", api, web, "--name", "both")
      assert.deepStrictEqual(
        [named.exitCode, named.stderr.split("\n")[0]],
        [2, "Error: --name is for one repository: add each of several with its own command."]
      )
    })
  )

  it.effect(
    "adds nothing for an invalid repository, and names the next step",
    () =>
      Effect.gen(function* () {
        const { repos } = yield* makeIndex
        const api = yield* makeRepository()
        yield* repos("add", api.directory, "--name", "api")
        const said = yield* Effect.forEach(
          [
            ["add", api.directory, "--name", "api"],
            ["add", "/nowhere/at/all"],
            ["add", "ftp://example.org/a"],
            ["add", api.directory, "--name", "../x"],
            ["update", "api", "--name", "a/../b"],
            ["add", api.directory, "--name", "b", "--fork-of", "c"],
            ["remove", "c"],
            ["update", "api", "--fork-of", "api"],
            ["watch", "c"]
          ],
          (args) => Effect.map(repos(...args), ({ exitCode, stderr }) => `${exitCode} ${stderr.split("\n")[0] ?? ""}`),
          { concurrency: 3 }
        )
        assert.deepStrictEqual(said, [
          `1 Error: The index already has a repository named api: ${api.directory}`,
          "1 Error: Not a git repository: /nowhere/at/all",
          "1 Error: Not a git address: ftp://example.org/a",
          "1 Error: Invalid repository name: ../x",
          "1 Error: Invalid repository name: a/../b",
          "1 Error: --fork-of must name another repository of the index, got c.",
          "1 Error: Not in the index: c",
          "1 Error: --fork-of must name another repository of the index, got api.",
          "1 Error: Not in the index: c"
        ])
        const list = yield* repos("list")
        assert.strictEqual(list.stdout.split("\n").length, 3, "more was added")
      }),
    slow
  )

  it.effect(
    "clones a URL, fetches it with each sync, and removes it with its clone",
    () =>
      Effect.gen(function* () {
        const { clones, repos } = yield* makeIndex
        const remote = yield* makeRepository()
        const first = yield* remote.commit("one")
        yield* remote.commit("two")
        yield* repos("add", `file://${remote.directory}`, "--name", "far away", "--branch", "main")
        yield* repos("sync")
        yield* remote.git(["reset", "--quiet", "--hard", first])
        yield* remote.commit("another two")
        yield* remote.commit("three")
        const synced = yield* repos("sync", "far away")
        assert.strictEqual(synced.stdout, "far away: 2 commits added, 1 removed (3 in total)\n")

        const updated = yield* repos("update", "far away", "--name", "near", "--branch", "", "--author", "ada@")
        assert.strictEqual(
          updated.stdout,
          "Updated near.\nIndexed: author ada@\nThe next sync indexes all commits again.\nBring the index up to date: ultragit repos sync near\n"
        )
        const removed = yield* repos("remove", "near")
        assert.strictEqual(removed.stdout, "Removed near (3 commits).\n")
        assert.deepStrictEqual(yield* Effect.promise(() => readdir(clones)), [])
      }),
    slow
  )

  it.live(
    "reports that it waits for another sync of the same repository, and continues after it",
    () =>
      Effect.gen(function* () {
        const { db, repos } = yield* makeIndex
        const api = yield* makeRepository()
        yield* api.commit("one")
        yield* repos("add", api.directory, "--name", "api")
        const other = yield* Scope.fork(yield* Effect.scope)
        assert.isTrue(yield* Scope.provide(holdLock(`${db}-sync/1`), other))
        const syncing = yield* start(["sync", "--db", db])
        const waiting = "api: waiting for another process that is syncing it\n"
        yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => syncing.log() !== "" })
        yield* Scope.close(other, Exit.void)
        assert.deepStrictEqual(
          { code: yield* syncing.exit, log: syncing.log(), output: syncing.output() },
          { code: 0, log: waiting, output: "api: 1 commit added (1 in total)\n" }
        )
      }),
    slow
  )

  it.live(
    "watches: a repository whose sync takes long delays no other",
    () =>
      Effect.gen(function* () {
        const { db, repos } = yield* makeIndex
        const [large, quick] = [yield* makeRepository(), yield* makeRepository()]
        yield* large.commit("one")
        yield* quick.commit("one")
        yield* repos("add", large.directory, "--name", "large")
        yield* repos("add", quick.directory, "--name", "quick")
        assert.isTrue(yield* holdLock(`${db}-sync/1`))
        const watching = yield* start(["watch", "--interval", "3600", "--db", db])
        const says = (words: string) =>
          Effect.repeat(Effect.sleep("20 millis"), { until: () => watching.output().includes(words) })
        yield* says("quick: 1 commit added (1 in total)\n")
        yield* quick.commit("two")
        yield* says("quick: 1 commit added (2 in total)\n")
        assert.notInclude(watching.output(), "large: 1 commit")
      }),
    slow
  )

  it.live(
    "watches: says which repositories it picks up and drops",
    () =>
      Effect.gen(function* () {
        const { db, repos } = yield* makeIndex
        const [first, second] = [yield* makeRepository(), yield* makeRepository()]
        yield* first.commit("one")
        yield* repos("add", first.directory, "--name", "first")
        const watching = yield* start(["watch", "--interval", "3600", "--db", db])
        const says = (words: string) =>
          Effect.repeat(Effect.sleep("20 millis"), { until: () => watching.output().includes(words) })
        yield* says("first: 1 commit added (1 in total)\n")
        yield* repos("add", second.directory, "--name", "second")
        yield* says("second: now watched\n")
        yield* repos("remove", "second")
        yield* says("second: no longer in the index, not watched any more\n")
        assert.notInclude(watching.output(), "first: now watched")
        assert.include(watching.output(), "Watching: first; ")
      }),
    slow
  )

  it.live(
    "watches: a commit is indexed when it is made, and a signal ends it cleanly",
    () =>
      Effect.gen(function* () {
        const { db, repos } = yield* makeIndex
        const api = yield* makeRepository()
        yield* api.commit("one")
        yield* repos("add", api.directory, "--name", "api")
        const watching = yield* start(["watch", "--interval", "3600", "--db", db])
        const says = (words: string) =>
          Effect.repeat(Effect.sleep("20 millis"), { until: () => watching.output().includes(words) })
        yield* says("api: 1 commit added (1 in total)\n")
        yield* api.commit("two")
        yield* says("api: 1 commit added (2 in total)\n")
        yield* api.git(["pack-refs", "--all"])
        yield* api.git(["reset", "--quiet", "--hard", "HEAD~1"])
        yield* says("api: 1 removed (1 in total)\n")
        watching.child.kill("SIGTERM")
        assert.deepStrictEqual({ code: yield* watching.exit, log: watching.log() }, { code: 0, log: "" })
      }),
    slow
  )
})
