import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { isAddress, deriveRepositoryName, redactCredentials } from "../../../../src/adapters/git/clone/Address.ts"
import { Clones, FetchProgress } from "../../../../src/adapters/git/clone/Clones.ts"
import { GitEnvironment } from "../../../../src/adapters/git/GitEnvironment.ts"
import { isolation, runGitChecked } from "../../../support/runGit.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"

const withClones = <A, E, R>(
  use: (clones: Clones["Service"]) => Effect.Effect<A, E, R>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Effect.flatMap(GitEnvironment, (inherited) =>
    Effect.flatMap(Clones, use).pipe(
      Effect.provide(Clones.layer, { local: true }),
      Effect.provideService(GitEnvironment, { ...inherited, ...isolation, ...environment })
    )
  )

const refsOf = (directory: string) =>
  Effect.map(runGitChecked(directory, ["for-each-ref", "--format=%(objectname) %(refname)"]), (text) =>
    text.split("\n").toSorted()
  )

/** A hook of the configuration (git 2.54) that runs whenever a ref moves. */
const hookOf = (command: string) => ({
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "hook.all refs.event",
  GIT_CONFIG_VALUE_0: "reference-transaction",
  GIT_CONFIG_KEY_1: "hook.all refs.command",
  GIT_CONFIG_VALUE_1: command
})

/** Returns whether a process runs. A zombie does not count. */
const isRunning = (id: number) =>
  Effect.promise(() => readFile(`/proc/${id}/stat`, "latin1").catch(() => ") Z")).pipe(
    Effect.map((stat) => !/\) Z/.test(stat))
  )

describe("an address to clone from", () => {
  it.each([
    "https://example.org/a.git",
    "http://example.org/a",
    "ssh://git@example.org:22/a.git",
    "git://example.org/a",
    "file:///srv/git/a.git",
    "git@example.org:team/a.git",
    "git@[::1]:a.git"
  ])("may be %s", (address) => assert.isTrue(isAddress(address)))

  it.each([
    "ext::sh -c touch% /tmp/x",
    "--upload-pack=touch /tmp/x",
    "ssh://-oProxyCommand=x/a",
    "git@-oProxyCommand=x:a",
    "ftp://example.org/a",
    "transport::https://example.org/a",
    "https://example.org/a\nb",
    "/srv/git/a.git",
    "a"
  ])("is not %s", (address) => assert.isFalse(isAddress(address)))

  it("is displayed without its password", () => {
    assert.strictEqual(
      redactCredentials("fatal: https://me:secret@example.org/a and ssh://git:secret@example.org/b, git@example.org:c"),
      "fatal: https://***@example.org/a and ssh://git:***@example.org/b, git@example.org:c"
    )
  })

  it.each([
    ["https://me:p@ss@example.org/a", "https://***@example.org/a"],
    ["https://me:pa/s@s@example.org/a", "https://***@example.org/a"],
    ["ftp://me:p@ss@example.org/a", "ftp://me:***@example.org/a"],
    ["https://example.org:8080/@scope/a@b", "https://example.org:8080/@scope/a@b"],
    ["https://[::1]:8080/a@b", "https://[::1]:8080/a@b"],
    ["git@example.org:a", "git@example.org:a"]
  ])("nor parts of it: %s", (address, displayed) => {
    assert.strictEqual(redactCredentials(address), displayed)
  })

  it("provides the name of the repository", () => {
    assert.deepStrictEqual(
      [
        "https://example.org/team/api.git/",
        "git@example.org:api.git",
        "file:///srv/api/.git",
        "https://me:s3cret@example.org"
      ].map(deriveRepositoryName),
      ["api", "api", "api", "example.org"]
    )
  })
})

describe("a clone", () => {
  it.effect("has branches, tags and notes, and each fetch updates them", () =>
    Effect.gen(function* () {
      const remote = yield* makeRepository()
      const first = yield* remote.commit("one")
      yield* remote.git(["branch", "topic"])
      yield* remote.git(["tag", "-a", "v1", "-m", "v1"])
      yield* remote.note(first, "why")
      yield* remote.git(["update-ref", "refs/pull/1/head", "HEAD"])
      const directory = join(yield* makeFolder, "clones", "a.git")
      const address = `file://${remote.directory}`
      const steps: Array<string> = []
      const expected = Effect.map(refsOf(remote.directory), (refs) => refs.filter((ref) => !ref.includes("refs/pull/")))

      yield* withClones((clones) =>
        Effect.gen(function* () {
          yield* clones.clone(address, directory)
          assert.deepStrictEqual(yield* refsOf(directory), yield* expected)

          yield* remote.commit("two")
          yield* remote.git(["branch", "-m", "topic", "topic/renamed"])
          yield* remote.git(["tag", "-d", "v1"])
          yield* clones.fetch(address, directory)
          assert.deepStrictEqual(yield* refsOf(directory), yield* expected)

          yield* remote.git(["reset", "--quiet", "--hard", first])
          yield* remote.commit("another two")
          yield* clones.fetch(address, directory)
          assert.deepStrictEqual(yield* refsOf(directory), yield* expected)
        })
      ).pipe(Effect.provideService(FetchProgress, ({ step }) => Effect.sync(() => void steps.push(step))))
      assert.include(steps, "Receiving objects")
    })
  )

  it.effect("runs no hook of the configuration", () =>
    Effect.gen(function* () {
      const remote = yield* makeRepository()
      yield* remote.commit("one")
      const folder = yield* makeFolder
      const [directory, marker] = [join(folder, "a.git"), join(folder, "marker")]
      const address = `file://${remote.directory}`
      yield* withClones(
        (clones) =>
          Effect.gen(function* () {
            yield* clones.clone(address, directory)
            yield* remote.commit("two")
            yield* clones.fetch(address, directory)
          }),
        hookOf(`touch '${marker}' #`)
      )
      assert.isFalse(existsSync(marker))
      assert.deepStrictEqual(yield* refsOf(directory), yield* refsOf(remote.directory))
    })
  )

  it.effect("leaves nothing when it fails, and removes what a killed one left", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const directory = join(folder, "a.git")
      // An id that no process has.
      yield* Effect.promise(() => mkdir(`${directory}.part-4194305`))
      const error = yield* withClones((clones) => Effect.flip(clones.clone(`file://${folder}/nothing`, directory)))
      assert.strictEqual(error.code, "clone_failed")
      assert.match(error.message, /nothing/)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), [])
    })
  )

  it.live("leaves neither a folder nor a process when interrupted", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const mark = join(folder, "started")
      // The server never answers.
      const environment = { GIT_SSH_VARIANT: "simple", GIT_SSH_COMMAND: `echo $$ > ${mark}; exec sleep 600 #` }
      const cloning = withClones((clones) => clones.clone("ssh://example.org/a", join(folder, "a.git")), environment)
      const fiber = yield* Effect.forkChild(cloning)
      while (!existsSync(mark)) yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(fiber)
      const id = Number(yield* Effect.promise(() => readFile(mark, "utf8")))
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["started"])
      while (yield* isRunning(id)) yield* Effect.sleep("20 millis")
    })
  )
})
