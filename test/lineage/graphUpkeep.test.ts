import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { MinOwnGraphCommits } from "../../src/adapters/git/commitGraph/updateOwnGraph.ts"
import { holdLock } from "../../src/adapters/sql/Lock.ts"
import { GraphUpkeep, GraphUpkeepTimes, keepGraph } from "../../src/lineage/GraphUpkeep.ts"
import { usesOwnGraph } from "../support/ownGraph.ts"
import { settingUp } from "../support/settingUp.ts"
import { makeRepository, type TemporaryRepository } from "../support/TemporaryRepository.ts"

const makeEdited = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.importHistory(
    Array.from({ length: 30 }, (_, at) => ({ message: `Edit ${at}`, files: { "a.txt": `${at}\n` } }))
  )
  return repository
})

const folderOf = (repository: TemporaryRepository) => join(repository.directory, ".git", "ultragit")

const keep = (repository: TemporaryRepository) =>
  Effect.map(
    settingUp(repository)(Effect.provideService(keepGraph(), MinOwnGraphCommits, 1)),
    (state) => state?._tag ?? "another process is at it"
  )

const until = (isDone: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.flatMap(isDone, (done) => (done ? Effect.void : Effect.delay(until(isDone), "20 millis")))

describe("the upkeep of a commit-graph", () => {
  it.effect("removes it where the setting is off", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      assert.strictEqual(yield* keep(repository), "Written")
      assert.isTrue(yield* usesOwnGraph(repository.directory))
      yield* repository.git(["config", "ultragit.commitGraph", "off"])
      assert.strictEqual(yield* keep(repository), "None")
      assert.isFalse(existsSync(join(folderOf(repository), "commit-graph")))
    })
  )

  it.effect("is for one process at a time", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      assert.isTrue(yield* holdLock(join(folderOf(repository), "commit-graph.lock")))
      assert.strictEqual(yield* keep(repository), "another process is at it")
      assert.isFalse(yield* usesOwnGraph(repository.directory))
    })
  )

  it.effect("leaves short histories as they are", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      const state = yield* settingUp(repository)(keepGraph())
      assert.deepStrictEqual(state, { _tag: "None", why: "the history is short" })
    })
  )

  it.live("goes on in the background of a scope", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      yield* settingUp(repository)(
        until(Effect.orElseSucceed(usesOwnGraph(repository.directory), () => false)).pipe(
          Effect.provide(GraphUpkeep.layerNoDeps),
          Effect.provideService(GraphUpkeepTimes, { first: 0, next: "1 hour", busy: 0 }),
          Effect.provideService(MinOwnGraphCommits, 1)
        )
      )
    })
  )
})
