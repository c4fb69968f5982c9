import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Notes } from "../../../src/notes/Notes.ts"
import { settleUndone } from "../../../src/rewrite/hooks/settleUndone.ts"
import { settingsOf } from "../../support/settings.ts"
import { inGitDirectory } from "../../support/settingUp.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const notesLayer = Layer.provide(Notes.layerNoDeps, NodeServices.layer)
const undoneMillis = 60 * 60_000

it.effect(
  "undone commits are settled an hour after they were first seen, where no file tells when they were undone",
  () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Kept")
      const undone = yield* repository.commit("Undone")
      yield* repository.note(undone, "{}")
      yield* repository.git(["reset", "--quiet", "--soft", commit])
      yield* repository.git(["tag", "ORIG_HEAD", undone])
      yield* repository.git(["update-ref", "-d", "ORIG_HEAD"])
      yield* Effect.gen(function* () {
        const settled = inGitDirectory(repository, "ultragit/settled")
        yield* TestClock.setTime(yield* Clock.Clock.defaultValue().currentTimeMillis)
        yield* settleUndone(commit)
        yield* TestClock.adjust(undoneMillis - 60_000)
        yield* settleUndone(commit)
        assert.isUndefined(yield* settled)
        yield* TestClock.adjust(120_000)
        yield* settleUndone(commit)
        assert.strictEqual(yield* settled, `${undone}\n`)
      }).pipe(Effect.provide([notesLayer, NodeServices.layer], { local: true }), settingsOf(repository))
    })
)
