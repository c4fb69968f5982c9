import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { slow } from "../support/scale.ts"
import { asked, problemsOf, valuesOf, warningsOf } from "../support/settings.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

const tracked = ".ultragit-config.toml"

const written = Effect.fnUntraced(function* (content: string | Uint8Array) {
  const repository = yield* makeRepository()
  yield* repository.write(tracked, content)
  return repository
})

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1")

describe("the tracked file", () => {
  it.effect("is read with CRLF, a byte order mark, names in another case, numbers in texts and other notations", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      for (const text of [
        "depth = 4\r\nmaxRegions = 7\r\n",
        "\uFEFFdepth = 4\nmaxRegions = 7\n",
        "DEPTH = 4\nMaxRegions = 7\n",
        'depth = "4"\nmaxRegions = "7"\n',
        "depth = 0x4\nmaxRegions = 7e0\n"
      ]) {
        yield* repository.write(tracked, text)
        const { depth, maxRegions } = yield* valuesOf(repository)
        assert.deepStrictEqual([depth, maxRegions], [4, 7], text)
        assert.deepStrictEqual(yield* warningsOf(repository), [])
      }
    })
  )

  it.effect.each([
    ["bytes that are not UTF-8", bytes("depth = 4 # \xff\n"), "it is not UTF-8."],
    ["10 MB", Buffer.alloc(10_000_000, "#"), "it is larger than 262144 bytes."],
    [
      "lists upon lists",
      `a = ${"[".repeat(100_000)}`,
      "line 1, column 21: document contains excessively nested structures. aborting."
    ],
    [
      "a number that no number is",
      `depth = ${"9".repeat(400)}`,
      "line 1, column 9: integer value cannot be represented losslessly."
    ],
    ["a key twice", "depth = 1\ndepth = 2", "line 2, column 1: trying to redefine an already defined table or value."]
  ] as const)("is refused with %s, and all its settings are uncertain", ([, content, why]) =>
    Effect.gen(function* () {
      const repository = yield* written(content)
      assert.deepStrictEqual(yield* problemsOf(repository), [`Cannot read ${tracked}: ${why}`])
      assert.strictEqual((yield* Effect.flip(valuesOf(repository))).hint, "Correct the file or remove it.")
      const origins = yield* asked(repository, (settings) => settings.origins)
      const sure = origins.filter(({ problem }) => problem === undefined)
      assert.deepStrictEqual(
        sure.map(({ name }) => name.slice("ultragit.".length)),
        [
          "noteRef",
          "toolsets",
          "answerText",
          "gate",
          "hookTimeout",
          "sessions",
          "sessionsModel",
          "syncRemote",
          "syncPulls",
          "gitTimeout",
          "folderTimeout",
          "maxMessageBytes",
          "gitblitRoot",
          "commitGraph",
          "code.watch"
        ]
      )
    })
  )

  it.effect("is the only error reported if it is a folder", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(`${tracked}/a`, "")
      assert.deepStrictEqual(yield* problemsOf(repository), [`Cannot read ${tracked}: it is not a regular file.`])
    })
  )

  it.effect("is not read without a work tree or outside a repository", () =>
    Effect.gen(function* () {
      const bare = yield* makeRepository({ bare: true })
      yield* bare.write(tracked, "depth = 4\n")
      assert.strictEqual((yield* valuesOf(bare)).depth, 1)
      assert.strictEqual((yield* valuesOf({ directory: yield* makeFolder })).depth, 1)
    })
  )

  it.effect("is read from the root, also in subfolders", () =>
    Effect.gen(function* () {
      const repository = yield* written("depth = 4\n")
      yield* repository.write(`sub/${tracked}`, "depth = 5\n")
      assert.strictEqual((yield* valuesOf({ directory: `${repository.directory}/sub` })).depth, 4)
    })
  )
})

describe("a value of the tracked file", () => {
  it.effect("that is invalid is shown as written, each with a hint", () =>
    Effect.gen(function* () {
      const repository = yield* written(`
        maxTokens = nan
        maxRegions = -1
        maxResults = inf
        historyLimit = 1979-05-27T07:32:00Z
        depth = {}
        include = [1, true, ["a"]]
        exclude = ["${"a".repeat(10_000)}"]
        [confidence]
        recency = -inf
        halfLifeDays = 1e-9
        provenance = true
        contextLevel = []
        anchorStability = "0.5\\u001b[2J"`)
      const shown = (yield* problemsOf(repository)).map((message) =>
        message.replace(/^Setting ultragit\.(\S+) \(\S+\) is /, "$1 ").replace(/; expected .*/s, "")
      )
      assert.deepStrictEqual(shown, [
        `include "[1,true,["a"]]"`,
        `exclude "${"a".repeat(200)}"`,
        `maxTokens "NaN"`,
        `maxRegions "-1"`,
        `maxResults "Infinity"`,
        `historyLimit "1979-05-27T07:32:00.000Z"`,
        `depth "{…}"`,
        `confidence.recency "-Infinity"`,
        `confidence.contextLevel "[]"`,
        String.raw`confidence.anchorStability "0.5\x1b[2J"`,
        `confidence.provenance "true"`,
        `confidence.halfLifeDays "1e-9"`
      ])
      const error = yield* Effect.flip(valuesOf(repository))
      assert.strictEqual(
        error.hint,
        "Correct it there, or let git's configuration win: ultragit config set include <value>"
      )
    })
  )

  it.effect(
    "that is a table of any depth is only reported as a table",
    () =>
      Effect.gen(function* () {
        const deep = `${"a.".repeat(60_000)}b = 1`
        for (const [text, shown] of [
          [`depth.${deep}`, "{…}"],
          [`[[depth]]\n${deep}`, "[{…}]"],
          [`confidence.recency.${deep}`, "{…}"],
          [`exclude.${deep}`, "{…}"]
        ]) {
          const [problem] = yield* problemsOf(yield* written(text ?? ""))
          assert.include(problem, ` is "${shown ?? ""}"; expected `)
        }
      }),
    slow
  )

  it.effect("that is invalid is ignored where git's configuration has one", () =>
    Effect.gen(function* () {
      const repository = yield* written("depth = 99\n")
      yield* repository.git(["config", "ultragit.depth", "3"])
      assert.strictEqual((yield* valuesOf(repository)).depth, 3)
      assert.deepStrictEqual(yield* problemsOf(repository), [])
    })
  )
})

describe("a server's own settings", () => {
  it.effect("hold regardless of the tracked file and of errors elsewhere", () =>
    Effect.gen(function* () {
      const repository = yield* written("[[[")
      yield* repository.git(["config", "ultragit.toolsets", "all"])
      yield* repository.git(["config", "ultragit.depth", "deep"])
      const { maxMessageBytes, toolsets } = yield* asked(repository, (settings) => settings.server)
      assert.deepStrictEqual([maxMessageBytes, toolsets], [10 * 1024 * 1024, ["all"]])
      yield* repository.git(["config", "ultragit.toolsets", "No!"])
      const error = yield* Effect.flip(asked(repository, (settings) => settings.server))
      assert.include(error.message, "Setting ultragit.toolsets")
    })
  )
})

describe("a key of the tracked file", () => {
  it.effect("that is unknown is named, even a property of Object, and a table once", () =>
    Effect.gen(function* () {
      const repository = yield* written(`
        __proto__ = { depth = 5 }
        constructor = 1
        "toString" = 1
        maxRegion = 1
        recency = 1
        a.b.c.d = 1
        [empty]
        [Confidences]
        recency = 1
        [ultragit]
        depth = 2
        [[lists]]
        x = 1
        [confidence.recency]
        y = 1
        [confidence.deep.er]
        z = 1`)
      assert.deepStrictEqual(yield* warningsOf(repository), [
        `${tracked}: __proto__ is not a settings table. Move depth above all tables.`,
        `${tracked}: constructor is not a setting.`,
        `${tracked}: toString is not a setting.`,
        `${tracked}: maxRegion is not a setting. Did you mean maxRegions?`,
        `${tracked}: recency is not a setting. Did you mean confidence.recency?`,
        `${tracked}: a is not a settings table.`,
        `${tracked}: empty is not a settings table.`,
        `${tracked}: Confidences is not a settings table. Did you mean confidence?`,
        `${tracked}: ultragit is not a settings table. Move depth above all tables.`,
        `${tracked}: lists is not a settings table.`,
        `1 more keys of ${tracked} are ignored.`
      ])
      assert.deepStrictEqual(yield* problemsOf(repository), [
        `Setting ultragit.confidence.recency (${tracked}) is "{…}"; expected a number from 0 to 1.`
      ])
    })
  )
})
