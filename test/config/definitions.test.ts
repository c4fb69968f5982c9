import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option } from "effect"
import { variableNames } from "../../src/config/define.ts"
import { allDefinitions, definitions } from "../../src/config/definitions.ts"
import { environmentWarnings } from "../../src/config/unknownSettings.ts"

const source = fileURLToPath(new URL("../../src", import.meta.url))

describe("every setting", () => {
  it.each(allDefinitions.map((definition) => [definition.name, definition] as const))(
    "says what it is for, and its default is a value of it: %s",
    (_, { decode, expected, fallback, description: meaning }) => {
      assert.match(meaning, /^[A-Z].*[^.]$/)
      assert.notStrictEqual(expected, "")
      const written = typeof fallback === "object" ? fallback : [String(fallback)]
      assert.deepStrictEqual(Option.getOrThrow(decode(written)), fallback)
    }
  )

  it("has variables of its own", () => {
    const all = allDefinitions.flatMap((definition) => variableNames(definition))
    assert.strictEqual(new Set(all).size, all.length)
  })

  it("is not the tracked file's when it says where notes are, what is served, how long or how large", () => {
    assert.deepStrictEqual(
      allDefinitions.filter(({ tracked }) => !tracked).map(({ name }) => name),
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
})

describe("a number", () => {
  it.each(["", " 1", "1 ", "+1", "-1", "-0", "1e3", "0x10", "1_000", "1.0", "NaN", "Infinity", "٣", "9".repeat(400)])(
    "is no whole one when written %j",
    (text) => {
      assert.isTrue(Option.isNone(definitions.maxRegions.decode([text])))
    }
  )

  it.each(["", ".5", "5.", "-0.1", "1.0000000001", "1e-3", "NaN", "Infinity", "0,5"])(
    "is no weight when written %j",
    (text) => {
      assert.isTrue(Option.isNone(definitions.recency.decode([text])))
    }
  )

  it("is one alone", () => {
    assert.isTrue(Option.isNone(definitions.depth.decode(["1", "2"])))
    assert.isTrue(Option.isNone(definitions.depth.decode([])))
  })
})

const takes = (globs: ReadonlyArray<string>) => Option.isSome(definitions.exclude.decode(globs))

describe("a list of globs", () => {
  it("has a bound in number and length", () => {
    assert.isTrue(takes(Array.from({ length: 1000 }, (_, index) => `folder${index}/`)))
    assert.isFalse(takes(Array.from({ length: 1001 }, () => "a")))
    assert.isTrue(takes(["a".repeat(1024)]))
    assert.isFalse(takes(["a".repeat(1025)]))
    assert.isFalse(takes(["a".repeat(10_000)]))
    assert.isFalse(takes([""]))
  })

  it("is rejected if its braces expand to too many patterns", () => {
    assert.isTrue(takes(["{a,b}".repeat(8)]))
    assert.isFalse(takes(["{a,b}".repeat(9)]))
    assert.isFalse(takes([`${"{a,b}".repeat(8)}${"x".repeat(500)}`]))
    assert.isTrue(takes(Array.from({ length: 48 }, () => "{".repeat(1024))))
  })
})

const warned = (env: Readonly<Record<string, string>>) =>
  environmentWarnings.pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env)))

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))

describe("a variable ULTRAGIT_*", () => {
  it.effect("that the program reads is known", () =>
    Effect.gen(function* () {
      const named = filesBelow(source).flatMap((text) => text.match(/(?<=[^A-Z_])ULTRAGIT_[A-Z_]*[A-Z]/g) ?? [])
      const read = [...new Set(named)].filter((name) => name !== "ULTRAGIT_NOTHING")
      assert.isAbove(read.length, 10)
      assert.deepStrictEqual(yield* warned(Object.fromEntries(read.map((name) => [name, "1"]))), [])
    })
  )

  it.effect("that is unknown is named, with a similar name, unless it is empty or of another family", () =>
    Effect.gen(function* () {
      const env = {
        ULTRAGIT_MAX_TOKEN: "3",
        ULTRAGIT_FOO: "1",
        ULTRAGIT_LLM_MODELS: "x",
        ULTRAGIT_EMPTY: "",
        ULTRAGIT: "1",
        ULTRAGITX_DEPTH: "1",
        ULTRAGIT_DEPTH: "2",
        ULTRAGIT_CONFIDENCE_RECENCY: "1"
      }
      assert.deepStrictEqual(yield* warned(env), [
        "The variable ULTRAGIT_FOO is not a setting.",
        "The variable ULTRAGIT_LLM_MODELS is not a setting. Did you mean ULTRAGIT_LLM_MODEL?",
        "The variable ULTRAGIT_MAX_TOKEN is not a setting. Did you mean ULTRAGIT_MAX_TOKENS?"
      ])
    })
  )

  it.effect("is named in escaped form, the first ten of many, in any spelling", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 40 }, (_, index) => [`ULTRAGIT_A${index}\u001b[2J`, "1"] as const)
      const warnings = yield* warned({ ...Object.fromEntries(many), [`ULTRAGIT${"_".repeat(100_000)}`]: "1" })
      assert.lengthOf(warnings, 11)
      assert.strictEqual(warnings[0], String.raw`The variable ULTRAGIT_A0\x1b[2J is not a setting.`)
      assert.strictEqual(warnings[10], "30 more variables ULTRAGIT_* are not settings.")
    })
  )
})
