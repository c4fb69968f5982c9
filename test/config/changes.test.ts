import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findSetting, setSetting, readSetting, unsetSetting } from "../../src/config/changes.ts"
import { type Given, settingsOf } from "../support/settings.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../support/TemporaryRepository.ts"

const set = (given: Given, name: string, values: ReadonlyArray<string>, more: { add?: true; file?: "global" } = {}) =>
  settingsOf(given)(setSetting({ name, values, file: more.file ?? "local", add: more.add ?? false }))

const warningsOf = (...input: Parameters<typeof set>) => Effect.map(set(...input), ({ warnings }) => warnings)

const unset = (given: Given, name: string, file: "local" | "global" = "local") =>
  settingsOf(given)(unsetSetting({ name, file }))

const own = ({ directory }: TemporaryRepository) =>
  Effect.promise(() => readFile(join(directory, ".git/config"), "utf8"))

describe("a setting's name", () => {
  it.effect.each(["maxTokens", "MAXTOKENS", "ultragit.maxTokens", "Ultragit.maxtokens", " maxTokens "])(
    "is found however it is written: %s",
    (name) => Effect.map(findSetting(name), (found) => assert.strictEqual(found.name, "maxTokens"))
  )

  it.effect.each([
    ["maxTokenz", "Did you mean maxTokens? To list all settings: ultragit config"],
    ["recency", "Did you mean confidence.recency? To list all settings: ultragit config"],
    ["nothing-like-it", "To list all settings: ultragit config"],
    ["__proto__", "To list all settings: ultragit config"],
    ["", "To list all settings: ultragit config"]
  ] as const)("that is unknown produces similar names: %s", ([name, hint]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(findSetting(name))
      assert.deepStrictEqual([error.code, error.hint], ["setting_unknown", hint])
    })
  )

  it.effect("is escaped and truncated in messages", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(findSetting(`\u001b[2J${"x".repeat(100_000)}`))
      assert.strictEqual(error.message, String.raw`Unknown setting: \x1b[2J${"x".repeat(96)}`)
    })
  )
})

const impossible: ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]> = [
  ["depth", ["deep"]],
  ["depth", ["11"]],
  ["depth", ["1", "2"]],
  ["depth", [""]],
  ["maxTokens", ["-1"]],
  ["noteRef", ["refs/heads/main"]],
  ["noteRef", ["a b\u001b[2J"]],
  ["exclude", ["a".repeat(10_000)]],
  ["toolsets", ["annotations, Bad!"]],
  ["syncRemote", ["a b"]],
  ["confidence.halfLifeDays", ["0"]]
]

describe("a setting that is set", () => {
  it.effect("is written to the repository's file, replaces all its spellings there, and takes effect", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.git(["config", "--add", "ultragit.Confidence.recency", "0.1"])
      yield* repository.git(["config", "--add", "ultragit.confidence.recency", "bad"])
      yield* repository.git(["config", "--add", "ultragit.confidence.recency", "0.3"])
      const { changed, now, warnings } = yield* set(repository, "confidence.recency", ["0.7"])
      assert.deepStrictEqual([changed, now.value, now.source, warnings], [true, 0.7, "git config", []])
      const kept = yield* repository.git(["config", "--local", "--get-regexp", "^ultragit"])
      assert.strictEqual(kept, "ultragit.confidence.recency 0.7")
    })
  )

  it.effect("may replace an invalid one while others are still invalid", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "deep", "ultragit.maxRegions": "many" } })
      const { now, warnings } = yield* set(repository, "depth", ["2"])
      assert.deepStrictEqual([now.value, now.problem, warnings], [2, undefined, []])
    })
  )

  it.effect("is rejected when invalid, and nothing is written", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const before = yield* own(repository)
      for (const [name, values] of impossible) {
        const error = yield* Effect.flip(set(repository, name, values))
        assert.strictEqual(error.code, "setting_refused", name)
        assert.match(
          error.message,
          new RegExp(String.raw`^Invalid value "[ -~]{0,210}" for ultragit\.${name}; expected `)
        )
        assert.strictEqual(error.hint, "Nothing was written.")
        assert.strictEqual(yield* own(repository), before, name)
      }
    })
  )

  it.effect("is written verbatim, with any characters", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const globs = ["--global", 'a b\t# c; "d" \\e', "{x,y}", "line\nbreak", "ü"]
      const { now } = yield* set(repository, "exclude", globs)
      assert.deepStrictEqual(now.value, globs)
      assert.deepStrictEqual((yield* set(repository, "noteRef", ["mine"])).now.value, "refs/notes/mine")
    })
  )

  it.effect("is empty for a cleared list, despite a wider scope", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("user", "[ultragit]\n\texclude = vendor\n")
      const given = { ...repository, gitEnv: { GIT_CONFIG_GLOBAL: join(repository.directory, "user") } }
      const { now, warnings } = yield* set(given, "exclude", [""])
      assert.deepStrictEqual([now.value, now.source, warnings], [[], "git config", []])
    })
  )

  it.effect("for all repositories needs no repository", () =>
    Effect.gen(function* () {
      const directory = yield* makeFolder
      const given = { directory, gitEnv: { GIT_CONFIG_GLOBAL: join(directory, "gitconfig") } }
      assert.strictEqual((yield* set(given, "depth", ["2"], { file: "global" })).now.value, 2)
      const error = yield* Effect.flip(set(given, "depth", ["3"]))
      assert.strictEqual(error.message, `Not a git repository: ${directory}`)
      assert.match(error.hint ?? "", /^Use --global/)
      const gone = yield* unset(given, "depth", "global")
      assert.deepStrictEqual([gone.changed, gone.now.value], [true, 1])
    })
  )

  it.effect("says what takes precedence: a variable, a narrower scope, a flag", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "2" } })
      const directory = yield* makeFolder
      const given = { ...repository, gitEnv: { GIT_CONFIG_GLOBAL: join(directory, "gitconfig") } }
      assert.deepStrictEqual(yield* warningsOf({ ...given, env: { ULTRAGIT_DEPTH: "5" } }, "depth", ["3"]), [
        "ULTRAGIT_DEPTH takes precedence: ultragit.depth is 5."
      ])
      assert.deepStrictEqual(yield* warningsOf(given, "depth", ["4"], { file: "global" }), [
        "file:.git/config takes precedence: ultragit.depth is 3."
      ])
      assert.deepStrictEqual(yield* warningsOf({ ...given, flags: { noteRef: "a" } }, "noteRef", ["b"]), [
        "--noteref takes precedence: ultragit.noteRef is refs/notes/a."
      ])
      assert.deepStrictEqual(yield* warningsOf({ ...given, env: { ULTRAGIT_DEPTH: "3" } }, "depth", ["3"]), [])
    })
  )
})

describe("a list that is added to", () => {
  it.effect("keeps its entries in that file", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.exclude": "vendor" } })
      const { now, warnings } = yield* set(repository, "exclude", ["dist", "*.min.js"], { add: true })
      assert.deepStrictEqual([now.value, warnings], [["vendor", "dist", "*.min.js"], []])
    })
  )

  it.effect("warns that it replaces a list of lower precedence", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(".ultragit-config.toml", 'exclude = ["vendor", "dist"]\n')
      const { now, warnings } = yield* set(repository, "exclude", ["x"], { add: true })
      assert.deepStrictEqual(now.value, ["x"])
      assert.deepStrictEqual(warnings, ["This replaces vendor, dist (.ultragit-config.toml) rather than adding to it."])
    })
  )

  it.effect("for all repositories only warns that this repository overrides it", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.exclude": "here" } })
      const gitEnv = { GIT_CONFIG_GLOBAL: join(yield* makeFolder, "gitconfig") }
      const { warnings } = yield* set({ ...repository, gitEnv }, "exclude", ["x"], { add: true, file: "global" })
      assert.deepStrictEqual(warnings, ["file:.git/config takes precedence: ultragit.exclude is here."])
    })
  )

  it.effect("is rejected as a whole, as is a setting with a single value", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const full = Array.from({ length: 1000 }, (_, index) => `\texclude = f${index}\n`).join("")
      yield* repository.write(".git/config", `[core]\n\trepositoryformatversion = 0\n[ultragit]\n${full}`)
      const before = yield* own(repository)
      const error = yield* Effect.flip(set(repository, "exclude", ["one more"], { add: true }))
      assert.strictEqual(error.code, "setting_refused")
      const single = yield* Effect.flip(set(repository, "depth", ["2"], { add: true }))
      assert.strictEqual(single.message, "ultragit.depth is not a list, so no value can be added.")
      assert.strictEqual(yield* own(repository), before)
    })
  )
})

describe("a setting that is removed", () => {
  it.effect("leaves the values of weaker sources, in any case, a list whole", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.git(["config", "--add", "ultragit.Confidence.recency", "0.1"])
      yield* repository.git(["config", "--add", "ultragit.exclude", "a"])
      yield* repository.git(["config", "--add", "ultragit.exclude", "b"])
      yield* repository.write(".ultragit-config.toml", 'exclude = "vendor"\n')
      const list = yield* unset(repository, "exclude")
      assert.deepStrictEqual([list.changed, list.now.value, list.warnings], [true, ["vendor"], []])
      const weight = yield* unset(repository, "confidence.recency")
      assert.deepStrictEqual([weight.changed, weight.now.source], [true, "default"])
      const again = yield* unset(repository, "exclude")
      assert.deepStrictEqual([again.changed, again.warnings], [false, []])
    })
  )

  it.effect("is reported where an included file still has it", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "include.path": "more" } })
      yield* repository.write(".git/more", "[ultragit]\n\tdepth = 4\n")
      const { changed, now, warnings } = yield* unset(repository, "depth")
      assert.deepStrictEqual([changed, now.value], [false, 4])
      assert.deepStrictEqual(warnings, ["ultragit.depth is still set in file:.git/more, which was not changed."])
    })
  )

  it.effect("in a linked work tree is the repository's, and one of the work tree alone stays", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "extensions.worktreeConfig": "true" } })
      yield* repository.commit("one")
      const directory = join(yield* makeFolder, "linked")
      yield* repository.git(["worktree", "add", "--quiet", directory])
      yield* repository.git(["-C", directory, "config", "--worktree", "ultragit.depth", "7"])
      const { now, warnings } = yield* set({ directory }, "depth", ["2"])
      assert.strictEqual(now.value, 7)
      assert.match(warnings[0] ?? "", /^file:\S+config\.worktree takes precedence: ultragit\.depth is 7\.$/)
      assert.strictEqual((yield* settingsOf(repository)(readSetting("depth"))).value, 2)
    })
  )
})
