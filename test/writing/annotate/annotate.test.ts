import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { annotate, type AnnotateInput } from "../../../src/writing/annotate/annotate.ts"
import { poolSource } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { authored } from "../../support/authored.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { noteOn } from "../../support/writer.ts"

const ref = "refs/notes/ultragit"

const make = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Start", { files: { "old.ts": "const a = 1\n", "gone.ts": "x\n", "src/util.ts": "\n" } })
  yield* repository.git(["mv", "old.ts", "new.ts"])
  const commit = yield* repository.commit("Add the pool", {
    files: {
      "src/pool.ts": poolSource,
      "NOTES.adoc": "one\ntwo\nthree\nfour\n",
      "twice.ts": "class A {\n  run() {}\n}\nclass B {\n  run() {}\n}\n",
      "gone.ts": null,
      "logo.png": new Uint8Array([0x89, 0, 1])
    }
  })
  return { repository, commit }
})

const write = (repository: TemporaryRepository, given: unknown, more: Omit<AnnotateInput, "given"> = {}) =>
  authored(repository)(annotate({ given, ...more }))

const region = (file: string, more: { readonly [field: string]: unknown }) => ({ file, intent: "Why.", ...more })
const saying = (...regions: ReadonlyArray<unknown>) => ({ summary: "A pool.", regions })

const refusals = (repository: TemporaryRepository, ...regions: ReadonlyArray<unknown>) =>
  Effect.map(Effect.flip(write(repository, saying(...regions))), (error) => ({
    code: error.code,
    details: ("details" in error ? error.details : undefined) ?? []
  }))

const noted = (repository: TemporaryRepository) =>
  Effect.map(
    Effect.flatMap(repository.id("HEAD"), (head) => noteOn(repository, head)),
    (note) => Option.getOrThrow(note)
  )

describe("annotate", () => {
  it.effect("derives commit, time, type, name, signature and lines", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      const outcome = yield* write(repository, saying(region("./src/pool.ts", { anchor: "acquire" })))
      assert.strictEqual(outcome.kind, "written")
      assert.deepStrictEqual(outcome.regions[0]?.ast_anchor, {
        type: "method",
        name: "Pool.acquire",
        signature: "acquire(): string"
      })
      assert.deepStrictEqual(outcome.regions[0]?.lines, { start: 2, end: 4 })
      const note = Option.getOrThrow(yield* noteOn(repository, commit))
      assert.strictEqual(note.annotation.commit, commit)
      assert.strictEqual(note.annotation.timestamp, "1970-01-01T00:00:00Z")
      assert.strictEqual(note.annotation.context_level, "enhanced")
    })
  )

  it.effect("warns where the commit wrote none of the lines, since questions about them do not come to it", () =>
    Effect.gen(function* () {
      const { commit: first, repository } = yield* make
      const commit = yield* repository.commit("Change the end", {
        files: { "src/pool.ts": `${poolSource}export const last = 1\n` }
      })
      const unwritten = yield* write(repository, saying(region("src/pool.ts", { anchor: "Pool.acquire" })))
      assert.deepStrictEqual(unwritten.warnings, [
        `Region 1 (src/pool.ts): The commit wrote no line of Pool.acquire: read of the whole file and history will give this, but read of Pool.acquire will not. To have it there, annotate the commit that wrote it: ${first.slice(0, 10)}.`
      ])
      assert.isTrue(Option.isSome(yield* noteOn(repository, commit)))
      const lines = { start: poolSource.split("\n").length, end: poolSource.split("\n").length }
      const written = yield* write(repository, saying(region("src/pool.ts", { lines })))
      assert.deepStrictEqual(written.warnings, [])
    })
  )

  it.effect("is visible to read immediately", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      yield* write(
        repository,
        saying(region("src/pool.ts", { anchor: "connect", constraints: ["Never throw.", { text: "Be quick." }] }))
      )
      const { regions } = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        regions.map(({ constraints, intent, match }) => ({ constraints, intent, match })),
        [
          {
            constraints: [
              { text: "Never throw.", source: "author" },
              { text: "Be quick.", source: "author" }
            ],
            intent: "Why.",
            match: "exact"
          }
        ]
      )
    })
  )

  it.effect.each([
    ["within one unit", "3", "Pool.acquire", [3, 3]],
    ["of two units of a class", "3:6", "Pool", [3, 6]],
    ["mostly of one unit", "8-10", "connect", [8, 10]]
  ] as const)("names the smallest unit around lines %s, and keeps the lines", ([, lines, name, [start, end]]) =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const { regions } = yield* write(repository, saying(region("src/pool.ts", { lines })))
      assert.deepStrictEqual(
        regions.map((found) => [found.ast_anchor.name, found.lines]),
        [[name, { start, end }]]
      )
    })
  )

  it.effect("names lines by themselves in a language without a grammar, or by the name given", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const { regions } = yield* write(
        repository,
        saying(region("NOTES.adoc", { lines: { start: 2, end: 3 } }), region("NOTES.adoc", { anchor: "End", lines: 4 }))
      )
      assert.deepStrictEqual(
        regions.map((found) => found.ast_anchor),
        [
          { type: "lines", name: "lines 2-3" },
          { type: "unknown", name: "End" }
        ]
      )
    })
  )

  it.effect("reports all invalid regions at once, by index", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const { code, details } = yield* refusals(
        repository,
        region("src/pool.ts", { anchor: "aquire" }),
        region("src/pol.ts", { anchor: "connect" }),
        region("gone.ts", { lines: "1" }),
        region("old.ts", { lines: "1" }),
        region("src/pool.ts", { lines: "9:12" }),
        region("src/pool.ts", {}),
        region("NOTES.adoc", { anchor: "End" }),
        region("twice.ts", { anchor: "run" }),
        region("../out.ts", { lines: "1" }),
        region("logo.png", { lines: "1" }),
        region("src/util.ts", { lines: "1" }),
        region("src/pool.ts", { anchor: "Pool", lines: "10:11" }),
        { file: "src/pool.ts", anchor: "connect" }
      )
      assert.strictEqual(code, "regions_refused")
      assert.deepStrictEqual(details, [
        "Region 1 (src/pool.ts): There is no 'aquire' in it at this commit. Did you mean Pool.acquire?",
        "Region 2 (src/pol.ts): The commit does not change it. Did you mean src/pool.ts?",
        "Region 3 (gone.ts): The commit deletes it.",
        "Region 4 (old.ts): The commit renames it to new.ts.",
        "Region 5 (src/pool.ts): Lines 9-12 are not in it: it has 11 lines at this commit.",
        "Region 6 (src/pool.ts): Give an anchor or lines.",
        "Region 7 (NOTES.adoc): Its language has no grammar here: give lines.",
        "Region 8 (twice.ts): 'run' is ambiguous: A.run (method, line 2), B.run (method, line 5). Give its lines, or the whole name.",
        "Region 9 (../out.ts): Its path is not in the repository.",
        "Region 10 (logo.png): It is a binary file.",
        "Region 11 (src/util.ts): The commit does not change it, only NOTES.adoc, logo.png, new.ts and 2 more.",
        "Region 12 (src/pool.ts): Lines 10-11 are outside of Pool (class, lines 1-8).",
        "Region 13 (src/pool.ts): intent is missing."
      ])
    })
  )

  it.effect("writes nothing when a region is refused", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      yield* refusals(repository, region("src/pool.ts", { anchor: "connect" }), region("src/pool.ts", { anchor: "no" }))
      assert.strictEqual((yield* repository.tryGit(["rev-parse", "--verify", ref])).exitCode, 128)
    })
  )

  it.effect("chooses among units of one name by lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const { regions } = yield* write(repository, saying(region("twice.ts", { anchor: "run", lines: "5" })))
      assert.strictEqual(regions[0]?.ast_anchor.name, "B.run")
    })
  )

  it.effect("refuses two regions at the same place", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const place = region("src/pool.ts", { anchor: "connect" })
      assert.deepStrictEqual((yield* refusals(repository, place, { ...place, anchor: "::connect" })).details, [
        "Region 2 (src/pool.ts): It is about connect, like region 1: combine them."
      ])
    })
  )

  it.effect("keeps the valid regions on request, and reports which were dropped", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const given = saying(region("src/pool.ts", { anchor: "conect" }), region("src/pool.ts", { anchor: "Pool" }))
      const outcome = yield* write(repository, given, { partial: true })
      assert.deepStrictEqual(
        outcome.regions.map((found) => found.ast_anchor.name),
        ["Pool"]
      )
      assert.deepStrictEqual(outcome.left_out, [
        "Region 1 (src/pool.ts): There is no 'conect' in it at this commit. Did you mean connect?"
      ])
      const none = yield* Effect.flip(write(repository, saying(region("no.ts", { lines: "1" })), { partial: true }))
      assert.strictEqual(none.code, "regions_refused")
    })
  )

  it.effect("annotates any commit, lines and anchors as of that commit", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      yield* repository.commit("Rewrite", { files: { "src/pool.ts": "export const nothing = 1\n" } })
      const outcome = yield* write(repository, saying(region("src/pool.ts", { anchor: "connect" })), {
        commit: commit.slice(0, 9)
      })
      assert.strictEqual(outcome.commit, commit)
      assert.deepStrictEqual(outcome.regions[0]?.lines, { start: 9, end: 11 })
    })
  )

  it.effect(
    "compares a merge with its first parent",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* make
        yield* repository.git(["checkout", "--quiet", "-b", "topic", "HEAD~1"])
        yield* repository.commit("Topic", { files: { "topic.ts": "export const topic = 1\n" } })
        yield* repository.git(["checkout", "--quiet", "main"])
        yield* repository.git(["merge", "--quiet", "--no-ff", "-m", "Merge", "topic"])
        const { regions } = yield* write(repository, saying(region("topic.ts", { anchor: "topic" })))
        assert.strictEqual(regions.length, 1)
        assert.deepStrictEqual((yield* refusals(repository, region("src/pool.ts", { anchor: "Pool" }))).details, [
          "Region 1 (src/pool.ts): The commit does not change it, only topic.ts."
        ])
      }),
    slow
  )

  it.effect("warns about unknown fields and about missing dependencies", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const dependencies = [
        { file: "src/pol.ts", anchor: "connect", nature: "never throws" },
        { file: "./src/pool.ts", anchor: "connect", nature: "never throws" }
      ]
      const given = region("src/pool.ts", { anchor: "Pool", reasonning: "x", semantic_dependencies: dependencies })
      const { regions, warnings } = yield* write(repository, { ...saying(given), title: "x" })
      assert.deepStrictEqual(warnings, [
        "The annotation: unknown field 'title' was ignored.",
        "Region 1: unknown field 'reasonning' was ignored.",
        "The dependency on src/pol.ts:connect: the file is not in the commit. Did you mean src/pool.ts?"
      ])
      assert.strictEqual(regions[0]?.semantic_dependencies[1]?.file, "src/pool.ts")
    })
  )

  it.effect("warns of a note without a region, unless there are others", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      assert.match((yield* write(repository, saying())).warnings.join(), /has no region: only ultragit show/)
      yield* write(repository, saying(region("src/pool.ts", { anchor: "connect" })))
      const merged = yield* write(repository, { ...saying(), summary: "Another summary." })
      assert.deepStrictEqual([merged.warnings, merged.kind], [[], "written"])
    })
  )

  it.effect.each([
    [[], "It is not a JSON object."],
    [{ regions: [] }, "summary is missing."],
    [{ summary: "x", regions: "all" }, "Region 1: It is wrong: Expected object"],
    [{ summary: "x", task: 5 }, "task is wrong: Expected string."]
  ] as const)("refuses %j", ([given, said]) =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const error = yield* Effect.flip(write(repository, given))
      assert.include(("details" in error ? error.details : [])?.[0], said)
    })
  )
})

describe("annotate, for a commit with a note,", () => {
  const first = saying(region("src/pool.ts", { anchor: "connect", intent: "First.", tags: ["a"] }))
  const second = saying(
    region("src/pool.ts", { anchor: "connect", intent: "Second.", tags: ["b"] }),
    region("src/pool.ts", { anchor: "Pool" })
  )

  it.effect("merges, and the last rationale wins, even within one second", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      yield* write(repository, second)
      yield* write(repository, first)
      const { recorded } = yield* noted(repository)
      assert.deepStrictEqual(
        recorded.regions.map((found) => [found.ast_anchor.name, found.intent, found.tags]),
        [
          ["Pool", "Why.", []],
          ["connect", "First.", ["a", "b"]]
        ]
      )
      assert.deepStrictEqual(
        recorded.superseded?.map(({ value }) => value),
        ["Second."]
      )
    })
  )

  it.effect("changes nothing when the content is the same", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      yield* write(repository, second)
      const before = yield* repository.id(ref)
      assert.strictEqual((yield* write(repository, second)).kind, "unchanged")
      assert.strictEqual(yield* repository.id(ref), before)
    })
  )

  it.effect("overwrites on request", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      yield* write(repository, second)
      yield* write(repository, first, { replace: true })
      const { recorded } = yield* noted(repository)
      assert.deepStrictEqual(
        recorded.regions.map((found) => found.intent),
        ["First."]
      )
      assert.notProperty(recorded, "superseded")
    })
  )

  it.effect(
    "accepts the note's own JSON as input",
    () =>
      Effect.gen(function* () {
        const { commit, repository } = yield* make
        yield* write(repository, {
          ...second,
          cross_cutting: [{ description: "One.", regions: ["src/pool.ts:connect"] }],
          task: "T-1"
        })
        const before = yield* repository.id(ref)
        const text = yield* repository.git(["notes", `--ref=${ref}`, "show", commit])
        yield* repository.commit("Later", { files: { "later.ts": "x\n" } })
        const outcome = yield* write(repository, JSON.parse(text))
        assert.deepStrictEqual([outcome.commit, outcome.kind, outcome.warnings], [commit, "unchanged", []])
        assert.strictEqual(yield* repository.id(ref), before)
      }),
    slow
  )

  it.effect("returns the note and writes nothing on a dry run", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      yield* write(repository, first)
      const before = yield* repository.id(ref)
      const outcome = yield* write(repository, second, { dryRun: true })
      assert.strictEqual(outcome.kind, "dry-run")
      assert.strictEqual(outcome.note.annotation.regions.length, 2)
      assert.strictEqual(yield* repository.id(ref), before)
    })
  )

  it.effect("refuses to merge with an unreadable note, and replaces it on request", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      yield* repository.note(commit, "no JSON")
      const error = yield* Effect.flip(write(repository, first))
      assert.strictEqual(error.code, "note_unreadable")
      assert.strictEqual((yield* write(repository, first, { replace: true })).kind, "written")
    })
  )

  it.effect("keeps unknown fields", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      yield* write(repository, first)
      const text = yield* repository.git(["notes", `--ref=${ref}`, "show", commit])
      yield* repository.note(commit, { ...JSON.parse(text), ticket: "T-1" })
      yield* write(repository, second)
      assert.propertyVal((yield* noted(repository)).document, "ticket", "T-1")
    })
  )
})
