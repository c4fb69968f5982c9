import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { correct, type CorrectInput } from "../../../src/writing/corrections/correct.ts"
import type { Change } from "../../../src/writing/corrections/fields.ts"
import { flag, type FlagInput } from "../../../src/writing/corrections/flag.ts"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { authoredNow } from "../../support/authored.ts"
import { notesRef, noteText, tipOf } from "../../support/hub.ts"
import { slow } from "../../support/scale.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"

const correctIn = (repository: TemporaryRepository, commit: string, change: Change, more: Partial<CorrectInput> = {}) =>
  authoredNow(repository)(
    correct({ commit, region: "Pool.acquire", file: Option.none(), change, allowSecret: false, dryRun: false, ...more })
  )

const flagIn = (repository: TemporaryRepository, anchor: string | undefined, more: Partial<FlagInput> = {}) =>
  authoredNow(repository)(
    flag({
      path: "src/pool.ts",
      anchor: Option.fromUndefinedOr(anchor),
      commit: Option.none(),
      reason: "It waits now.",
      allowSecret: false,
      dryRun: false,
      ...more
    })
  )

const acquireOf = (repository: TemporaryRepository) =>
  Effect.map(ask(repository).read({ path: "src/pool.ts", anchor: "Pool.acquire" }), ({ regions }) => regions[0])

const constraint = "Never hand out a closed connection."

describe("a correction", () => {
  it.effect.each<[Change, (region: NonNullable<Effect.Success<ReturnType<typeof acquireOf>>>) => unknown, unknown]>([
    [{ field: "intent", action: "set", value: "Share." }, ({ intent }) => intent, "Share."],
    [{ field: "reasoning", action: "set", value: "Why." }, ({ reasoning }) => reasoning, "Why."],
    [{ field: "risk_notes", action: "set", value: "" }, ({ risk_notes }) => risk_notes, undefined],
    [{ field: "constraints", action: "remove", value: constraint }, ({ constraints }) => constraints, []],
    [{ field: "tags", action: "add", value: "broker" }, ({ tags }) => tags, ["pool", "broker"]],
    [
      { field: "alternatives", action: "add", value: "Poll:  too slow" },
      ({ alternatives }) => alternatives,
      [{ text: "Poll", reason: "too slow" }]
    ],
    [
      { field: "semantic_dependencies", action: "add", value: "src/a.rs:A::b = is fast" },
      (region) => region.semantic_dependencies,
      [{ file: "src/a.rs", anchor: "A::b", nature: "is fast" }]
    ]
  ])("applies to the answer: %j", ([change, field, expected]) =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      assert.isTrue((yield* correctIn(repository, first, change)).changed)
      const region = yield* Effect.fromNullishOr(yield* acquireOf(repository))
      assert.deepStrictEqual(field(region), expected)
    })
  )

  it.effect("is stored with the original, author and time", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const change = { field: "constraints", action: "remove", value: constraint } as const
      const { correction } = yield* correctIn(repository, first, change)
      const note = yield* noteText(repository, first)
      assert.include(note, `"text": "${constraint}"`)
      assert.strictEqual(correction.author, "Ada Author <ada@example.org>")
      assert.match(correction.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual(JSON.parse(note).corrections, [correction])
    })
  )

  it.effect("of a note that was fetched and is not merged yet is of that note", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.git(["config", "remote.origin.url", "https://example.org/pool"])
      yield* repository.git(["config", "ultragit.syncRemote", "origin"])
      yield* repository.git(["update-ref", "refs/ultragit/incoming/origin/notes/ultragit", notesRef])
      yield* repository.git(["update-ref", "-d", notesRef])
      const change = { field: "intent", action: "set", value: "Share." } as const
      assert.isTrue((yield* correctIn(repository, first, change, { dryRun: true })).changed)
      assert.isUndefined(yield* tipOf(repository))
      assert.isTrue((yield* correctIn(repository, first, change)).changed)
      assert.strictEqual((yield* acquireOf(repository))?.intent, "Share.")
    })
  )

  it.effect(
    "that is repeated changes nothing, nor does a repeated removal",
    () =>
      Effect.gen(function* () {
        const { first, repository } = yield* makePool
        const removal = { field: "constraints", action: "remove", value: constraint } as const
        const addition = { field: "tags", action: "add", value: "broker" } as const
        yield* correctIn(repository, first, removal)
        yield* correctIn(repository, first, addition)
        const tip = yield* tipOf(repository)
        assert.isFalse((yield* correctIn(repository, first, removal)).changed)
        assert.isFalse((yield* correctIn(repository, first, addition)).changed)
        assert.strictEqual(yield* tipOf(repository), tip)
      }),
    slow
  )

  it.effect("can be undone by another", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      for (const action of ["remove", "add", "remove"] as const) {
        const { changed } = yield* correctIn(repository, first, { field: "tags", action, value: "pool" })
        assert.isTrue(changed)
      }
    })
  )

  it.effect("finds its region by the unqualified name", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const change = { field: "intent", action: "set", value: "Share." } as const
      const { correction } = yield* correctIn(repository, first, change, { region: "acquire" })
      assert.strictEqual(correction.anchor, "Pool.acquire")
    })
  )

  it.effect("writes nothing on a dry run", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const tip = yield* tipOf(repository)
      const change = { field: "intent", action: "set", value: "Share." } as const
      assert.isTrue((yield* correctIn(repository, first, change, { dryRun: true })).changed)
      assert.strictEqual(yield* tipOf(repository), tip)
    })
  )

  it.effect.each<[string, Change, Partial<CorrectInput>, string, string | undefined]>([
    [
      "a value that is not there",
      { field: "constraints", action: "remove", value: "Never hand out a closed connexion." },
      {},
      "value_missing",
      `It has "${constraint}".`
    ],
    [
      "a region that is not there",
      { field: "intent", action: "set", value: "x" },
      { region: "aquire" },
      "region_unknown",
      "Did you mean Pool.acquire?"
    ],
    [
      "a region unlike any other",
      { field: "intent", action: "set", value: "x" },
      { region: "Nothing" },
      "region_unknown",
      "Known regions: Pool.acquire, connect."
    ],
    ["an intent without rationale", { field: "intent", action: "set", value: " " }, {}, "action_unfit", undefined],
    ["a list that is set", { field: "tags", action: "set", value: "x" }, {}, "action_unfit", undefined],
    ["a text that is added", { field: "intent", action: "add", value: "x" }, {}, "action_unfit", undefined],
    [
      "a dependency without a nature",
      { field: "semantic_dependencies", action: "add", value: "src/a.rs:A::b" },
      {},
      "action_unfit",
      undefined
    ],
    [
      "a dependency on itself",
      { field: "semantic_dependencies", action: "add", value: "src/pool.ts:Pool::acquire=is fast" },
      {},
      "action_unfit",
      undefined
    ],
    ["a control character", { field: "intent", action: "set", value: "\u001b[2J" }, {}, "text_refused", undefined],
    [
      "another file",
      { field: "intent", action: "set", value: "x" },
      { file: Option.some("src/app.ts") },
      "region_unknown",
      "The annotation has no region there."
    ]
  ])("is refused with %s", ([, change, more, code, hint]) =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const error = yield* failure(correctIn(repository, first, change, more))
      assert.deepStrictEqual({ code: error.code, hint: error.hint }, { code, hint })
    })
  )

  it.effect("says how a field can be corrected", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const messageOf = (change: Change) =>
        Effect.map(failure(correctIn(repository, first, change, {})), ({ message }) => message)
      assert.strictEqual(
        yield* messageOf({ field: "intent", action: "add", value: "x" }),
        "Cannot correct intent: it is a single text. Use --set to replace it."
      )
      assert.strictEqual(
        yield* messageOf({ field: "tags", action: "set", value: "x" }),
        "Cannot correct tags: it is a list. Use --add or --remove."
      )
    })
  )

  it.effect("requires the file where several regions have the name", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const files = ["src/pool.ts", "src/old.ts"]
      yield* annotate(
        repository,
        first,
        files.map((file) => ({ file, anchor: "connect", lines: [1, 1] as const }))
      )
      const change = { field: "tags", action: "add", value: "x" } as const
      const error = yield* failure(correctIn(repository, first, change, { region: "connect" }))
      assert.strictEqual(error.code, "region_ambiguous")
      const file = Option.some("src/old.ts")
      const { correction } = yield* correctIn(repository, first, change, { region: "connect", file })
      assert.strictEqual(correction.file, "src/old.ts")
    })
  )

  it.effect(
    "is refused where the commit has no readable note",
    () =>
      Effect.gen(function* () {
        const { repository, second } = yield* makePool
        const change = { field: "tags", action: "add", value: "x" } as const
        const bare = yield* repository.commit("Bare")
        yield* repository.note(second, "not JSON")
        const missing = yield* failure(correctIn(repository, bare, change))
        const unreadable = yield* failure(correctIn(repository, second, change))
        assert.deepStrictEqual([missing.code, unreadable.code], ["note_missing", "note_unreadable"])
      }),
    slow
  )
})

describe("a flag", () => {
  it.effect("appears in the answer, and lowers confidence", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const before = yield* acquireOf(repository)
      const { changed, regions } = yield* flagIn(repository, "Pool.acquire")
      const after = yield* acquireOf(repository)
      assert.isTrue(changed)
      assert.deepStrictEqual(
        regions.map(({ anchor }) => anchor),
        ["Pool.acquire"]
      )
      assert.deepStrictEqual(
        after?.flags?.map(({ author, reason }) => ({ author, reason })),
        [{ author: "Ada Author <ada@example.org>", reason: "It waits now." }]
      )
      assert.isBelow(after?.confidence ?? 1, before?.confidence ?? 0)
    })
  )

  it.effect(
    "that is repeated changes nothing",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* flagIn(repository, "acquire")
        const tip = yield* tipOf(repository)
        assert.isFalse((yield* flagIn(repository, "acquire")).changed)
        assert.isFalse((yield* flagIn(repository, "acquire", { dryRun: true })).changed)
        assert.strictEqual(yield* tipOf(repository), tip)
      }),
    slow
  )

  it.effect(
    "on a file applies to all its regions",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const { regions } = yield* flagIn(repository, undefined)
        assert.sameMembers(
          regions.map(({ anchor }) => anchor),
          ["Pool.acquire", "connect"]
        )
      }),
    slow
  )

  it.effect("applies to the unit's regions in all commits, or in a given one", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const source = yield* repository.git(["show", "HEAD:src/pool.ts"])
      const changed = `${source.replace('"connection"', '"other"')}\n`
      const third = yield* repository.commit("Change it", { files: { "src/pool.ts": changed } })
      yield* annotate(repository, third, [{ file: "src/pool.ts", anchor: "Pool.acquire", lines: [2, 4] }])
      const both = yield* flagIn(repository, "Pool.acquire", { dryRun: true })
      const one = yield* flagIn(repository, "Pool.acquire", { commit: Option.some(first) })
      assert.sameMembers(
        both.regions.map(({ commit }) => commit),
        [first, third]
      )
      assert.deepStrictEqual(
        one.regions.map(({ commit }) => commit),
        [first]
      )
    })
  )

  it.effect("applies to the regions of a given commit however many others there are", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const third = yield* repository.commit("Change it", { files: { "src/pool.ts": `${poolSource}\n` } })
      yield* annotate(repository, third, [{ file: "src/pool.ts", anchor: "Pool.release", lines: [5, 7] }])
      yield* repository.git(["config", "ultragit.maxRegions", "1"])
      const found = yield* Effect.forEach([first, third], (commit) =>
        flagIn(repository, undefined, { commit: Option.some(commit), dryRun: true })
      )
      assert.deepStrictEqual(
        found.map(({ left, regions }) => [left, regions.length]),
        [
          [0, 2],
          [0, 1]
        ]
      )
    })
  )

  it.effect.each<[string, string | undefined, Partial<FlagInput>, string]>([
    ["a name that no region has", "release", {}, "nothing_to_flag"],
    ["a name that is only near", "conect", {}, "nothing_to_flag"],
    ["a file that is not there", undefined, { path: "src/none.ts" }, "path_not_found"],
    ["a reason without rationale", "connect", { reason: " " }, "action_unfit"],
    ["a credential", "connect", { reason: "ghp_0123456789abcdefghijABCDEFGHIJ012345" }, "secret_found"]
  ])("is refused with %s", ([, anchor, more, code]) =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const tip = yield* tipOf(repository)
      assert.strictEqual((yield* failure(flagIn(repository, anchor, more))).code, code)
      assert.strictEqual(yield* tipOf(repository), tip)
    })
  )
})
