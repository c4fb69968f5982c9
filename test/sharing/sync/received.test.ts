import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { runWorker } from "../../../src/capture/worker/worker.ts"
import { refsOf } from "../../../src/notes/remotes/refs.ts"
import { carryInto, carryRewrites } from "../../../src/rewrite/carry/carry.ts"
import { readWaiting, recordWaiting } from "../../../src/rewrite/carry/rewrites/recordedRewrites.ts"
import { correct } from "../../../src/writing/corrections/correct.ts"
import { authoredNow } from "../../support/authored.ts"
import { amend } from "../../support/carried.ts"
import { makeHub, notesRef, noteText, pullIn, pushFrom, tipOf } from "../../support/hub.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { settingUp } from "../../support/settingUp.ts"
import { slow } from "../../support/scale.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"

const { incoming } = refsOf("origin", notesRef)

/** Carol notes the second commit, which Bob amends meanwhile. */
const makeTeam = Effect.gen(function* () {
  const { clones, second } = yield* makeHub(2)
  const [carol, bob] = clones
  if (carol === undefined || bob === undefined) return yield* Effect.die("two clones were made")
  const noted = (intent: string) =>
    carol.note(second, minimalNote(second, { regions: [{ ...minimalRegion("b.ts", "b"), intent }] }))
  return { bob, carol, noted, second }
})

/** Amends the tip as the hooks see it. */
const rewriteTip = Effect.fnUntraced(function* (repository: TemporaryRepository, from: ObjectId, dryRun = false) {
  const to = yield* amend(repository, { "c.ts": `export const c = "${from}"\n` })
  yield* authoredNow(repository)(carryRewrites([{ from, to }], "amend", [], { dryRun }))
  return to
})

const intentsOf = (repository: TemporaryRepository, commit: string) =>
  Effect.map(noteText(repository, commit), (text) =>
    JSON.parse(text).regions.map(({ intent }: { readonly intent: string }) => intent)
  )

describe("a note that arrives after its commit was rewritten here", () => {
  it.effect("is carried to what the commit became, and reaches its author", () =>
    Effect.gen(function* () {
      const { bob, carol, noted, second } = yield* makeTeam
      const amended = yield* rewriteTip(bob, second)
      const again = yield* rewriteTip(bob, amended)
      yield* noted("Divides the work.")
      yield* pushFrom(carol)
      yield* pullIn(bob)
      assert.deepStrictEqual(yield* intentsOf(bob, again), ["Divides the work."])
      yield* pushFrom(bob)
      yield* pullIn(carol)
      assert.deepStrictEqual(yield* intentsOf(carol, again), ["Divides the work."])
    })
  )

  it.effect(
    "is carried through rewrites in whatever order git names them",
    () =>
      Effect.gen(function* () {
        const { bob, carol, noted, second } = yield* makeTeam
        const amended = yield* amend(bob, { "c.ts": "1\n" })
        const again = yield* rewriteTip(bob, amended)
        yield* authoredNow(bob)(carryRewrites([{ from: second, to: amended }], "rebase"))
        yield* noted("Divides the work.")
        yield* pushFrom(carol)
        yield* pullIn(bob)
        assert.deepStrictEqual(yield* intentsOf(bob, again), ["Divides the work."])
      }),
    slow
  )

  it.effect("is carried by the next pull if the first was stopped in between", () =>
    Effect.gen(function* () {
      const { bob, carol, noted, second } = yield* makeTeam
      const amended = yield* rewriteTip(bob, second)
      yield* noted("Divides the work.")
      yield* pushFrom(carol)
      yield* bob.git(["fetch", "--quiet", "origin", "+refs/notes/ultragit:refs/notes/ultragit"])
      yield* authoredNow(bob)(recordWaiting([second]))
      yield* pullIn(bob)
      assert.deepStrictEqual(yield* intentsOf(bob, amended), ["Divides the work."])
      assert.deepStrictEqual(yield* authoredNow(bob)(readWaiting), [])
    })
  )

  it.effect("is carried by the next pull if the first was stopped after the merge", () =>
    Effect.gen(function* () {
      const { bob, carol, noted, second } = yield* makeTeam
      const amended = yield* rewriteTip(bob, second)
      yield* noted("Divides the work.")
      yield* pushFrom(carol)
      yield* bob.git(["fetch", "--quiet", "origin", `+${notesRef}:${notesRef}`, `+${notesRef}:${incoming}`])
      yield* pullIn(bob)
      assert.deepStrictEqual(yield* intentsOf(bob, amended), ["Divides the work."])
      assert.isUndefined(yield* tipOf(bob, incoming))
    })
  )

  it.effect("is carried where a correction merges it", () =>
    Effect.gen(function* () {
      const { bob, carol, noted, second } = yield* makeTeam
      const amended = yield* rewriteTip(bob, second)
      yield* noted("Divides the work.")
      yield* pushFrom(carol)
      yield* bob.git(["config", "ultragit.syncRemote", "origin"])
      yield* bob.git(["fetch", "--quiet", "origin", `+${notesRef}:${incoming}`])
      const change = { field: "constraints", action: "add", value: "Never wait." } as const
      const input = { commit: second, region: "b", file: Option.none(), change, allowSecret: false, dryRun: false }
      const { correction } = yield* authoredNow(bob)(correct(input))
      assert.deepStrictEqual(yield* intentsOf(bob, amended), ["Divides the work."])
      assert.deepStrictEqual(JSON.parse(yield* noteText(bob, amended)).corrections, [correction])
    })
  )

  it.effect("is carried where a hook's worker merges it", () =>
    Effect.gen(function* () {
      const { bob, carol, noted, second } = yield* makeTeam
      const amended = yield* rewriteTip(bob, second)
      yield* noted("Divides the work.")
      yield* pushFrom(carol)
      yield* bob.git(["config", "ultragit.syncRemote", "origin"])
      yield* bob.git(["fetch", "--quiet", "origin", `+${notesRef}:${incoming}`])
      const event = join(bob.directory, ".git/ultragit/queue/1")
      yield* Effect.promise(() => mkdir(event, { recursive: true }))
      yield* Effect.promise(() => writeFile(join(event, "event"), "post-merge 0\n"))
      assert.deepStrictEqual(yield* settingUp(bob)(runWorker()), { done: 1, failed: 0, busy: false })
      assert.deepStrictEqual(yield* intentsOf(bob, amended), ["Divides the work."])
    })
  )

  it.effect("is carried to where the commit was cherry-picked or squashed, and on through an amend", () =>
    Effect.gen(function* () {
      for (const kind of ["cherry-pick", "squash"] as const) {
        const { bob, carol, noted, second } = yield* makeTeam
        yield* bob.git(["checkout", "--quiet", "-b", "other", `${second}~1`])
        if (kind === "squash") {
          yield* bob.git(["merge", "--squash", "--quiet", second])
          yield* bob.git(["commit", "--quiet", "-m", "Take it in"])
        } else yield* bob.git(["cherry-pick", "--allow-empty", "-x", second])
        const copy = ObjectId.make(yield* bob.id("HEAD"))
        yield* authoredNow(bob)(carryInto(copy, { kind, sources: [second] }))
        const amended = yield* rewriteTip(bob, copy)
        yield* noted("Divides the work.")
        yield* pushFrom(carol)
        yield* pullIn(bob)
        assert.deepStrictEqual(yield* intentsOf(bob, copy), ["Divides the work."], kind)
        assert.deepStrictEqual(yield* intentsOf(bob, amended), ["Divides the work."], kind)
      }
    })
  )

  it.effect(
    "is carried by a push, which pulls before",
    () =>
      Effect.gen(function* () {
        const { bob, carol, noted, second } = yield* makeTeam
        const amended = yield* rewriteTip(bob, second)
        yield* noted("Divides the work.")
        yield* pushFrom(carol)
        yield* pushFrom(bob)
        yield* pullIn(carol)
        assert.deepStrictEqual(yield* intentsOf(carol, amended), ["Divides the work."])
      }),
    slow
  )

  it.effect(
    "stays where it is after a rewrite that was only tried",
    () =>
      Effect.gen(function* () {
        const { bob, carol, noted, second } = yield* makeTeam
        const amended = yield* rewriteTip(bob, second, true)
        yield* noted("Divides the work.")
        yield* pushFrom(carol)
        yield* pullIn(bob)
        assert.deepStrictEqual(yield* intentsOf(bob, second), ["Divides the work."])
        const listed = yield* bob.git(["notes", "--ref=refs/notes/ultragit", "list"])
        assert.notInclude(listed, amended)
      }),
    slow
  )
})
