import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, problemsOf, valuesOf, warningsOf } from "../support/settings.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

/** A repository whose configuration includes this text. */
const configured = Effect.fnUntraced(function* (text: string) {
  const repository = yield* makeRepository({ config: { "include.path": "more" } })
  yield* repository.write(".git/more", text)
  return repository
})

const originOf = (given: Parameters<typeof asked>[0], name: string) =>
  Effect.map(
    asked(given, (settings) => settings.origins),
    (origins) => origins.find((origin) => origin.name === `ultragit.${name}`)
  )

describe("git's configuration", () => {
  it.effect("gives settings in any case of section, subsection and key", () =>
    Effect.gen(function* () {
      const repository = yield* configured('[ULTRAGIT]\n\tDEPTH = 3\n[UltraGit "Confidence"]\n\tRECENCY = 0.9\n')
      const { confidence, depth } = yield* valuesOf(repository)
      assert.deepStrictEqual([depth, confidence.recency], [3, 0.9])
      assert.deepStrictEqual(yield* warningsOf(repository), [])
    })
  )

  it.effect("includes other files, also under a condition, and names them", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("sub/a", "")
      yield* repository.write(".git/conditional", "[ultragit]\n\tmaxRegions = 6\n")
      yield* repository.write(".git/included", "[ultragit]\n\tdepth = 5\n")
      yield* repository.git(["config", "include.path", "included"])
      yield* repository.git(["config", `includeIf.gitdir:${repository.directory}/.path`, "conditional"])
      yield* repository.git(["config", "includeIf.gitdir:/elsewhere/.path", "missing"])
      const below = { directory: join(repository.directory, "sub") }
      const { depth, maxRegions } = yield* valuesOf(below)
      assert.deepStrictEqual([depth, maxRegions], [5, 6])
      assert.strictEqual((yield* originOf(below, "depth"))?.detail, "file:.git/included")
    })
  )

  it.effect("of the command line wins over that of the work tree, the repository and the user", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "2", "ultragit.exclude": "local" } })
      yield* repository.write("user", "[ultragit]\n\tdepth = 1\n\tmaxRegions = 11\n\texclude = user\n")
      yield* repository.git(["config", "extensions.worktreeConfig", "true"])
      yield* repository.git(["config", "--worktree", "ultragit.maxResults", "33"])
      const gitEnv = {
        GIT_CONFIG_GLOBAL: join(repository.directory, "user"),
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "ultragit.depth",
        GIT_CONFIG_VALUE_0: "4"
      }
      const given = { directory: repository.directory, gitEnv }
      const { depth, exclude, maxRegions, maxResults } = yield* valuesOf(given)
      assert.deepStrictEqual([depth, exclude, maxRegions, maxResults], [4, ["local"], 11, 33])
      assert.strictEqual((yield* originOf(given, "depth"))?.detail, "command line:")
    })
  )

  it.effect("clears a list with an empty value, also one of a wider scope", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.exclude": "" } })
      yield* repository.write("user", "[ultragit]\n\texclude = vendor\n")
      const gitEnv = { GIT_CONFIG_GLOBAL: join(repository.directory, "user") }
      assert.deepStrictEqual((yield* valuesOf({ directory: repository.directory, gitEnv })).exclude, [])
      yield* repository.git(["config", "--add", "ultragit.exclude", "a"])
      yield* repository.git(["config", "--add", "ultragit.exclude", ""])
      yield* repository.git(["config", "--add", "ultragit.exclude", "b"])
      assert.deepStrictEqual((yield* valuesOf({ directory: repository.directory, gitEnv })).exclude, ["b"])
    })
  )

  it.effect("reports a key without = as missing its value, instead of reading true", () =>
    Effect.gen(function* () {
      const repository = yield* configured("[ultragit]\n\tnoteRef\n\tdepth\n\texclude = a\n\texclude\n\ttoolsets\n")
      const problems = yield* problemsOf(repository)
      assert.deepStrictEqual(
        problems.map((message) => message.replace(/; expected .*/s, "")),
        ["noteRef", "exclude", "toolsets", "depth"].map(
          (name) => `Setting ultragit.${name} (git config, file:.git/more) has no value`
        )
      )
    })
  )

  it.effect("accepts a value after a key without =, and after a cleared list", () =>
    Effect.gen(function* () {
      const repository = yield* configured("[ultragit]\n\tdepth\n\tdepth = 2\n\texclude\n\texclude =\n\texclude = b\n")
      const { depth, exclude } = yield* valuesOf(repository)
      assert.deepStrictEqual([depth, exclude], [2, ["b"]])
    })
  )

  it.effect("names the first ten unknown keys, escaped", () =>
    Effect.gen(function* () {
      const keys = Array.from({ length: 12 }, (_, index) => `[ultragit "x\u001b${index}"]\n\tdepht = 1\n`)
      const warnings = yield* warningsOf(yield* configured(keys.join("")))
      assert.lengthOf(warnings, 11)
      assert.strictEqual(warnings[0], String.raw`ultragit.x\x1b0.depht (file:.git/more) is not a setting.`)
      assert.strictEqual(warnings[10], "2 more keys ultragit.* in git's configuration are not settings.")
    })
  )

  it.effect("that git cannot read fails with git's message, escaped, on one line", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("user\u001b[2J", `[nonsense\n${"x".repeat(100_000)}\u001b[2J = 1\n`)
      const gitEnv = { GIT_CONFIG_GLOBAL: join(repository.directory, "user\u001b[2J") }
      const error = yield* Effect.flip(valuesOf({ directory: repository.directory, gitEnv }))
      assert.strictEqual(error.code, "git_failed")
      assert.match(error.message, /^git config failed \(exit 128\): bad config line 1 in file \/\S+\/user\S{0,4}\[2J$/)
      assert.isBelow(error.message.length, 600)
    })
  )

  it.effect("has a hint for an invalid value, by its scope", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "x" } })
      yield* repository.write("user", "[ultragit]\n\tmaxRegions = x\n")
      const gitEnv = {
        GIT_CONFIG_GLOBAL: join(repository.directory, "user"),
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "ultragit.maxResults",
        GIT_CONFIG_VALUE_0: "x"
      }
      const given = {
        directory: repository.directory,
        gitEnv,
        env: { ULTRAGIT_MAX_TOKENS: "x" },
        flags: { noteRef: "" }
      }
      const problems = yield* asked(given, (settings) => settings.problems)
      assert.deepStrictEqual(
        problems.map(({ hint }) => hint),
        [
          "Give --noteref another value.",
          "Change the variable ULTRAGIT_MAX_TOKENS or unset it.",
          "Change it: ultragit config set --global maxRegions <value>; or remove it: ultragit config unset --global maxRegions",
          "Correct it there or remove it.",
          "Change it: ultragit config set depth <value>; or remove it: ultragit config unset depth"
        ]
      )
    })
  )
})

describe("settings in use", () => {
  it.live("are reloaded when an included file changes or appears, also from below the root", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "include.path": "../later" } })
      yield* repository.write("sub/a", "")
      yield* repository.write(".git/included", "[ultragit]\n\tdepth = 2\n")
      yield* repository.git(["config", "--add", "include.path", "included"])
      yield* Effect.sleep("150 millis")
      yield* asked({ directory: join(repository.directory, "sub") }, (settings) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* settings.values).depth, 2)
          yield* repository.write(".git/included", "[ultragit]\n\tdepth = 3\n")
          assert.strictEqual((yield* settings.values).depth, 3)
          yield* Effect.sleep("150 millis")
          assert.strictEqual((yield* settings.values).maxRegions, 20)
          yield* repository.write("later", "[ultragit]\n\tmaxRegions = 9\n")
          assert.strictEqual((yield* settings.values).maxRegions, 9)
        })
      )
    })
  )

  it.live("are reloaded when the user's file appears", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const home = yield* makeFolder
      yield* Effect.sleep("150 millis")
      const gitEnv = { GIT_CONFIG_GLOBAL: join(home, "gitconfig") }
      yield* asked({ directory: repository.directory, gitEnv }, (settings) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* settings.values).depth, 1)
          yield* repository.git(["config", "--global", "ultragit.depth", "2"], { env: gitEnv })
          assert.strictEqual((yield* settings.values).depth, 2)
        })
      )
    })
  )
})
