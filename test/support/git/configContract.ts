import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import type { UseGit } from "../GitContract.ts"
import { makeFolder, makeRepository } from "../TemporaryRepository.ts"

/** Git's configuration. */
export const configContract = (use: UseGit) =>
  describe("configuration", () => {
    it.effect(
      "lists every entry in git's order with origin and scope: includes, keys without values, multi-line values",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          const global = join(repository.directory, "global.gitconfig")
          yield* repository.write(
            "global.gitconfig",
            "[ultragit]\n\tmaxTokens = 1\n[include]\n\tpath = more.gitconfig\n"
          )
          yield* repository.write("more.gitconfig", `[remote "Origin.X"]\n\turl = "a\\nb"\n[ultragit]\n\tbare\n`)
          yield* repository.git(["config", "ultragit.maxTokens", "2"])
          const entries = yield* use(repository.directory, (git) => git.config, { GIT_CONFIG_GLOBAL: global })
          const own = entries.filter(({ key }) => key.startsWith("ultragit.") || key.startsWith("remote."))
          assert.deepStrictEqual(
            own.map(({ key, scope, value }) => [key, value, scope]),
            [
              ["ultragit.maxtokens", "1", "global"],
              ["remote.Origin.X.url", "a\nb", "global"],
              ["ultragit.bare", "true", "global"],
              ["ultragit.maxtokens", "2", "local"]
            ]
          )
          assert.strictEqual(own[0]?.origin, `file:${global}`)
        })
    )

    it.effect("contains only settings of the user", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const entries = yield* use(repository.directory, (git) => git.config)
        const byGit = yield* repository.git(["config", "--list", "--name-only"])
        assert.deepStrictEqual(
          entries.map((entry) => entry.key),
          byGit.split("\n")
        )
      })
    )

    it.effect("sees a setting changed, added and removed", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const values = Effect.map(git.config, (entries) =>
              entries.filter(({ key }) => key === "ultragit.x").map(({ value }) => value)
            )
            assert.deepStrictEqual(yield* values, [])
            yield* repository.git(["config", "ultragit.x", "1"])
            assert.deepStrictEqual(yield* values, ["1"])
            yield* repository.git(["config", "ultragit.x", "2"])
            assert.deepStrictEqual(yield* values, ["2"])
            yield* Effect.promise(() => appendFile(join(repository.directory, ".git/config"), "[ultragit]\nx=3\n"))
            assert.deepStrictEqual(yield* values, ["2", "3"])
            yield* repository.git(["config", "--unset-all", "ultragit.x"])
            assert.deepStrictEqual(yield* values, [])
          })
        )
      })
    )

    it.effect("is readable outside a repository, and fails with a typed error when damaged", () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const repository = yield* makeRepository()
        yield* repository.write("global", "[ultragit]\n\tx = 1\n")
        const global = { GIT_CONFIG_GLOBAL: join(repository.directory, "global") }
        const entries = yield* use(folder, (git) => git.config, global)
        assert.deepStrictEqual(
          entries.map((entry) => entry.key),
          ["ultragit.x"]
        )
        yield* repository.write("global", "[nonsense\n")
        const error = yield* use(folder, (git) => Effect.flip(git.config), global)
        assert.strictEqual(error.reason._tag, "CommandFailed")
        assert.include(error.message, "bad config")
      })
    )
  })
