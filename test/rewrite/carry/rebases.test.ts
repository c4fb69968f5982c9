import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { carryRewrites } from "../../../src/rewrite/carry/carry.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import {
  acquire,
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
import { slow } from "../../support/scale.ts"

const ref = "refs/notes/ultragit"

const release = {
  file: "src/pool.ts",
  anchor: "Pool.release",
  lines: [5, 7] as const,
  intent: "Say who gave a connection back."
}

/** A third commit that changes `Pool.release`, with a note on it. */
const makeThree = Effect.gen(function* () {
  const made = yield* makeNoted
  const { repository } = made
  const source = poolSource.replace("this.log(id)", "this.log(id, Date.now())")
  const second = yield* repository.commit("Log when", { files: { "src/pool.ts": source } })
  yield* annotate(repository, second, [release], { summary: "When it came back." })
  yield* recordRewrites(repository)
  return { ...made, second }
})

const carryRecorded = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  made: ReadonlyArray<ObjectId> = []
) {
  const pairs = yield* takeRewrites(repository)
  return yield* authoredNow(repository)(carryRewrites(pairs, "rebase", made))
})

describe("carryRewrites after a rebase", () => {
  it.effect("brings every note to its picked commit", () =>
    Effect.gen(function* () {
      const { noted, repository, second, start } = yield* makeThree
      yield* repository.git(["checkout", "--quiet", "-b", "topic"])
      yield* repository.git(["checkout", "--quiet", "main"])
      yield* repository.git(["reset", "--quiet", "--hard", start])
      yield* repository.commit("Move on", { files: { "README.md": "Elsewhere.\n" } })
      yield* repository.git(["checkout", "--quiet", "topic"])
      yield* rebase(repository, "main", [`pick ${noted}`, `pick ${second}`])
      yield* carryRecorded(repository)
      assert.deepStrictEqual(
        new Set(yield* intents(repository, "src/pool.ts")),
        new Set([acquire.intent, release.intent, connect.intent])
      )
      assert.deepStrictEqual((yield* noteOf(repository, "HEAD")).provenance.operation, "initial")
    })
  )

  it.effect("merges the notes of squashed commits", () =>
    Effect.gen(function* () {
      const { noted, repository, second } = yield* makeThree
      yield* rebase(repository, "HEAD~2", [`pick ${noted}`, `squash ${second}`])
      yield* carryRecorded(repository)
      const note = yield* noteOf(repository, "HEAD")
      assert.deepStrictEqual(places(note), [
        "src/pool.ts Pool.acquire 2-4",
        "src/pool.ts Pool.release 5-7",
        "src/pool.ts connect 9-11"
      ])
      assert.deepStrictEqual([note.provenance.operation, note.provenance.derived_from], ["squash", [noted, second]])
      assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "Pool.release"), [release.intent])
    })
  )

  it.effect("merges the two notes that git concatenates", () =>
    Effect.gen(function* () {
      const { noted, repository, second } = yield* makeThree
      yield* repository.git(["config", "notes.rewriteRef", ref])
      yield* rebase(repository, "HEAD~2", [`pick ${noted}`, `squash ${second}`])
      yield* carryRecorded(repository)
      assert.lengthOf(places(yield* noteOf(repository, "HEAD")), 3)
      const own = yield* noteOf(repository, "HEAD")
      assert.deepStrictEqual(own.provenance.derived_from, [noted, second])
    })
  )

  it.effect("records a squash for a commit with an unannotated fixup", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const fixup = yield* repository.commit("fixup! Add the pool", { files: { "src/pool.ts": `\n${poolSource}` } })
      yield* recordRewrites(repository)
      yield* rebase(repository, "HEAD~2", [`pick ${noted}`, `fixup ${fixup}`])
      yield* carryRecorded(repository)
      const note = yield* noteOf(repository, "HEAD")
      assert.deepStrictEqual(places(note), ["src/pool.ts Pool.acquire 3-5", "src/pool.ts connect 10-12"])
      assert.deepStrictEqual([note.provenance.operation, note.provenance.derived_from], ["squash", [noted]])
    })
  )

  it.effect("keeps what the note of an empty commit says that is squashed", () =>
    Effect.gen(function* () {
      const { noted, repository, start } = yield* makeNoted
      const empty = yield* repository.commit("Decide")
      yield* annotate(repository, empty, [], { task: "QUEUE-7" })
      yield* repository.git(["reset", "--quiet", "--soft", start])
      const to = yield* repository.commit("Add the pool")
      const pairs = [noted, empty].map((from) => ({ from, to }))
      yield* authoredNow(repository)(carryRewrites(pairs, "rebase"))
      const note = yield* noteOf(repository, to)
      assert.deepStrictEqual([note.task, note.provenance.derived_from], ["QUEUE-7", [noted, empty]])
    })
  )

  it.effect("follows a file that a later one of the squashed commits renamed", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      yield* repository.git(["mv", "src/pool.ts", "src/broker.ts"])
      const renamed = yield* repository.commit("Rename")
      yield* recordRewrites(repository)
      yield* rebase(repository, "HEAD~2", [`pick ${noted}`, `squash ${renamed}`])
      yield* carryRecorded(repository)
      assert.deepStrictEqual(yield* intents(repository, "src/broker.ts", "connect"), [connect.intent])
    })
  )

  it.effect(
    "puts a region on the half of a split commit that added its code",
    () =>
      Effect.gen(function* () {
        const { noted, repository, start } = yield* makeNoted
        const made = yield* split(repository, start)
        yield* recordRewrites(repository)
        const last = yield* repository.id("HEAD")
        const pairs = [{ from: noted, to: last }]
        yield* authoredNow(repository)(carryRewrites(pairs, "rebase", [made]))
        assert.deepStrictEqual(places(yield* noteOf(repository, made)), ["src/pool.ts Pool.acquire 2-4"])
        assert.deepStrictEqual(places(yield* noteOf(repository, last)), ["src/pool.ts connect 9-11"])
        assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
        assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "connect"), [connect.intent])
      }),
    slow
  )

  it.effect("removes git's copy from the other half of a split commit", () =>
    Effect.gen(function* () {
      const { noted, repository, start } = yield* makeNoted
      const made = yield* split(repository, start)
      const last = yield* repository.id("HEAD")
      yield* repository.git(["notes", `--ref=${ref}`, "copy", noted, last])
      const carry = authoredNow(repository)(carryRewrites([{ from: noted, to: last }], "rebase", [made]))
      yield* carry
      assert.deepStrictEqual(places(yield* noteOf(repository, last)), ["src/pool.ts connect 9-11"])
      const tip = yield* repository.id(ref)
      yield* carry
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )
})

/** The same code in two commits: the class, then `connect`; the id of the first. */
const split = Effect.fnUntraced(function* (repository: TemporaryRepository, start: ObjectId) {
  yield* repository.git(["reset", "--quiet", "--hard", start])
  const classOnly = `${poolSource.split("\n").slice(0, 8).join("\n")}\n`
  const made = yield* repository.commit("Add the class", { files: { "src/pool.ts": classOnly } })
  yield* repository.commit("Add connect", { files: { "src/pool.ts": poolSource } })
  return made
})

describe("carryRewrites of unreliable rewrite pairs", () => {
  it.effect("carries nothing from a skipped commit to its predecessor, and removes git's copy", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const other = yield* repository.commit("Add the application", {
        files: { "src/app.ts": "export const start = 1\n" }
      })
      const app = { file: "src/app.ts", anchor: "start", lines: [1, 1] as const, intent: "Start with one pool." }
      yield* annotate(repository, other, [app], { summary: "The application." })
      yield* repository.git(["reset", "--quiet", "--hard", noted])
      yield* repository.git(["commit", "--quiet", "--amend", "-m", "Picked"])
      const picked = yield* repository.id("HEAD")
      for (const from of [noted, other])
        yield* repository.git(["notes", `--ref=${ref}`, "append", "-C", yield* blobOf(repository, from), picked])
      const pairs = [noted, other].map((from) => ({ from, to: picked }))
      const carry = authoredNow(repository)(carryRewrites(pairs, "rebase"))
      yield* carry
      const note = yield* noteOf(repository, picked)
      assert.deepStrictEqual(places(note), ["src/pool.ts Pool.acquire 2-4", "src/pool.ts connect 9-11"])
      assert.deepStrictEqual(
        [note.summary, note.provenance.operation, note.superseded],
        ["A change.", "initial", undefined]
      )
      const tip = yield* repository.id(ref)
      yield* carry
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )

  it.effect("keeps the note of a commit that is still an ancestor of the new one", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const source = poolSource.replace("this.log(id)", "this.log(id, Date.now())")
      const above = yield* repository.commit("Log when", { files: { "src/pool.ts": source } })
      yield* authoredNow(repository)(carryRewrites([{ from: noted, to: above }], "rebase"))
      assert.isFalse(yield* hasNote(repository, above))
      assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "connect"), [connect.intent])
    })
  )
})

const blobOf = (repository: TemporaryRepository, commit: string) =>
  repository.git(["notes", `--ref=${ref}`, "list", commit])
