import { assert, describe, it } from "@effect/vitest"
import { emptyContext } from "../../../src/writing/context/CommitContext.ts"
import { Effect, Option } from "effect"
import { annotateCommit } from "../../../src/writing/annotate/annotateCommit.ts"
import { carryRewrites } from "../../../src/rewrite/carry/carry.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import { acquire, amend, makeNoted, noteOf } from "../../support/carried.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const reason = (text: string) => Option.some({ ...emptyContext, reason: text })

/** Runs the hooks for an amended commit with a given reason. */
const amendFor = Effect.fnUntraced(function* (repository: TemporaryRepository, from: ObjectId, text: string) {
  const to = yield* amend(repository, { "src/pool.ts": poolSource.replace("connection", text) })
  yield* authoredNow(repository)(annotateCommit(to, reason(text)))
  yield* authoredNow(repository)(carryRewrites([{ from, to }], "amend"))
  return to
})

const acquireOf = Effect.fnUntraced(function* (repository: TemporaryRepository, commit: ObjectId) {
  const { regions } = yield* noteOf(repository, commit)
  return regions.find(({ ast_anchor }) => ast_anchor.name === "Pool.acquire")
})

describe("a reason given with an amended commit", () => {
  it.live("is added to the author's intent, which no subject line replaces", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const region = yield* acquireOf(repository, yield* amendFor(repository, noted, "Be patient"))
      assert.deepStrictEqual([region?.intent, region?.reasoning], [acquire.intent, "Be patient"])
    })
  )

  it.live(
    "takes the newer subject line where the intent was only the older one",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeNoted
        const first = yield* repository.commit("Be quick", {
          files: { "src/pool.ts": poolSource.replace("connection", "one") }
        })
        yield* authoredNow(repository)(annotateCommit(first, reason("Quick")))
        const region = yield* acquireOf(repository, yield* amendFor(repository, first, "Be patient"))
        assert.strictEqual(region?.intent, "Amended")
      }),
    slow
  )
})
