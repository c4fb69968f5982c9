import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env as environment } from "node:process"
import { makeGitHubServer } from "../../../support/GitHubServer.ts"
import { addOrigin, hostToken, pullsOn } from "../../../support/importing.ts"
import { run } from "../../../support/program.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const withPulls = Effect.fnUntraced(function* (count: number) {
  const repository = yield* makeRepository()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const commits = yield* repository.importHistory(
    numbers.map((number) => ({ message: `Change ${number}`, files: { "a.ts": `${number}\n` } }))
  )
  const pulls = numbers.map((number) => ({ number, merge: commits[number - 1] ?? "", body: `Body ${number}` }))
  return { repository, commits, pulls }
})

/** No token and no program of a host in the environment. */
const bareEnvironment = { GH_TOKEN: "", GITHUB_TOKEN: "", GH_HOST: "", PATH: environment["PATH"] ?? "" }

describe("ultragit import github", () => {
  it.live(
    "prints what it imported, and with --json the same as a document",
    () =>
      Effect.gen(function* () {
        const { pulls, repository } = yield* withPulls(2)
        const server = yield* makeGitHubServer([...pulls, { number: 3, merge: "a".repeat(40) }])
        yield* addOrigin(repository, server)
        const options = { cwd: repository.directory, env: { GITHUB_TOKEN: hostToken, GH_HOST: server.host } }
        const planned = yield* run(["import", "github", "--dry-run"], options)
        assert.strictEqual(
          planned.stdout,
          `${server.host}/octo/demo has 3 merged pull requests; 0 are known from earlier runs.\n`
        )
        const first = yield* run(["import", "github"], options)
        assert.deepStrictEqual(first.stdout.split("\n"), [
          `Imported 2 pull requests of ${server.host}/octo/demo to refs/notes/ultragit-pulls.`,
          "1 became commits that this repository does not have. To import them: git fetch, then the same command again.",
          ""
        ])
        const second = yield* run(["import", "github", "--json"], options)
        assert.deepStrictEqual(JSON.parse(second.stdout), {
          $schema: "ultragit-import-pulls/v1",
          dry_run: false,
          host: server.host,
          project: "octo/demo",
          ref: "refs/notes/ultragit-pulls",
          total: 3,
          known: 3,
          imported: 0,
          by_programs: 0,
          untraceable: 0,
          unreadable: 0,
          waiting: 1,
          complete: true
        })
        assert.strictEqual(second.exitCode, 0)
      }),
    slow
  )

  it.live(
    "continues where it was killed",
    () =>
      Effect.gen(function* () {
        const { commits, pulls, repository } = yield* withPulls(60)
        const asked = yield* Deferred.make<void>()
        const server = yield* makeGitHubServer(pulls, (_, before) => {
          if (before !== 1) return undefined
          Deferred.doneUnsafe(asked, Effect.void)
          return { end: "open" }
        })
        yield* addOrigin(repository, server)
        const options = { cwd: repository.directory, env: { GITHUB_TOKEN: hostToken, GH_HOST: server.host } }
        const killed = yield* Effect.forkChild(run(["import", "github"], options))
        yield* Deferred.await(asked)
        yield* Fiber.interrupt(killed)
        assert.isDefined(yield* pullsOn(repository, commits[24] ?? ""))
        assert.isUndefined(yield* pullsOn(repository, commits[25] ?? ""))
        const { stdout } = yield* run(["import", "github", "--json"], options)
        assert.deepInclude(JSON.parse(stdout), { imported: 35, known: 60 })
        assert.isDefined(yield* pullsOn(repository, commits[59] ?? ""))
      }),
    slow
  )

  it.live(
    "says how far it is when the host stops it",
    () =>
      Effect.gen(function* () {
        const { pulls, repository } = yield* withPulls(60)
        const server = yield* makeGitHubServer(pulls, (_, before) => (before === 1 ? { status: 401 } : undefined))
        yield* addOrigin(repository, server)
        const env = { GITHUB_TOKEN: hostToken, GH_HOST: server.host }
        const { exitCode, stderr, stdout } = yield* run(["import", "github"], { cwd: repository.directory, env })
        assert.strictEqual(exitCode, 1)
        assert.include(stdout, "25 of 60 done; the same command continues.")
        assert.include(stderr, `Error: ${server.host} rejected the token from GITHUB_TOKEN.`)
      }),
    slow
  )

  it.live("uses the token of gh, and prints it nowhere", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const server = yield* makeGitHubServer(pulls, () => ({ status: 401, pieces: [`{"message":"${hostToken}"}`] }))
      yield* addOrigin(repository, server)
      const folder = yield* makeFolder
      const gh = join(folder, "gh")
      writeFileSync(gh, `#!/bin/sh\n[ "$*" = "auth token --hostname ${server.host}" ] && echo ${hostToken}\n`)
      chmodSync(gh, 0o755)
      const path = `${folder}:${bareEnvironment.PATH}`
      const options = { cwd: repository.directory, env: { ...bareEnvironment, PATH: path, ULTRAGIT_LOG: "debug" } }
      const failed = yield* run(["import", "github"], options)
      assert.strictEqual(failed.stdout, "")
      assert.strictEqual(failed.exitCode, 1)
      assert.strictEqual(server.requests[0]?.headers.authorization, `Bearer ${hostToken}`)
      assert.include(failed.stderr, `Error: ${server.host} rejected the token from gh auth token.`)
      assert.notInclude(failed.stdout + failed.stderr, hostToken)
    })
  )

  it.live("says what is missing: a remote, a project, a token", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const options = { cwd: repository.directory, env: { ...bareEnvironment, GITHUB_TOKEN: hostToken } }
      const fails = (args: ReadonlyArray<string> = []) =>
        Effect.map(run(["import", "github", ...args], options), ({ exitCode, stderr }) => {
          assert.strictEqual(exitCode, 1)
          return stderr
        })
      assert.include(yield* fails(), "Error: This repository has no remote to import from.")
      yield* repository.git(["remote", "add", "origin", "https://gitlab.com/octo/demo.git"])
      yield* repository.git(["remote", "add", "copy", "/srv/demo.git"])
      assert.include(yield* fails(), "Error: No remote of this repository is a project on GitHub: origin, copy.")
      assert.include(yield* fails(["--remote", "nobody"]), "Error: There is no remote named nobody.")
      yield* repository.git(["remote", "add", "own", "git@127.0.0.2:octo/demo.git"])
      const noToken = yield* fails()
      assert.include(noToken, "Error: There is no token for 127.0.0.2.")
      assert.include(noToken, "gh auth login --hostname 127.0.0.2, or set GH_ENTERPRISE_TOKEN")
    })
  )

  it.live("leaves a file of that name to ./github", () =>
    Effect.gen(function* () {
      const { repository } = yield* withPulls(1)
      writeFileSync(join(repository.directory, "github"), "")
      const { exitCode, stdout } = yield* run(["import", "./github", "--json"], { cwd: repository.directory })
      assert.strictEqual(exitCode, 0)
      assert.deepInclude(JSON.parse(stdout), { $schema: "ultragit-import/v1", added: 0 })
    })
  )
})
