import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { carryUnrecorded } from "../../../src/rewrite/carry/carry.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import { acquire, hasNote, intents, makeNoted } from "../../support/carried.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"

const file = "src/connections.ts"
const slow = poolSource.replace('    return "connection"', '    return "slow"')
const withoutAcquire = poolSource.replace(/ {2}acquire[^}]*\}\n/, "")

/** Renames the annotated file, visits a branch with another annotation, and then commits these contents in turn. */
const write = Effect.fnUntraced(function* (repository: TemporaryRepository, ...contents: ReadonlyArray<string>) {
  yield* repository.git(["mv", "src/pool.ts", file])
  yield* repository.commit("Rename the pool")
  yield* repository.git(["switch", "--quiet", "--create", "topic"])
  const topic = yield* repository.commit("Say who", { files: { "src/who.ts": "export const who = 1\n" } })
  yield* annotate(repository, topic, [{ file: "src/who.ts", anchor: "who", lines: [1, 1], intent: "Say who." }])
  yield* repository.git(["switch", "--quiet", "main"])
  for (const content of contents) yield* repository.commit("Change acquire", { files: { [file]: content } })
  const commit = yield* repository.id("HEAD")
  yield* authoredNow(repository)(carryUnrecorded(commit))
  return commit
})

describe("a commit that writes code again which an older commit of its history has", () => {
  it.effect("copies no annotation that blame still reaches through the rest of the function", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      const commit = yield* write(repository, slow, poolSource)
      assert.isFalse(yield* hasNote(repository, commit))
      assert.deepStrictEqual(yield* intents(repository, file, "Pool.acquire"), [acquire.intent])
    })
  )

  it.effect("carries the annotation of a function that was gone", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      const commit = yield* write(repository, withoutAcquire, poolSource)
      assert.isTrue(yield* hasNote(repository, commit))
      assert.deepStrictEqual(yield* intents(repository, file, "Pool.acquire"), [acquire.intent])
    })
  )
})
