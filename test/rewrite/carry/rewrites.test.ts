import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { carryRewrites } from "../../../src/rewrite/carry/carry.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import {
  acquire,
  amend,
  connect,
  hasNote,
  intents,
  makeNoted,
  noteOf,
  places,
  rebase,
  recordRewrites,
  takeRewrites,
  historyIntents
} from "../../support/carried.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"

const ref = "refs/notes/ultragit"

const carry = (
  repository: TemporaryRepository,
  pairs: ReadonlyArray<readonly [from: ObjectId, to: ObjectId]>,
  kind: "amend" | "rebase" | "map" = "amend",
  made: ReadonlyArray<ObjectId> = []
) =>
  authoredNow(repository)(
    carryRewrites(
      pairs.map(([from, to]) => ({ from, to })),
      kind,
      made
    )
  )

const header = "// One pool for all.\n// Really.\n"
const nullId = ObjectId.make("0".repeat(40))
const notHere = ObjectId.make("1".repeat(40))

const send = (line: number, signature?: string) => ({
  file: "src/send.ts",
  anchor: "send",
  lines: [line, line] as const,
  ast_anchor: { type: "function", name: "send", ...(signature === undefined ? {} : { signature }) },
  intent: `Send ${line}.`
})

const linesFrom = (start: number) => Array.from({ length: 9 }, (_, index) => `line ${start + index}\n`).join("")

const noteText = (anchor: string, lines: readonly [number, number]) => ({ file: "NOTES.txt", anchor, lines })

describe("carryRewrites", () => {
  it.effect("carries a note to the amended commit, with regions at the current lines", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository, { "src/pool.ts": header + poolSource })
      const outcome = yield* carry(repository, [[noted, amended]])
      assert.deepStrictEqual(outcome, { written: [amended], carried: 1, dropped: 0, missing: 0, unnoted: 0 })
      const note = yield* noteOf(repository, amended)
      assert.deepStrictEqual(places(note), ["src/pool.ts Pool.acquire 4-6", "src/pool.ts connect 11-13"])
      assert.deepStrictEqual([note.provenance.operation, note.provenance.derived_from], ["amend", [noted]])
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "connect"), [connect.intent])
      assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
    })
  )

  it.effect("keeps provenance where only the message changed", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository)
      yield* carry(repository, [[noted, amended]])
      const { provenance } = yield* noteOf(repository, amended)
      assert.deepStrictEqual([provenance.operation, provenance.derived_from], ["initial", []])
    })
  )

  it.effect("changes nothing the second time", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository, { "src/pool.ts": header + poolSource })
      yield* carry(repository, [[noted, amended]])
      const tip = yield* repository.id(ref)
      assert.deepStrictEqual((yield* carry(repository, [[noted, amended]])).written, [])
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )

  it.effect("has the same result with git's own copy as without", () =>
    Effect.gen(function* () {
      const { noted, repository, start } = yield* makeNoted
      const provenance = { operation: "squash", derived_from: [start], original_annotations_preserved: true }
      yield* annotate(repository, noted, [connect, acquire], { provenance })
      yield* repository.git(["config", "notes.rewriteRef", ref])
      const amended = yield* amend(repository, { "src/pool.ts": header + poolSource })
      assert.isTrue(yield* hasNote(repository, amended))
      yield* carry(repository, [[noted, amended]])
      const note = yield* noteOf(repository, amended)
      assert.deepStrictEqual(places(note), ["src/pool.ts connect 11-13", "src/pool.ts Pool.acquire 4-6"])
      assert.deepStrictEqual([note.provenance.operation, note.provenance.derived_from], ["amend", [noted, start]])
      assert.isUndefined(note.superseded)
    })
  )

  it.effect("keeps the new commit's own annotation", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository, { "src/pool.ts": header + poolSource })
      yield* annotate(repository, amended, [{ file: "src/pool.ts", anchor: "Pool", lines: [3, 10], intent: "New." }])
      yield* carry(repository, [[noted, amended]])
      assert.deepStrictEqual(places(yield* noteOf(repository, amended)), [
        "src/pool.ts Pool 3-10",
        "src/pool.ts Pool.acquire 4-6",
        "src/pool.ts connect 11-13"
      ])
      const tip = yield* repository.id(ref)
      yield* carry(repository, [[noted, amended]])
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )

  it.effect("adds no duplicate region to git's own copy", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository, { "src/pool.ts": header + poolSource })
      yield* annotate(repository, amended, [{ ...acquire, tags: ["pool"] }, connect])
      yield* carry(repository, [[noted, amended]])
      const note = yield* noteOf(repository, amended)
      assert.deepStrictEqual(places(note), ["src/pool.ts Pool.acquire 4-6", "src/pool.ts connect 11-13"])
      assert.deepStrictEqual(note.regions[0]?.tags, ["pool"])
      assert.isUndefined(note.superseded)
    })
  )

  it.effect("follows a renamed file in all fields that name it", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const depends = [{ file: "src/pool.ts", anchor: "Pool.acquire", nature: "never throws" }]
      yield* annotate(repository, noted, [acquire, { ...connect, semantic_dependencies: depends }], {
        cross_cutting: [{ description: "One", regions: ["src/pool.ts:Pool.acquire"], nature: "" }],
        corrections: [
          {
            file: "src/pool.ts",
            anchor: "connect",
            action: "add",
            field: "tags",
            value: "late",
            author: "Ada <ada@example.org>",
            timestamp: "2025-01-02T00:00:00Z"
          }
        ]
      })
      yield* repository.git(["mv", "src/pool.ts", "src/broker.ts"])
      const amended = yield* amend(repository, { "src/broker.ts": header + poolSource })
      yield* carry(repository, [[noted, amended]])
      const note = yield* noteOf(repository, amended)
      assert.deepStrictEqual(places(note), ["src/broker.ts Pool.acquire 4-6", "src/broker.ts connect 11-13"])
      assert.strictEqual(note.regions[1]?.semantic_dependencies[0]?.file, "src/broker.ts")
      assert.deepStrictEqual(note.cross_cutting[0]?.regions, ["src/broker.ts:Pool.acquire"])
      assert.strictEqual(note.corrections?.[0]?.file, "src/broker.ts")
    })
  )

  it.effect("leaves a region of a deleted file as it was", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      yield* repository.remove("src/pool.ts")
      const amended = yield* amend(repository, { "src/other.ts": "export const other = 1\n" })
      yield* carry(repository, [[noted, amended]])
      assert.deepStrictEqual(places(yield* noteOf(repository, amended)), [
        "src/pool.ts Pool.acquire 2-4",
        "src/pool.ts connect 9-11"
      ])
    })
  )

  it.effect("finds the lines of a renamed unit", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const amended = yield* amend(repository, {
        "src/pool.ts": header + poolSource.replace("connect(url", "openPool(url")
      })
      yield* carry(repository, [[noted, amended]])
      assert.strictEqual(places(yield* noteOf(repository, amended))[1], "src/pool.ts connect 11-13")
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "openPool"), [connect.intent])
    })
  )

  it.effect("does not substitute another unit for a deleted method", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const other = "export function acquire(from: Pool) {\n  return from\n}\n"
      const amended = yield* amend(repository, {
        "src/pool.ts": poolSource.replace(/ {2}acquire[^}]*\}\n/, "") + other
      })
      yield* carry(repository, [[noted, amended]])
      assert.include(places(yield* noteOf(repository, amended)), "src/pool.ts Pool.acquire 1-1")
    })
  )

  it.effect("matches overloads by signature, else by position", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      const [text, bytes, body] = [
        "export function send(text: string): void",
        "export function send(bytes: Uint8Array): void",
        "export function send(what: unknown): void {}"
      ]
      const first = yield* amend(repository, { "src/send.ts": `${text}\n${bytes}\n${body}\n` })
      yield* annotate(repository, first, [send(1, "export function send(text: string): void"), send(3)])
      const moved = yield* amend(repository, { "src/send.ts": `\n${bytes}\n${text}\n${body}\n` })
      yield* carry(repository, [[first, moved]])
      assert.deepStrictEqual(places(yield* noteOf(repository, moved)), ["src/send.ts send 3-3", "src/send.ts send 4-4"])
    })
  )

  it.effect("follows lines without a grammar, and a whole file as a whole", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const first = yield* amend(repository, { "NOTES.txt": linesFrom(1) })
      yield* annotate(repository, first, [noteText("NOTES.txt", [1, 9]), noteText("the middle", [4, 6])])
      const moved = yield* amend(repository, { "NOTES.txt": `line 0\n${linesFrom(1)}line 10\n` })
      yield* carry(repository, [[first, moved]])
      assert.deepStrictEqual(places(yield* noteOf(repository, moved)), [
        "NOTES.txt NOTES.txt 1-11",
        "NOTES.txt the middle 5-7"
      ])
      assert.isTrue(yield* hasNote(repository, noted))
    })
  )

  it.effect("follows a commit rewritten twice in one list, even through a missing commit", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const last = yield* amend(repository, { "src/pool.ts": header + poolSource })
      const outcome = yield* carry(repository, [
        [notHere, last],
        [noted, notHere]
      ])
      assert.deepStrictEqual([outcome.written, outcome.missing], [[last], 0])
      assert.deepStrictEqual((yield* noteOf(repository, last)).provenance.derived_from, [noted])
    })
  )

  it.effect("counts dropped commits, commits without notes and missing targets", () =>
    Effect.gen(function* () {
      const { noted, repository, start } = yield* makeNoted
      const other = yield* repository.commit("Unexplained change", { files: { "README.md": "Two pools.\n" } })
      const outcome = yield* carry(repository, [
        [start, nullId],
        [other, start],
        [noted, notHere],
        [noted, noted]
      ])
      assert.deepStrictEqual(outcome, { written: [], carried: 0, dropped: 1, missing: 1, unnoted: 1 })
    })
  )

  it.effect("updates related references to the rewritten commits", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const app = yield* repository.commit("Add the application", {
        files: { "src/app.ts": "export const start = 1\n" }
      })
      const related = [{ commit: noted.slice(0, 10), anchor: "connect", relationship: "builds on" }]
      const start = { file: "src/app.ts", anchor: "start", lines: [1, 1] as const, related_annotations: related }
      yield* annotate(repository, app, [start])
      yield* recordRewrites(repository)
      yield* rebase(repository, "HEAD~2", [`reword ${noted}`, `pick ${app}`])
      const pairs = yield* takeRewrites(repository)
      yield* authoredNow(repository)(carryRewrites(pairs, "rebase"))
      const { regions } = yield* noteOf(repository, "HEAD")
      assert.strictEqual(regions[0]?.related_annotations[0]?.commit, (yield* repository.id("HEAD~1")).slice(0, 10))
    })
  )
})
