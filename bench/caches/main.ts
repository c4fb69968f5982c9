/**
 * Asks for blames at random commits of random histories (merges, reverts, renames, copies), each time in a process of
 * its own as far as memory goes, so that what the ones before kept on disk is used wherever it may be; and compares
 * each with git's own. Prints what differs.
 *
 *     node bench/caches/main.ts [--seed 1] [--runs 100] [--questions 12]
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import process from "node:process"
import { parseArgs } from "node:util"
import { Blame } from "../../src/annotations/Blame.ts"
import { LastChanges } from "../../src/annotations/LastChanges.ts"
import { DiskCache } from "../../src/cache/DiskCache.ts"
import { Git } from "../../src/git/Git.ts"
import { generateHistory } from "../../test/support/generatedHistory.ts"
import { gitProcessAt } from "../../test/support/gitLayer.ts"
import { isolation } from "../../test/support/runGit.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import { makeRandom } from "../verify/random.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "100" },
    questions: { type: "string", default: "12" }
  }
})

const layerAt = (directory: string) =>
  Blame.layerNoDeps.pipe(
    Layer.provide(LastChanges.layerNoDeps),
    Layer.provide(DiskCache.layerNoDeps),
    Layer.provideMerge(gitProcessAt(directory, isolation)),
    Layer.provide(NodeServices.layer)
  )

/** Blames asked for in one history, and those that came out otherwise. */
const trial = Effect.fnUntraced(function* (seed: number, questions: number) {
  const repository = yield* makeRepository()
  const ids = yield* repository.importHistory(generateHistory(seed, 40))
  const random = makeRandom(seed)
  const wrong: Array<string> = []
  for (let question = 0; question < questions; question += 1) {
    const commit = random.pick(ids)
    if (commit === undefined) break
    yield* Effect.gen(function* () {
      const git = yield* Git
      const blame = yield* Blame
      const file = random.pick(yield* git.files(commit, ""))
      if (file === undefined) return
      const target = { commit, path: file.path, contents: Option.none<Uint8Array>() }
      const [kept, cold] = yield* Effect.all([blame.hunks(target), git.blame(target)])
      if (JSON.stringify(kept) !== JSON.stringify(cold)) wrong.push(`seed ${seed}, ${commit}, ${file.path}`)
    }).pipe(Effect.provide(layerAt(repository.directory), { local: true }))
  }
  return wrong
}, Effect.scoped)

const all = Effect.gen(function* () {
  const first = Number(values.seed)
  const runs = Number(values.runs)
  const found: Array<string> = []
  for (let seed = first; seed < first + runs; seed += 1) found.push(...(yield* trial(seed, Number(values.questions))))
  process.stdout.write(
    `${runs} histories, ${found.length} blames unlike git's\n${found.map((each) => `${each}\n`).join("")}`
  )
  process.exitCode = found.length === 0 ? 0 : 1
})

await Effect.runPromise(all)
