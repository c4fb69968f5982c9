import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type CarryInto, carryInto } from "../../../src/rewrite/carry/carry.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { authoredNow } from "../../support/authored.ts"
import { acquire, connect, hasNote, intents, makeNoted, noteOf, places, historyIntents } from "../../support/carried.ts"
import { slow } from "../../support/scale.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { fromTemplate } from "../../support/template.ts"

const ref = "refs/notes/ultragit"

const carry = (
  repository: TemporaryRepository,
  kind: CarryInto["kind"],
  sources: ReadonlyArray<ObjectId>,
  commit?: ObjectId
) =>
  Effect.flatMap(commit === undefined ? repository.id("HEAD") : Effect.succeed(commit), (into) =>
    authoredNow(repository)(carryInto(into, { kind, sources }))
  )

const release = {
  file: "src/pool.ts",
  anchor: "Pool.release",
  lines: [5, 7] as const,
  intent: "Say who gave a connection back."
}
const logging = poolSource.replace("this.log(id)", "this.log(id, Date.now())")
const header = "// One pool for all.\n"

/** A branch `topic` of two commits with notes, and `main` where it began. */
const makeTopic = fromTemplate(
  Effect.gen(function* () {
    const made = yield* makeNoted
    const { repository, start } = made
    const second = yield* repository.commit("Log when", { files: { "src/pool.ts": logging } })
    yield* annotate(repository, second, [release])
    yield* repository.git(["branch", "topic"])
    yield* repository.git(["reset", "--quiet", "--hard", start])
    yield* repository.commit("Move on", { files: { "README.md": "Elsewhere.\n" } })
    return { ...made, second }
  })
)

describe("carryInto a squash", () => {
  it.effect("is summed up by the squash's subject, and names the commits it was made from", () =>
    Effect.gen(function* () {
      const { noted, repository, second } = yield* makeTopic
      yield* annotate(repository, noted, [acquire, connect], { summary: "Add the pool" })
      yield* annotate(repository, second, [release], { summary: "Log when a connection comes back." })
      yield* repository.git(["merge", "--quiet", "--squash", "topic"])
      yield* repository.commit("Have a pool (#7)")
      yield* carry(repository, "squash", [noted, second])
      const shown = Effect.map(ask(repository).read({ path: "src/pool.ts" }), ({ regions }) =>
        regions.map(({ provenance, summary }) => ({ derived_from: provenance?.derived_from, summary }))
      )
      const expected = { derived_from: [noted, second], summary: "Have a pool (#7)" }
      assert.deepStrictEqual(yield* shown, [expected, expected, expected])
      const own = { ...(yield* noteOf(repository, "HEAD")), summary: "One pool instead of many." }
      yield* repository.note(yield* repository.id("HEAD"), own)
      assert.strictEqual((yield* shown)[0]?.summary, own.summary, "what was noted for the squash itself")
    })
  )

  it.effect("merges the notes of a branch, oldest first, in any given order", () =>
    Effect.gen(function* () {
      const { noted, repository, second } = yield* makeTopic
      yield* repository.git(["merge", "--quiet", "--squash", "topic"])
      yield* repository.commit("Squash")
      yield* carry(repository, "squash", [second, noted])
      const note = yield* noteOf(repository, "HEAD")
      assert.lengthOf(note.regions, 3)
      assert.deepStrictEqual([note.provenance.operation, note.provenance.derived_from], ["squash", [noted, second]])
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
      assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "Pool.release"), [release.intent])
    })
  )

  it.effect("changes nothing the second time", () =>
    Effect.gen(function* () {
      const { noted, repository, second } = yield* makeTopic
      yield* repository.git(["merge", "--quiet", "--squash", "topic"])
      yield* repository.commit("Squash")
      yield* carry(repository, "squash", [noted, second])
      const tip = yield* repository.id(ref)
      yield* carry(repository, "squash", [noted, second])
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )

  it.effect("makes no note from commits without notes", () =>
    Effect.gen(function* () {
      const { repository, start } = yield* makeTopic
      const outcome = yield* carry(repository, "squash", [start])
      assert.deepStrictEqual([outcome.written, yield* hasNote(repository, "HEAD")], [[], false])
    })
  )
})

describe("carryInto a cherry-pick", () => {
  it.effect("copies the note, keeps its provenance and names its source", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeTopic
      yield* repository.git(["cherry-pick", noted])
      yield* carry(repository, "cherry-pick", [noted])
      const { provenance } = yield* noteOf(repository, "HEAD")
      assert.deepStrictEqual([provenance.operation, provenance.derived_from], ["initial", [noted]])
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "connect"), [connect.intent])
    })
  )

  it.effect("merges the notes of several commits picked into one", () =>
    Effect.gen(function* () {
      const { noted, repository, second } = yield* makeTopic
      yield* repository.git(["cherry-pick", "--no-commit", noted, second])
      yield* repository.commit("Pick both")
      yield* carry(repository, "cherry-pick", [noted, second])
      const { provenance, regions } = yield* noteOf(repository, "HEAD")
      assert.deepStrictEqual([regions.length, provenance.operation], [3, "squash"])
    })
  )

  it.effect("copies the notes of the commits that a merge brings, relative to either parent", () =>
    Effect.gen(function* () {
      const { noted, repository, second, start } = yield* makeTopic
      const main = yield* repository.commit("Log", { files: { "src/log.ts": "export const log = () => 1\n" } })
      yield* annotate(repository, main, [{ file: "src/log.ts", anchor: "log", lines: [1, 1] }])
      yield* repository.git(["merge", "--quiet", "--no-ff", "--no-edit", "topic"])
      const merge = yield* repository.id("HEAD")
      for (const [parent, target, sources] of [
        ["1", start, [noted, second]],
        ["2", second, [main]]
      ] as const) {
        yield* repository.git(["checkout", "--quiet", "--detach", target])
        yield* repository.git(["cherry-pick", "-m", parent, merge])
        yield* carry(repository, "cherry-pick", [merge])
        assert.deepStrictEqual((yield* noteOf(repository, "HEAD")).provenance.derived_from, sources, parent)
      }
    })
  )
})

/** `acquire` is taken out by a commit that is then reverted. */
const makeReverted = Effect.fnUntraced(function* (broken: string) {
  const made = yield* makeNoted
  const { repository } = made
  const reverted = yield* repository.commit("Break it", { files: { "src/pool.ts": broken } })
  yield* repository.git(["revert", "--no-edit", reverted])
  return { ...made, reverted, revert: yield* repository.id("HEAD") }
})

const withoutAcquire = poolSource.replace(/ {2}acquire[^}]*\}\n/, "")

describe("carryInto a revert", () => {
  it.effect("restores the annotations of the restored code, and no others", () =>
    Effect.gen(function* () {
      const { noted, repository, revert, reverted } = yield* makeReverted(withoutAcquire)
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "Pool.acquire"), [])
      yield* carry(repository, "revert", [reverted])
      const note = yield* noteOf(repository, revert)
      assert.deepStrictEqual(places(note), ["src/pool.ts Pool.acquire 2-4"])
      assert.deepStrictEqual(note.provenance.derived_from, [noted])
      assert.strictEqual(note.provenance.synthesis_notes, `Restored by reverting ${reverted.slice(0, 12)}.`)
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
      assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
    })
  )

  it.effect("copies nothing that blame still reaches", () =>
    Effect.gen(function* () {
      const broken = poolSource.replace('    return "connection"', '    return ""')
      const { repository, revert, reverted } = yield* makeReverted(broken)
      yield* carry(repository, "revert", [reverted])
      assert.isFalse(yield* hasNote(repository, revert))
      assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "Pool.acquire"), [acquire.intent])
    })
  )

  it.effect(
    "finds the code where later commits moved it",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeNoted
        const reverted = yield* repository.commit("Break it", { files: { "src/pool.ts": withoutAcquire } })
        yield* repository.commit("Say what it is", { files: { "src/pool.ts": header + withoutAcquire } })
        yield* repository.git(["revert", "--no-edit", reverted])
        yield* carry(repository, "revert", [reverted])
        assert.deepStrictEqual(places(yield* noteOf(repository, "HEAD")), ["src/pool.ts Pool.acquire 3-5"])
      }),
    slow
  )

  it.effect(
    "brings back the notes of a file that was deleted",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeNoted
        const reverted = yield* repository.commit("Delete it", { files: { "src/pool.ts": null } })
        yield* repository.git(["revert", "--no-edit", reverted])
        yield* carry(repository, "revert", [reverted])
        assert.deepStrictEqual((yield* intents(repository, "src/pool.ts")).toSorted(), [acquire.intent, connect.intent])
      }),
    slow
  )

  it.effect(
    "restores the annotations of code that a reverted revert had removed",
    () =>
      Effect.gen(function* () {
        const { noted, repository } = yield* makeNoted
        yield* repository.git(["revert", "--no-edit", noted])
        const first = yield* repository.id("HEAD")
        yield* carry(repository, "revert", [noted])
        assert.isFalse(yield* hasNote(repository, first))
        yield* repository.git(["revert", "--no-edit", first])
        yield* carry(repository, "revert", [first])
        assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "connect"), [connect.intent])
        assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "connect"), [connect.intent])
      }),
    slow
  )

  it.effect("adds once to the revert's own annotation", () =>
    Effect.gen(function* () {
      const { repository, revert, reverted } = yield* makeReverted(withoutAcquire)
      yield* annotate(repository, revert, [{ file: "src/pool.ts", anchor: "Pool", lines: [1, 8], intent: "It broke." }])
      yield* carry(repository, "revert", [reverted])
      assert.lengthOf((yield* noteOf(repository, revert)).regions, 2)
      const tip = yield* repository.id(ref)
      yield* carry(repository, "revert", [reverted])
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )
})
