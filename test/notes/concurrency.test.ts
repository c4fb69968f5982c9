import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { contend, type Contest } from "../support/noteWriters.ts"
import { scaled, slow } from "../support/scale.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"

const contest: Contest = { writers: 8, each: scaled(16, 50), kills: scaled(3, 6), every: 50 }

describe("eight processes that write notes at once, a ninth killed over and over", () => {
  it.live(
    "lose nothing that they said was written, and leave everything whole",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const { acknowledged, missing, reads } = yield* contend(repository, contest)
        assert.isAtLeast(acknowledged.length, contest.writers * contest.each)
        assert.deepStrictEqual(missing, [])
        assert.deepStrictEqual(reads.broken, [])
        assert.isAbove(reads.times, 5)
        yield* repository.git(["fsck", "--strict", "--no-dangling"])
        const listed = yield* repository.git(["notes", "--ref=refs/notes/ultragit", "list"])
        const commits = listed.split("\n").map((line) => line.split(" ")[1])
        assert.strictEqual(new Set(commits).size, commits.length)
      }).pipe(Effect.scoped),
    slow
  )
})
