import { assert, describe, it } from "@effect/vitest"
import { Array as Arrays, Effect, Option } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import { Git } from "../../../src/adapters/git/Git.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { size } from "../../../src/domain/LineRange.ts"
import { clipToRanges, type CommittedHunk, lookPast } from "../../../src/evidence/finding/lookPast.ts"
import { walksAt, wildHistory } from "../../support/keptWalks.ts"
import { scaled } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const seeds = Arrays.range(1, scaled(1, 60))

/** Each line with the commit, path and line that it is from. */
const listLines = (hunks: ReadonlyArray<CommittedHunk>): ReadonlyArray<string> =>
  hunks
    .flatMap(({ commit, lines, originStart, path }) =>
      Array.from({ length: size(lines) }, (_, at) => `${lines.start + at} ${commit} ${path} ${originStart + at}`)
    )
    .toSorted()

/** Looks past random commits of a blame twice, and compares with git's own blame of the file with all of them ignored. */
const compare = Effect.fnUntraced(function* (commit: ObjectId, path: string, seed: number) {
  const git = yield* Git
  const random = makeRandom(seed)
  const target = { commit, path, contents: Option.none<Uint8Array>() }
  const plain = yield* git.blame(target)
  const ranges = [
    { start: 2, end: 9 },
    { start: 12, end: 60 }
  ]
  let hunks = clipToRanges(plain, ranges)
  const ignore = new Set<ObjectId>()
  for (let round = 0; round < 2; round += 1) {
    const chosen = hunks.map((hunk) => hunk.commit).filter((id) => !ignore.has(id) && random.below(2) === 0)
    const commits = new Set(chosen.slice(0, 2))
    for (const id of commits) ignore.add(id)
    const past = yield* lookPast(hunks, commits, [...ignore])
    if (Option.isNone(past)) return false
    hunks = past.value
  }
  const whole = clipToRanges(yield* git.blame({ ...target, ignore: [...ignore] }), ranges)
  assert.deepStrictEqual(
    listLines(hunks),
    listLines(whole),
    `seed ${seed}: ${path} at ${commit} past ${[...ignore].join()}`
  )
  return listLines(whole).join() !== listLines(clipToRanges(plain, ranges)).join()
})

/** Compares three files at each of the newest commits of a history. */
const compareHistory = Effect.fnUntraced(function* (seed: number) {
  const repository = yield* makeRepository()
  const ids = yield* repository.importHistory(wildHistory(seed, 30))
  const compareCommit = Effect.fnUntraced(function* (commit: ObjectId) {
    const files = yield* (yield* Git).files(commit, "")
    return yield* Effect.forEach(files.slice(0, 3), ({ path }, at) => compare(commit, path, seed + at))
  })
  return yield* Effect.provide(Effect.forEach(ids.slice(-4), compareCommit), walksAt(repository.directory), {
    local: true
  })
})

describe("looking past commits", () => {
  it.effect("finds what a blame of the whole file that ignores them finds, in random histories", () =>
    Effect.gen(function* () {
      const changed = yield* Effect.forEach(seeds, compareHistory)
      assert.isAbove(changed.flat(2).filter(Boolean).length, seeds.length)
    })
  )
})
