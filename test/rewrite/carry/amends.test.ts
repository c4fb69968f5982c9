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

/** A commit with a reason, whose subject line is its intent. */
const makeReasoned = Effect.gen(function* () {
  const made = yield* makeNoted
  const { repository } = made
  const first = yield* repository.commit("WIP", {
    files: { "src/pool.ts": poolSource.replace("connection", "one") }
  })
  yield* authoredNow(repository)(annotateCommit(first, reason("Quick")))
  return { ...made, first }
})

describe("the note of a commit that gets another message", () => {
  for (const isCopied of [true, false]) {
    it.live(
      `has the newer subject line ${isCopied ? "in git's copy" : "where git copied none"}`,
      () =>
        Effect.gen(function* () {
          const { first, repository } = yield* makeReasoned
          const to = yield* amend(repository)
          if (isCopied) yield* repository.git(["notes", "--ref=refs/notes/ultragit", "copy", "--force", first, to])
          yield* authoredNow(repository)(carryRewrites([{ from: first, to }], "amend"))
          const note = yield* noteOf(repository, to)
          const [region] = note.regions
          assert.deepStrictEqual([region?.intent, region?.reasoning], ["Amended", "Quick"])
          assert.notInclude(JSON.stringify(note), "WIP")
          yield* authoredNow(repository)(carryRewrites([{ from: first, to }], "amend"))
          assert.deepStrictEqual(yield* noteOf(repository, to), note)
        }),
      isCopied ? {} : slow
    )
  }

  it.live("has it after a reword in a rebase, and keeps what the author said and what a map rewrites", () =>
    Effect.gen(function* () {
      const { first, noted, repository } = yield* makeReasoned
      const to = yield* amend(repository)
      yield* authoredNow(repository)(carryRewrites([{ from: first, to }], "map"))
      assert.strictEqual((yield* acquireOf(repository, to))?.intent, "WIP")
      yield* authoredNow(repository)(carryRewrites([{ from: first, to }], "rebase"))
      assert.strictEqual((yield* acquireOf(repository, to))?.intent, "Amended")
      yield* repository.git(["reset", "--quiet", "--hard", noted])
      const reworded = yield* amend(repository)
      yield* authoredNow(repository)(carryRewrites([{ from: noted, to: reworded }], "rebase"))
      assert.strictEqual((yield* acquireOf(repository, reworded))?.intent, acquire.intent)
    })
  )
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
