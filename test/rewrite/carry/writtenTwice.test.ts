import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type CarryInto, carryInto, carryRewrites } from "../../../src/rewrite/carry/carry.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { Pair } from "../../../src/rewrite/carry/rewrites/groupRewrites.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import {
  amend,
  connect,
  intents,
  makeNoted,
  noteOf,
  rebase,
  recordRewrites,
  takeRewrites,
  historyIntents
} from "../../support/carried.ts"
import { slow } from "../../support/scale.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"

const ref = "refs/notes/ultragit"
const early = "2025-01-01T00:00:00Z"
const late = "2025-01-01T00:10:00Z"

/** When the note of the first commit and when that of the second was written. */
const orders = [
  ["in the same second", early, early],
  ["before the older one's", late, early]
] as const

const one = { ...connect, intent: "v9" }
const two = { ...connect, intent: "v11" }
const other = { file: "src/pool.ts", anchor: "Pool.release", lines: [5, 7] as const, intent: "Only the first says it." }
const changed = poolSource.replace("new Pool()", "new Pool(1)")

/** Two commits that write `connect`, each with a note of it, committed in one second. */
const makeTwice = Effect.fnUntraced(function* (first: string, last: string) {
  const made = yield* makeNoted
  const { noted, repository } = made
  yield* annotate(repository, noted, [one, other], { timestamp: first })
  const second = yield* repository.commit("Make one", {
    files: { "src/pool.ts": changed },
    date: repository.lastDate()
  })
  yield* annotate(repository, second, [two], { timestamp: last })
  return { ...made, second }
})

const into = (repository: TemporaryRepository, kind: CarryInto["kind"], sources: ReadonlyArray<ObjectId>) =>
  Effect.flatMap(repository.id("HEAD"), (commit) => authoredNow(repository)(carryInto(commit, { kind, sources })))

const rewritten = (repository: TemporaryRepository, pairs: ReadonlyArray<Pair>, kind: "amend" | "rebase" | "map") =>
  authoredNow(repository)(carryRewrites(pairs, kind))

/** Both questions find what the last commit says of `connect`, and what only the first says of other code. */
const isOfLast = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "connect"), [two.intent])
  assert.deepStrictEqual(yield* historyIntents(repository, "src/pool.ts", "connect"), [two.intent])
})

/** Carrying once more writes nothing. */
const isDone = Effect.fnUntraced(function* <A, E, R>(repository: TemporaryRepository, carry: Effect.Effect<A, E, R>) {
  const tip = yield* repository.id(ref)
  yield* carry
  assert.strictEqual(yield* repository.id(ref), tip)
})

for (const [when, first, last] of orders) {
  const options = when === "in the same second" ? {} : slow
  describe(`code written by two commits, the younger one's note written ${when}`, options, () => {
    it.effect(
      "has the younger one's annotation after a squash merge, the other one's kept",
      () =>
        Effect.gen(function* () {
          const { noted, repository, second, start } = yield* makeTwice(first, last)
          yield* repository.git(["branch", "topic"])
          yield* repository.git(["reset", "--quiet", "--hard", start])
          yield* repository.git(["merge", "--quiet", "--squash", "topic"])
          yield* repository.commit("Squash")
          const carry = into(repository, "squash", [noted, second])
          yield* carry
          yield* isOfLast(repository)
          assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "Pool.release"), [other.intent])
          const { superseded = [] } = yield* noteOf(repository, "HEAD")
          assert.include(
            superseded.map(({ value }) => value),
            one.intent
          )
          yield* isDone(repository, carry)
        }),
      slow
    )

    it.effect("has the younger one's annotation after a rebase that squashes them, over git's copy", () =>
      Effect.gen(function* () {
        const { noted, repository, second } = yield* makeTwice(first, last)
        yield* repository.git(["config", "notes.rewriteRef", ref])
        yield* recordRewrites(repository)
        yield* rebase(repository, "HEAD~2", [`pick ${noted}`, `squash ${second}`])
        const carry = rewritten(repository, yield* takeRewrites(repository), "rebase")
        yield* carry
        yield* isOfLast(repository)
        yield* isDone(repository, carry)
      })
    )

    it.effect(
      "has the younger one's annotation after a rewrite whose map has them in another order",
      () =>
        Effect.gen(function* () {
          const { noted, repository, second } = yield* makeTwice(first, last)
          yield* repository.git(["reset", "--quiet", "--soft", "HEAD~2"])
          const to = yield* repository.commit("Squash")
          const pairs = [second, noted].map((from) => ({ from, to }))
          yield* rewritten(repository, pairs, "map")
          yield* isOfLast(repository)
        }),
      slow
    )

    it.effect("has the younger one's annotation when a revert brings it back", () =>
      Effect.gen(function* () {
        const { repository } = yield* makeTwice(first, last)
        const without = changed.replace(/export function connect[^}]*\}\n/, "")
        const reverted = yield* repository.commit("Break it", { files: { "src/pool.ts": without } })
        yield* repository.git(["revert", "--no-edit", reverted])
        yield* into(repository, "revert", [reverted])
        assert.deepStrictEqual(yield* intents(repository, "src/pool.ts", "connect"), [two.intent])
      })
    )
  })
}

describe("code annotated twice within one second", () => {
  it.effect(
    "prefers the annotation of the amended commit to that of the original",
    () =>
      Effect.gen(function* () {
        const { noted, repository } = yield* makeNoted
        yield* annotate(repository, noted, [one])
        const to = yield* amend(repository, { "src/pool.ts": changed })
        yield* annotate(repository, to, [two])
        const carry = rewritten(repository, [{ from: noted, to }], "amend")
        yield* carry
        yield* isOfLast(repository)
        yield* isDone(repository, carry)
      }),
    slow
  )
})
