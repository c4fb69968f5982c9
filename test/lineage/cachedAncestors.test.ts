import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { makeRandom } from "../../bench/verify/random.ts"
import { packAncestors, unpackAncestors } from "../../src/lineage/packedAncestors.ts"
import { Reachability } from "../../src/lineage/Reachability.ts"
import { DiskCache, DiskCacheEnabled } from "../../src/store/DiskCache.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { generateHistory } from "../support/generatedHistory.ts"
import { gitProcessAt } from "../support/gitLayer.ts"
import { makeId } from "../support/indexedNotes.ts"
import { isolation } from "../support/runGit.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

/** A process of its own; gives also how often git walked. */
const inProcess = <A, E>(
  directory: string,
  use: (reachability: Reachability["Service"]) => Effect.Effect<A, E>,
  enabled = true
) =>
  Effect.gen(function* () {
    const git = yield* Git
    let walks = 0
    const counting = Git.of({
      ...git,
      reachable: (ids, from) => Effect.suspend(() => ((walks += 1), git.reachable(ids, from)))
    })
    const layer = Reachability.layerNoDeps.pipe(
      Layer.provide(DiskCache.layerNoDeps),
      Layer.provide([Layer.succeed(Git, counting), NodeServices.layer, Layer.succeed(DiskCacheEnabled)(enabled)])
    )
    const answer = yield* Effect.flatMap(Reachability, use).pipe(Effect.provide(layer, { local: true }))
    return { answer, walks }
  }).pipe(Effect.provide(gitProcessAt(directory, isolation), { local: true }))

const sorted = (known: ReadonlyMap<ObjectId, boolean>) => [...known].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe("reachability cached by another process", () => {
  it.effect(
    "equals git's answer, for any previous question",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commits = yield* repository.importHistory(generateHistory(11, 60))
        const random = makeRandom(11)
        const likely = { size: commits.length, commits: () => commits }
        for (let round = 0; round < 8; round += 1) {
          const from = random.pick(commits) ?? (yield* Effect.die("no commits"))
          const asked = commits.filter(() => random.below(4) === 0)
          const ask = (reachability: Reachability["Service"]) => reachability.reachableFromHead(asked, from, likely)
          const expected = (yield* inProcess(repository.directory, ask, false)).answer
          assert.deepStrictEqual((yield* inProcess(repository.directory, ask)).answer, expected, `round ${round}`)
        }
      }),
    slow
  )

  it.effect("spares git the walk until replacements change history", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commits = yield* repository.importHistory([{ message: "1" }, { message: "2" }, { message: "3" }])
      const [first, second, head] = commits
      if (first === undefined || second === undefined || head === undefined) return yield* Effect.die("no commits")
      const ask = (reachability: Reachability["Service"]) => reachability.reachableFromHead([first], head)
      const reached: ReadonlySet<ObjectId> = new Set([first])
      assert.deepStrictEqual(yield* inProcess(repository.directory, ask), { answer: reached, walks: 1 })
      assert.deepStrictEqual(yield* inProcess(repository.directory, ask), { answer: reached, walks: 0 })
      const none: ReadonlySet<ObjectId> = new Set()
      const cutOff = Effect.as(repository.git(["replace", "--graft", second]), none)
      const around = (reachability: Reachability["Service"]) =>
        Effect.all([ask(reachability), cutOff, ask(reachability)])
      assert.deepStrictEqual(yield* inProcess(repository.directory, around), {
        answer: [reached, none, none],
        walks: 1
      })
      assert.deepStrictEqual(yield* inProcess(repository.directory, ask), { answer: none, walks: 0 })
    })
  )

  it("is ignored when damaged", () => {
    const random = makeRandom(3)
    const reach = {
      head: makeId(random),
      walks: 3,
      known: new Map([0, 1, 2, 3, 4].map((nth) => [makeId(random), nth % 2 === 0] as const))
    }
    const bytes = packAncestors(reach)
    const again = Option.getOrThrow(unpackAncestors(bytes))
    assert.deepStrictEqual({ ...again, known: sorted(again.known) }, { ...reach, known: sorted(reach.known) })
    for (const length of [0, 3, 11, 12, 31, bytes.length - 1]) {
      assert.deepStrictEqual(unpackAncestors(bytes.subarray(0, length)), Option.none(), `${length} bytes`)
    }
    assert.deepStrictEqual(unpackAncestors(bytes.with(0, 10)), Option.none())
    assert.deepStrictEqual(unpackAncestors(bytes.with(8, 6)), Option.none())
  })
})
