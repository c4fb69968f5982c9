import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { clearContext, readContext, setContext } from "../../../src/writing/context/contextFile.ts"
import { parseDependency } from "../../../src/writing/context/dependencies.ts"
import { contextFromEnvironment } from "../../../src/writing/context/environment.ts"
import {
  decodeContext,
  encodeContext,
  type CommitContext,
  mergeContexts,
  emptyContext
} from "../../../src/writing/context/CommitContext.ts"
import { platform } from "../../../src/Layers.ts"
import { authored } from "../../support/authored.ts"
import { firstDate, makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const full: CommitContext = {
  task: "T-1",
  reason: "Because.",
  constraints: ["Never throw."],
  alternatives: [{ text: "Poll", reason: "Too slow." }],
  dependencies: [{ file: "a.ts", anchor: "a", nature: "is pure" }],
  tags: ["x"],
  risk: "Slow."
}

const known = "task, reason, constraints, alternatives, dependencies, tags, risk, placed"

describe("FILE:ANCHOR=NATURE", () => {
  it.each([
    ["src/a.ts:Pool.acquire=never blocks", ["src/a.ts", "Pool.acquire", "never blocks"]],
    ["src/a.rs:Pool::acquire = x = y", ["src/a.rs", "Pool::acquire", "x = y"]],
    ["src/a.ts:=x", undefined],
    ["src/a.ts=x:y", undefined],
    [":a=x", undefined],
    ["src/a.ts:a=", undefined],
    ["", undefined]
  ] as const)("%j", (text, parts) => {
    const found = Option.map(parseDependency(text), ({ anchor, file, nature }) => [file, anchor, nature])
    assert.deepStrictEqual(Option.getOrUndefined(found), parts === undefined ? undefined : [...parts])
  })
})

describe("facts", () => {
  it.effect("are read back as they are written", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* decodeContext(encodeContext(full)), full)
    })
  )

  it.effect("may have a place, and keep it in a context file", () =>
    Effect.gen(function* () {
      const given =
        '{"reason":"All","placed":[{"at":["a.ts:C::c","b.ts"],"constraints":"One","dependencies":"c.ts:d=e"}]}'
      const facts = yield* decodeContext(given)
      const dependencies = [{ file: "c.ts", anchor: "d", nature: "e" }]
      assert.deepStrictEqual(facts.placed, [
        {
          at: [{ file: "a.ts", anchor: "C::c" }, { file: "b.ts" }],
          constraints: ["One"],
          alternatives: [],
          dependencies,
          tags: []
        }
      ])
      assert.deepStrictEqual(yield* decodeContext(encodeContext(facts)), facts)
    })
  )

  it.effect("may be spelled as in an annotation", () =>
    Effect.gen(function* () {
      const text = JSON.stringify({
        reasoning: "Because.",
        constraints: [{ text: "Never throw.", source: "author" }],
        alternatives: "Poll: Too slow.",
        dependencies: "a.ts:a=is pure",
        tags: "x",
        task: "T-1",
        risk_notes: "Slow."
      })
      assert.deepStrictEqual(yield* decodeContext(text), full)
    })
  )

  it.effect.each([
    ["nonsense", "It is not JSON."],
    ["[]", "It is not a JSON object."],
    [`{"tags":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "It is nested deeper than 64."],
    ['{"reazon":"x"}', `Unknown: reazon. Known: ${known}.`],
    ['{"task":1}', "task is wrong: Expected string."],
    ['{"dependencies":["a"]}', "A dependency is not FILE:ANCHOR=NATURE: a"],
    ['{"placed":[{"at":"a.ts:","reason":"x"}]}', "A place is not FILE[:ANCHOR]: a.ts:"],
    ['{"placed":[{"at":"a.ts","task":"x"}]}', `Unknown: placed.task. Known: ${known}.`]
  ] as const)("are refused when invalid: %#", ([text, problem]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(decodeContext(text))
      assert.deepStrictEqual([error.code, error.details], ["facts_malformed", [problem]])
    })
  )

  it("are merged with what one of them lacks, or has as an empty text, from the other", () => {
    const merged = mergeContexts({ ...emptyContext, task: "", reason: "" }, { ...full, allow_secret: true })
    assert.deepStrictEqual(merged, { ...full, allow_secret: true })
    assert.deepStrictEqual(mergeContexts({ ...full, allow_secret: true }, emptyContext), {
      ...full,
      allow_secret: true
    })
    assert.notProperty(mergeContexts(full, full), "allow_secret")
  })

  it("of the nearest source win, and lists are merged", () => {
    const merged = mergeContexts({ ...emptyContext, task: "T-2", tags: ["y", "x"] }, full)
    assert.deepStrictEqual(merged, { ...full, task: "T-2", tags: ["y", "x"] })
  })
})

describe("facts of the environment", () => {
  it.effect("have their own variables", () =>
    Effect.gen(function* () {
      const found = yield* contextFromEnvironment({
        ULTRAGIT_TASK: "T-1",
        ULTRAGIT_REASONING: "Because.",
        ULTRAGIT_CONSTRAINTS: "One; and more\nTwo\n",
        ULTRAGIT_REJECTED: "Poll: Too slow.\nPush",
        ULTRAGIT_DEPENDENCIES: "a.ts:a=is pure; b.ts:b=x\nc.rs:C::c=y",
        ULTRAGIT_TAGS: "a, b"
      })
      const facts = Option.getOrThrow(found)
      assert.deepStrictEqual([facts.task, facts.reason, facts.tags], ["T-1", "Because.", ["a", "b"]])
      assert.deepStrictEqual(facts.constraints, ["One; and more", "Two"])
      assert.deepStrictEqual(facts.alternatives, [{ text: "Poll", reason: "Too slow." }, { text: "Push" }])
      assert.deepStrictEqual(
        facts.dependencies.map(({ anchor }) => anchor),
        ["a", "b", "C::c"]
      )
    })
  )

  it.effect("may be lists in JSON", () =>
    Effect.gen(function* () {
      const found = yield* contextFromEnvironment({
        ULTRAGIT_DEPENDENCIES: '[{"file":"a.ts","anchor":"a","nature":"is; pure"}]',
        ULTRAGIT_TAGS: '["a,b"]'
      })
      const facts = Option.getOrThrow(found)
      assert.deepStrictEqual([facts.dependencies[0]?.nature, facts.tags], ["is; pure", ["a,b"]])
    })
  )

  it.effect("are empty when no variable is set", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* contextFromEnvironment({ ULTRAGIT_TASK: "", HOME: "/" }), Option.none())
    })
  )

  it.effect("are refused with an invalid dependency", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(contextFromEnvironment({ ULTRAGIT_DEPENDENCIES: "nonsense" }))
      assert.strictEqual(error.code, "facts_malformed")
    })
  )
})

describe("the context file", () => {
  const inRepository = Effect.gen(function* () {
    const repository = yield* makeRepository()
    return { repository, run: authored(repository) }
  })

  it.effect("keeps facts with the time they were set, readable only by the user", () =>
    Effect.gen(function* () {
      const { repository, run } = yield* inRepository
      yield* TestClock.setTime(firstDate * 1000)
      yield* run(setContext(full).pipe(Effect.provide(platform)))
      const kept = yield* run(readContext.pipe(Effect.provide(platform)))
      assert.deepStrictEqual(kept, Option.some({ ...full, set_at: "2024-01-01T00:00:00Z" }))
      const { mode } = yield* Effect.promise(() => stat(join(repository.directory, ".git/ultragit/context.json")))
      assert.strictEqual(mode & 0o077, 0)
    })
  )

  it.effect("is replaced as a whole, and cleared", () =>
    Effect.gen(function* () {
      const { run } = yield* inRepository
      yield* run(setContext(full).pipe(Effect.provide(platform)))
      yield* run(setContext({ ...emptyContext, task: "T-2" }).pipe(Effect.provide(platform)))
      const kept = Option.getOrThrow(yield* run(readContext.pipe(Effect.provide(platform))))
      assert.deepStrictEqual([kept.task, kept.reason], ["T-2", undefined])
      assert.isTrue(yield* run(clearContext.pipe(Effect.provide(platform))))
      assert.deepStrictEqual(yield* run(readContext.pipe(Effect.provide(platform))), Option.none())
      assert.isFalse(yield* run(clearContext.pipe(Effect.provide(platform))))
    })
  )

  it.effect("refuses a credential", () =>
    Effect.gen(function* () {
      const { run } = yield* inRepository
      const facts = { ...emptyContext, task: `ghp_${"a1B2c3D4e5F6".repeat(3)}` }
      const error = yield* Effect.flip(run(setContext(facts).pipe(Effect.provide(platform))))
      assert.strictEqual(error.code, "secret_found")
      assert.deepStrictEqual(yield* run(readContext.pipe(Effect.provide(platform))), Option.none())
    })
  )

  it.effect("belongs to its work tree", () =>
    Effect.gen(function* () {
      const { repository, run } = yield* inRepository
      yield* repository.commit("Start", { files: { "a.ts": "x\n" } })
      const directory = join(yield* makeFolder, "other")
      yield* repository.git(["worktree", "add", "--quiet", directory])
      yield* run(setContext(full).pipe(Effect.provide(platform)))
      assert.deepStrictEqual(yield* authored({ directory })(readContext.pipe(Effect.provide(platform))), Option.none())
    })
  )
})
