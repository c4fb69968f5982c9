import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { chmod, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Git } from "../../../src/adapters/git/Git.ts"
import { guidance } from "../../../src/setup/skill/Guidance.ts"
import { check, type GuidanceFile, install, uninstall } from "../../../src/setup/skill/skill.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const here = <A, E>(
  repository: TemporaryRepository,
  work: Effect.Effect<A, E, Git | Layer.Success<typeof NodeServices.layer>>
) =>
  work.pipe(
    Effect.provide(Layer.merge(gitProcessAt(repository.directory, isolation), NodeServices.layer), { local: true })
  )

const options = (...files: ReadonlyArray<GuidanceFile>) => ({ files, dryRun: false })

const content = (repository: TemporaryRepository, file: string) =>
  Effect.promise(() => readFile(join(repository.directory, file), "latin1").catch(() => undefined))

const mode = (repository: TemporaryRepository, file: string) =>
  Effect.promise(() => stat(join(repository.directory, file)).then((info) => info.mode & 0o777))

describe("skill install", () => {
  it.effect("creates AGENTS.md if neither file exists, and uninstall deletes it", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      assert.deepStrictEqual(yield* here(repository, install(options())), [{ file: "AGENTS.md", done: "added" }])
      assert.strictEqual(yield* content(repository, "AGENTS.md"), `${guidance}\n`)
      assert.deepStrictEqual(yield* here(repository, uninstall(options())), [
        { file: "AGENTS.md", done: "removed" },
        { file: "CLAUDE.md", done: "absent" }
      ])
      assert.isUndefined(yield* content(repository, "AGENTS.md"))
    })
  )

  it.effect("keeps bytes that are not UTF-8, and the permissions", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const bytes = Uint8Array.from([0x41, 0xff, 0xfe, 0x0d, 0x0a])
      yield* repository.write("CLAUDE.md", bytes)
      yield* Effect.promise(() => chmod(join(repository.directory, "CLAUDE.md"), 0o640))
      yield* here(repository, install(options()))
      assert.strictEqual((yield* content(repository, "CLAUDE.md"))?.slice(0, 5), Buffer.from(bytes).toString("latin1"))
      assert.strictEqual(yield* mode(repository, "CLAUDE.md"), 0o640)
      assert.isUndefined(yield* content(repository, "AGENTS.md"))
    })
  )

  it.effect("changes nothing the second time", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("CLAUDE.md", "# Mine\n")
      yield* here(repository, install(options()))
      const first = yield* content(repository, "CLAUDE.md")
      assert.deepStrictEqual(yield* here(repository, install(options())), [{ file: "CLAUDE.md", done: "unchanged" }])
      assert.strictEqual(yield* content(repository, "CLAUDE.md"), first)
    })
  )

  it.effect("writes nothing in a dry run", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const outcome = yield* here(repository, install({ files: [], dryRun: true }))
      assert.deepStrictEqual(outcome, [{ file: "AGENTS.md", done: "added" }])
      assert.isUndefined(yield* content(repository, "AGENTS.md"))
    })
  )

  it.effect.each<readonly [title: string, claude: string]>([
    ["says that AGENTS.md is to be read", "See @AGENTS.md\n"],
    ["is a link to AGENTS.md", "->AGENTS.md"]
  ])("leaves CLAUDE.md alone when it %s", ([, claude]) =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("AGENTS.md", "# Agents\n")
      yield* claude.startsWith("->")
        ? repository.link("CLAUDE.md", claude.slice(2))
        : repository.write("CLAUDE.md", claude)
      assert.deepStrictEqual(yield* here(repository, install(options())), [{ file: "AGENTS.md", done: "added" }])
    })
  )

  it.effect("writes both files if they exist and are independent", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("AGENTS.md", "# Agents\n")
      yield* repository.write("CLAUDE.md", "# Claude\n")
      const outcome = yield* here(repository, install(options()))
      assert.deepStrictEqual(
        outcome.map(({ file }) => file),
        ["AGENTS.md", "CLAUDE.md"]
      )
    })
  )

  it.effect("rejects a symbolic link out of the repository", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const elsewhere = yield* makeFolder
      yield* Effect.promise(() => import("node:fs/promises").then((fs) => fs.writeFile(join(elsewhere, "a"), "mine")))
      yield* repository.link("AGENTS.md", join(elsewhere, "a"))
      const error = yield* Effect.flip(here(repository, install(options())))
      assert.include(error.message, "link out of the repository")
    })
  )

  it.effect("writes nothing if the markers in one file are damaged", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("AGENTS.md", "# Agents\n")
      yield* repository.write("CLAUDE.md", "<!-- /ultragit:guidance -->\n")
      const error = yield* Effect.flip(here(repository, install(options())))
      assert.strictEqual(error.code, "markers_damaged")
      assert.strictEqual(yield* content(repository, "AGENTS.md"), "# Agents\n")
    })
  )

  it.effect("fails in a bare repository", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ bare: true })
      const error = yield* Effect.flip(here(repository, install(options())))
      assert.strictEqual(error.code, "no_work_tree")
    })
  )
})

describe("skill check", () => {
  it.effect("reports absent, outdated and current guidance", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      assert.deepStrictEqual(yield* here(repository, check([])), [{ file: "AGENTS.md", state: "absent" }])
      yield* repository.write("AGENTS.md", guidance.replace(/ v\d+ /, " v0 "))
      assert.deepStrictEqual(yield* here(repository, check([])), [{ file: "AGENTS.md", state: "outdated" }])
      yield* here(repository, install(options()))
      assert.deepStrictEqual(yield* here(repository, check([])), [{ file: "AGENTS.md", state: "current" }])
    })
  )
})
