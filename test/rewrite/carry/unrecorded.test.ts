import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { carryUnrecorded } from "../../../src/rewrite/carry/carry.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import { acquire, hasNote, intents, makeNoted } from "../../support/carried.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const file = "src/connections.ts"
const another = poolSource.replace('    return "connection"', '    return "another"')
const withoutAcquire = poolSource.replace(/ {2}acquire[^}]*\}\n/, "")

const withMore = (added: ReadonlyArray<string>) => ({ "src/pool.ts": poolSource + added.join("\n") })

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
  it.effect(
    "copies no annotation that blame still reaches through the rest of the function",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeNoted
        const commit = yield* write(repository, another, poolSource)
        assert.isFalse(yield* hasNote(repository, commit))
        assert.deepStrictEqual(yield* intents(repository, file, "Pool.acquire"), [acquire.intent])
      }),
    slow
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

describe("a new function that is edited between `cherry-pick -n` and the commit", () => {
  const drain = ["export function drain(pool: Pool): void {", '  pool.release("first")', "  pool.acquire()", "}", ""]
  const said = { file: "src/pool.ts", anchor: "drain", lines: [12, 15] as const, intent: "Empty it before it closes." }
  const picked = Effect.fnUntraced(function* (written: ReadonlyArray<string>) {
    const { repository } = yield* makeNoted
    yield* repository.git(["switch", "--quiet", "--create", "topic"])
    const topic = yield* repository.commit("Drain the pool", { files: withMore(drain) })
    yield* annotate(repository, topic, [said])
    yield* repository.git(["switch", "--quiet", "main"])
    yield* repository.git(["cherry-pick", "--no-commit", "topic"])
    const commit = yield* repository.commit("Drain here too", { files: withMore(written) })
    yield* authoredNow(repository)(carryUnrecorded(commit))
    return yield* intents(repository, "src/pool.ts", "drain")
  })

  it.effect(
    "keeps its annotation while it has at least half of the annotated code",
    () =>
      Effect.gen(function* () {
        const edited = drain.with(1, '  pool.release("last")')
        assert.deepStrictEqual(yield* picked(edited), [said.intent])
      }),
    slow
  )

  it.effect(
    "has no annotation if most of the annotated code was replaced",
    () =>
      Effect.gen(function* () {
        const edited = drain.with(0, "export function drain(all: ReadonlyArray<Pool>): void {").with(1, "  stop(all)")
        assert.deepStrictEqual(yield* picked(edited), [])
      }),
    slow
  )
})
