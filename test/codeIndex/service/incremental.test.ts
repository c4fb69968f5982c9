import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { dumpIndex } from "../../support/code/dumpIndex.ts"
import { scaled } from "../../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const names = ["pool", "client", "broker", "session", "limits"]
const methods = ["take", "close", "open"]
const folders = ["src", "src/net", "lib", "test"]

const pick = (random: Random, [first = "", ...others]: ReadonlyArray<string>): string =>
  random.pick([first, ...others]) ?? first

/** A module whose names, bases, imports and bodies come from a small set, so that changes meet. */
const makeModule = (random: Random): string => {
  const base = pick(random, ["Client", "Broker"])
  const method = pick(random, methods)
  return [
    `import { make, ${base} } from "${pick(random, ["./", "../", "../src/", "./net/"])}${pick(random, names)}.ts"`,
    ...(random.below(4) === 0 ? [`export * from "./${pick(random, names)}.ts"`] : []),
    `export class ${pick(random, ["Client", "Broker", "Pool"])} extends ${base} {`,
    `  ${method}(key: ${base}): ${pick(random, ["Client", "Broker", "number"])} { return key.${pick(random, methods)}() }`,
    "}",
    `export const make = () => new ${base}(${random.below(10)})`,
    `export function run(pool: ${base}) { make(); pool.${method}(); return ${random.below(100)} }`,
    ""
  ].join("\n")
}

const pathOf = (random: Random): string => `${pick(random, folders)}/${pick(random, names)}.ts`

const change = Effect.fnUntraced(function* (repository: TemporaryRepository, random: Random) {
  const git = (...args: ReadonlyArray<string>) => repository.tryGit(args)
  switch (random.below(10)) {
    case 0:
      return yield* git("rm", "-f", "--quiet", pathOf(random))
    case 1:
      return yield* git("mv", "-f", pathOf(random), pathOf(random))
    case 2: {
      yield* git("add", "--all")
      return yield* git("commit", "--quiet", "--allow-empty", "-m", "Change")
    }
    case 3:
      return yield* git("checkout", "--quiet", "-f", "-B", `branch${random.below(3)}`)
    case 4:
      return yield* git("checkout", "--quiet", "-f", `branch${random.below(3)}`)
    case 5:
      return yield* git("stash", "--quiet")
    case 6:
      return yield* git("stash", "pop", "--quiet")
    default:
      return yield* repository.write(pathOf(random), makeModule(random))
  }
})

describe("an index that was brought up to date step by step", () => {
  for (const seed of Array.from({ length: scaled(3, 100) }, (_, at) => at + 1)) {
    it.live(`equals one made from scratch (seed ${seed})`, () =>
      Effect.gen(function* () {
        const random = makeRandom(seed)
        const repository = yield* makeRepository()
        for (let at = 0; at < 8; at += 1) yield* repository.write(pathOf(random), makeModule(random))
        yield* repository.commit("First")
        yield* Effect.gen(function* () {
          const index = yield* CodeIndex
          for (let round = 0; round < 10; round += 1) {
            for (let step = 1 + random.below(4); step > 0; step -= 1) yield* change(repository, random)
            yield* index.index({ background: false })
            const incremental = dumpIndex(repository.directory)
            const found = yield* index.search({ tags: ["client", "take"], limit: 100 })
            if (round % 3 !== 2) continue
            yield* index.index({ background: false, force: true })
            assert.deepStrictEqual(incremental, dumpIndex(repository.directory))
            assert.deepStrictEqual(found, yield* index.search({ tags: ["client", "take"], limit: 100 }))
          }
        }).pipe(inRepository(repository.directory))
      })
    )
  }
})
