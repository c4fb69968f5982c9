import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Git } from "../../../src/adapters/git/Git.ts"
import { makeIncomingReader } from "../../../src/notes/remotes/incomingRefs.ts"
import { incomingRef } from "../../../src/notes/remotes/RemoteNotes.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { notesRef } from "../../support/hub.ts"
import { whenSettled } from "../../support/settledClock.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

describe("the incoming refs of remotes", () => {
  it.effect("are read again when one appears, moves, is packed or deleted, and not otherwise", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("one")
      const second = yield* repository.commit("two")
      const ref = incomingRef("origin", notesRef)
      let reads = 0
      const watched = Effect.gen(function* () {
        const git = yield* Git
        const resolveRef: Git["Service"]["resolveRef"] = (name) => {
          reads += 1
          return git.resolveRef(name)
        }
        const reader = makeIncomingReader({ ...git, resolveRef })
        const tips = Effect.map(whenSettled(reader(["origin"], notesRef)), (found) => found.map(({ tip }) => tip))
        const after = (...args: ReadonlyArray<string>) => Effect.andThen(repository.git(args), Effect.all([tips, tips]))
        return [
          yield* Effect.all([tips, tips]),
          yield* after("update-ref", ref, first),
          yield* after("update-ref", ref, second),
          yield* after("pack-refs", "--all"),
          yield* after("update-ref", "-d", ref)
        ]
      })
      const found = yield* Effect.provide(watched, gitProcessAt(repository.directory, {}))
      const expected = [[], [first], [second], [second], []]
      assert.deepStrictEqual(
        found,
        expected.map((tips) => [tips, tips])
      )
      assert.strictEqual(reads, expected.length)
    })
  )
})
