import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { asked, valuesOf, warningsOf } from "../support/settings.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

const tracked = ".ultragit-config.toml"

describe("settings", () => {
  it.effect("are the defaults if nothing is set", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const values = yield* valuesOf({ directory })
      assert.strictEqual(values.noteRef, "refs/notes/ultragit")
      assert.deepStrictEqual(values.toolsets, ["annotations"])
      assert.strictEqual(values.maxTokens, 10_000)
      assert.strictEqual(values.gitTimeout, 30)
      assert.strictEqual(values.maxMessageBytes, 10 * 1024 * 1024)
      assert.strictEqual(values.confidence.halfLifeDays, 180)
    })
  )

  const Sources = Schema.Struct({
    flag: Schema.Boolean,
    environment: Schema.Boolean,
    git: Schema.Boolean,
    tracked: Schema.Boolean
  })

  it.effect.prop(
    "take the strongest source that says anything",
    [Sources],
    ([says]) =>
      Effect.gen(function* () {
        const config = { "ultragit.maxMessageBytes": "2002", "ultragit.maxTokens": "2002" }
        const repository = yield* makeRepository(says.git ? { config } : {})
        if (says.tracked) yield* repository.write(tracked, "maxMessageBytes = 2001\nmaxTokens = 2001\n")
        const origins = yield* asked(
          {
            directory: repository.directory,
            flags: says.flag ? { maxMessageBytes: 2004 } : {},
            env: says.environment ? { ULTRAGIT_MAX_MESSAGE_BYTES: "2003", ULTRAGIT_MAX_TOKENS: "2003" } : {}
          },
          (settings) => settings.origins
        )
        const of = (name: string) => {
          const found = origins.find((origin) => origin.name === `ultragit.${name}`)
          return [found?.source, found?.value]
        }
        const owned = [
          ...(says.environment ? [["environment", 2003]] : []),
          ...(says.git ? [["git config", 2002]] : [])
        ]
        const [bytes] = [...(says.flag ? [["flag", 2004]] : []), ...owned, ["default", 10 * 1024 * 1024]]
        const [tokens] = [...owned, ...(says.tracked ? [["tracked file", 2001]] : []), ["default", 10_000]]
        assert.deepStrictEqual(of("maxMessageBytes"), bytes)
        assert.deepStrictEqual(of("maxTokens"), tokens)
      }),
    { arbitrary: { runs: 12 } }
  )

  it.effect("take git's configuration over the tracked file, and that over the default", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.maxTokens": "300" } })
      yield* repository.write(tracked, "maxTokens = 200\nmaxRegions = 7\n[confidence]\nhalfLifeDays = 90.5\n")
      const values = yield* valuesOf(repository)
      assert.strictEqual(values.maxTokens, 300)
      assert.strictEqual(values.maxRegions, 7)
      assert.strictEqual(values.confidence.halfLifeDays, 90.5)
      assert.strictEqual(values.maxResults, 50)
    })
  )

  it.effect("say where each comes from", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "2" } })
      yield* repository.write(tracked, "historyLimit = 3\n")
      const given = { directory: repository.directory, env: { ULTRAGIT_MAXREGIONS: "9" }, flags: { toolsets: ["a,b"] } }
      const origins = yield* asked(given, (settings) => settings.origins)
      const of = (name: string) => origins.find((origin) => origin.name === `ultragit.${name}`)
      assert.deepStrictEqual(of("toolsets"), {
        name: "ultragit.toolsets",
        value: ["a", "b"],
        source: "flag",
        detail: "--toolsets"
      })
      assert.strictEqual(of("maxRegions")?.detail, "ULTRAGIT_MAXREGIONS")
      assert.strictEqual(of("depth")?.source, "git config")
      assert.match(of("depth")?.detail ?? "", /^file:.*config$/)
      assert.strictEqual(of("historyLimit")?.detail, tracked)
      assert.strictEqual(of("maxTokens")?.source, "default")
    })
  )

  it.effect("take lists from git's configuration, the narrowest scope whole, an empty value clearing it", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const folder = yield* makeFolder
      const gitEnv = { GIT_CONFIG_GLOBAL: `${folder}/gitconfig` }
      const global = (value: string) =>
        repository.git(["config", "--global", "--add", "ultragit.exclude", value], { env: gitEnv })
      const local = (value: string) => repository.git(["config", "--local", "--add", "ultragit.exclude", value])
      yield* global("vendor")
      yield* global("*.{min,gen}.js")
      const before = yield* valuesOf({ directory: repository.directory, gitEnv })
      assert.deepStrictEqual(before.exclude, ["vendor", "*.{min,gen}.js"])
      yield* local("dist")
      yield* local("")
      yield* local("a b,c")
      const after = yield* valuesOf({ directory: repository.directory, gitEnv })
      assert.deepStrictEqual(after.exclude, ["a b,c"])
    })
  )

  it.effect("split lists of the environment at commas outside braces", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const env = { ULTRAGIT_INCLUDE: "src/**, *.{ts,js}\nlib", ULTRAGIT_TOOLSETS: "annotations, commits" }
      const values = yield* valuesOf({ directory, env })
      assert.deepStrictEqual(values.include, ["src/**", "*.{ts,js}", "lib"])
      assert.deepStrictEqual(values.toolsets, ["annotations", "commits"])
    })
  )

  it.effect("are read from the environment and global configuration outside a repository", () =>
    Effect.gen(function* () {
      const directory = yield* makeFolder
      const values = yield* valuesOf({ directory, env: { ULTRAGIT_MAX_TOKENS: "5" } })
      assert.strictEqual(values.maxTokens, 5)
    })
  )

  it.effect("work in a bare repository", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ bare: true, config: { "ultragit.depth": "3" } })
      assert.strictEqual((yield* valuesOf(repository)).depth, 3)
    })
  )
})

describe("a setting with a bad value", () => {
  it.effect.each([
    ["ultragit.maxTokens", "many", "a whole number of tokens from 0 to 10000000"],
    ["ultragit.maxTokens", "-1", "a whole number of tokens from 0 to 10000000"],
    ["ultragit.maxTokens", "1e3", "a whole number of tokens from 0 to 10000000"],
    ["ultragit.depth", "11", "a whole number of hops from 0 to 10"],
    ["ultragit.gitTimeout", "0", "a whole number of seconds from 1 to 86400"],
    ["ultragit.confidence.recency", "1.5", "a number from 0 to 1"],
    ["ultragit.toolsets", "Annotations!", "toolset names separated by commas, or all"]
  ] as const)("fails with its name, value, origin and what was expected: %s = %s", ([name, value, expected]) =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { [name]: value } })
      const error = yield* Effect.flip(valuesOf(repository))
      assert.strictEqual(error.code, "setting_invalid")
      assert.include(error.message, `Setting ${name} (git config, file:`)
      assert.include(error.message, `is "${value}"; expected ${expected}.`)
    })
  )

  it.effect("fails with its variable or flag when it comes from there", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const variable = yield* Effect.flip(valuesOf({ directory, env: { ULTRAGIT_DEPTH: "x\u001b[2J" } }))
      assert.strictEqual(
        variable.message,
        String.raw`Setting ultragit.depth (ULTRAGIT_DEPTH) is "x\x1b[2J"; expected a whole number of hops from 0 to 10.`
      )
      const flag = yield* Effect.flip(valuesOf({ directory, flags: { noteRef: "a..b" } }))
      assert.include(flag.message, "Setting ultragit.noteRef (--noteref)")
    })
  )
})

describe("the notes ref", () => {
  it.effect.each([
    ["ultragit", "refs/notes/ultragit"],
    ["mine", "refs/notes/mine"],
    ["notes/mine", "refs/notes/mine"],
    ["refs/notes/team/mine", "refs/notes/team/mine"]
  ] as const)("%s is %s", ([given, expected]) =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      assert.strictEqual((yield* valuesOf({ directory, flags: { noteRef: given } })).noteRef, expected)
    })
  )

  it.effect.each([
    ["refs/heads/main"],
    ["refs/notes/../heads/main"],
    ["refs/notes/"],
    ["a b"],
    ["a\u0000b"],
    ["a~1"],
    ["x.lock"],
    ["-"],
    [""]
  ] as const)("%j is refused", ([given]) =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const found = yield* Effect.option(Effect.flip(valuesOf({ directory, flags: { noteRef: given } })))
      if (given === "-") assert.isTrue(Option.isNone(found))
      else assert.include(Option.getOrThrow(found).message, "expected a ref under refs/notes/")
    })
  )
})

describe("the tracked file", () => {
  it.effect("may not set refs, toolsets, timeouts or sizes, and produces a warning", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(
        tracked,
        'noteRef = "evil"\ntoolsets = ["all"]\ngitTimeout = 1\nmaxMessageBytes = 1024\nmaxTokenz = 4\ncommand = "rm"\ndepth = 2\n'
      )
      const values = yield* valuesOf(repository)
      assert.strictEqual(values.noteRef, "refs/notes/ultragit")
      assert.deepStrictEqual(values.toolsets, ["annotations"])
      assert.strictEqual(values.gitTimeout, 30)
      assert.strictEqual(values.depth, 2)
      assert.deepStrictEqual(yield* warningsOf(repository), [
        `${tracked} may not set noteRef, so it is ignored. To set it for yourself: ultragit config set noteRef <value>`,
        `${tracked} may not set toolsets, so it is ignored. To set it for yourself: ultragit config set toolsets <value>`,
        `${tracked} may not set gitTimeout, so it is ignored. To set it for yourself: ultragit config set gitTimeout <value>`,
        `${tracked} may not set maxMessageBytes, so it is ignored. To set it for yourself: ultragit config set maxMessageBytes <value>`,
        `${tracked}: maxTokenz is not a setting. Did you mean maxTokens?`,
        `${tracked}: command is not a setting.`
      ])
    })
  )

  it.effect.each([
    ["maxTokens = [1, 2]", "[1,2]"],
    ['exclude = [""]', ""],
    ["depth = 1979-05-27", "1979"],
    ["[confidence]\nrecency = -1", "-1"]
  ] as const)("fails with the key when a value is bad: %s", ([text, value]) =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(tracked, text)
      const error = yield* Effect.flip(valuesOf(repository))
      assert.include(error.message, `(${tracked}) is "${value}`)
    })
  )

  it.effect("fails with the position of a parse error but not with the text there", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(tracked, "depth = 1\nsecret secret secret\n")
      const error = yield* Effect.flip(valuesOf(repository))
      assert.strictEqual(error.code, "settings_file_unreadable")
      assert.match(error.message, /^Cannot read \.ultragit-config\.toml: line 2, column \d+: /)
      assert.notInclude(error.message, "secret")
    })
  )

  it.effect("is not read through a link, nor when it is huge or not a file", () =>
    Effect.gen(function* () {
      const outside = yield* makeFolder
      const linked = yield* makeRepository()
      yield* linked.link(tracked, outside)
      assert.include((yield* Effect.flip(valuesOf(linked))).message, "it is not a regular file")
      const huge = yield* makeRepository()
      yield* huge.write(tracked, `# ${"x".repeat(300_000)}`)
      assert.include((yield* Effect.flip(valuesOf(huge))).message, "it is larger than 262144 bytes")
    })
  )

  it.effect("names only the first of many unknown keys, escaped", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const keys = Array.from({ length: 5000 }, (_, index) => `"k${index}\\u001b" = 1`)
      yield* repository.write(tracked, keys.join("\n"))
      const warnings = yield* warningsOf(repository)
      assert.strictEqual(warnings.length, 11)
      assert.strictEqual(warnings[0], String.raw`${tracked}: k0\x1b is not a setting.`)
      assert.strictEqual(warnings[10], `4990 more keys of ${tracked} are ignored.`)
    })
  )
})

describe("settings that change", () => {
  it.effect("are seen at the next question: a value added, changed, removed, the file deleted", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const set = (value: string) => repository.git(["config", "ultragit.depth", value])
      yield* asked(repository, (settings) =>
        Effect.gen(function* () {
          const depth = Effect.map(settings.values, (values) => values.depth)
          assert.strictEqual(yield* depth, 1)
          yield* set("2")
          assert.strictEqual(yield* depth, 2)
          yield* set("3")
          assert.strictEqual(yield* depth, 3)
          yield* repository.git(["config", "--unset", "ultragit.depth"])
          assert.strictEqual(yield* depth, 1)
          yield* repository.write(tracked, "depth = 4\n")
          assert.strictEqual(yield* depth, 4)
          yield* repository.write(tracked, "depth = 5\n")
          assert.strictEqual(yield* depth, 5)
          yield* repository.remove(tracked)
          assert.strictEqual(yield* depth, 1)
        })
      )
    })
  )

  it.effect("are not read from git again while nothing has changed", () =>
    Effect.gen(function* () {
      // A time at which every file has long been as it is.
      yield* TestClock.setTime(8_000_000_000_000)
      const repository = yield* makeRepository()
      yield* asked(repository, (settings) =>
        Effect.gen(function* () {
          const first = yield* settings.values
          assert.strictEqual(yield* settings.values, first)
          yield* repository.git(["config", "ultragit.depth", "2"])
          assert.notStrictEqual(yield* settings.values, first)
        })
      )
    })
  )

  it.effect("recover when a bad value is corrected", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "deep" } })
      yield* asked(repository, (settings) =>
        Effect.gen(function* () {
          yield* Effect.flip(settings.values)
          yield* repository.git(["config", "ultragit.depth", "2"])
          assert.strictEqual((yield* settings.values).depth, 2)
        })
      )
    })
  )

  it.effect("name unknown keys of git's configuration", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.noteReff": "x", "ultragitx.depth": "1" } })
      const [warning, ...others] = yield* warningsOf(repository)
      assert.match(warning ?? "", /^ultragit\.notereff \(file:.*config\) is not a setting\. Did you mean noteRef\?$/)
      assert.deepStrictEqual(others, [])
    })
  )
})
