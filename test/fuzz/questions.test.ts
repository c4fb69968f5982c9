import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { makeRandom } from "../../bench/verify/random.ts"
import { allDefinitions } from "../../src/config/definitions.ts"
import { parseToml } from "../../src/config/Toml.ts"
import { fromTrackedFile } from "../../src/config/trackedCandidates.ts"
import { parse } from "../../src/domain/LineRange.ts"
import { makePool } from "../support/annotated.ts"
import { listing, living, outcomeOf } from "../support/faults/repository.ts"
import { damaged, mutated, repeated, seed, texts } from "../support/fuzz/random.ts"
import { scaled, slow } from "../support/scale.ts"

const paths: ReadonlyArray<string> = [
  ...texts,
  "/etc/passwd",
  "src/../../etc/passwd",
  "src/./pool.ts",
  "src//pool.ts",
  "SRC/POOL.TS",
  "src/pool.ts/",
  "src/pool.ts\n",
  "src\\pool.ts",
  ":/src/pool.ts",
  ":(exclude)src",
  "HEAD:src/pool.ts",
  "--output=/tmp/x",
  "-s",
  "@{-1}",
  ".git/config",
  ".GIT/config",
  "src/ａ.ts",
  "src",
  "a/".repeat(5_000),
  "src/pool.ts"
]
const anchors = [...texts, "connect", "Pool.acquire", "::", "...", "connect()", "[", "(a+)+$"]
const ranges = [
  ...texts,
  "1:2",
  "2:1",
  "0:0",
  "-1:5",
  "1:99999999999",
  "9,11",
  "3",
  "NaN",
  "1e3:2",
  "0x1:2",
  "١:٢",
  "1:2:3",
  " 2 - 3 "
]
const revisions = [
  undefined,
  undefined,
  "HEAD",
  "HEAD~1",
  "nothing",
  "--all",
  "HEAD:src",
  "@{0}",
  "",
  "\0",
  "refs/notes/ultragit"
]
const numbers = [undefined, 1, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.5, 4_000]

describe("arbitrary questions", () => {
  it.effect(
    "are answered or rejected with a message, and change nothing",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const before = yield* listing(repository)
        yield* living(repository, {}, (server) =>
          Effect.gen(function* () {
            const healthy = yield* outcomeOf(server.read({ path: "src/pool.ts" }))
            for (let run = 0; run < scaled(20, 5_000); run += 1) {
              const random = makeRandom(seed + run)
              const path = random.below(3) === 0 ? "src/pool.ts" : (random.pick(paths) ?? "")
              const anchor = random.pick(anchors) ?? ""
              const rev = random.pick(revisions)
              const max_tokens = random.pick(numbers)
              const query = {
                path,
                ...(random.below(2) === 0 ? {} : { anchor }),
                ...(rev === undefined ? {} : { rev }),
                ...(max_tokens === undefined ? {} : { max_tokens })
              }
              const lines = random.below(2) === 0 ? {} : { lines: random.pick(ranges) ?? "" }
              const asked = yield* Effect.exit(
                Effect.all([
                  outcomeOf(server.read({ ...query, ...lines })),
                  outcomeOf(server.deps(query)),
                  outcomeOf(server.history(query)),
                  outcomeOf(server.summary(query))
                ])
              )
              assert.isTrue(
                Exit.isSuccess(asked),
                `ULTRAGIT_SEED=${seed + run}: ${JSON.stringify([query, lines])} ${String(asked)}`
              )
            }
            assert.deepStrictEqual(yield* outcomeOf(server.read({ path: "src/pool.ts" })), healthy)
          })
        )
        assert.deepStrictEqual(yield* listing(repository), before)
      }),
    slow
  )

  it("accept only valid line ranges", () => {
    const runs = repeated(scaled(500, 50_000), (random) => {
      const text = damaged(random, Buffer.from(random.pick(ranges) ?? " ")).toString()
      const range = Option.getOrUndefined(parse(text))
      if (range !== undefined) assert.isTrue(Number.isSafeInteger(range.start) && Number.isSafeInteger(range.end), text)
    })
    assert.isAbove(runs, 0)
  })
})

const toml = [
  'include = ["src/**"]',
  'exclude = ["*.lock", "dist/"]',
  "maxTokens = 5000",
  "",
  "[confidence]",
  "recency = 0.4",
  "halfLifeDays = 180"
].join("\n")

describe("arbitrary configuration", () => {
  it("is accepted or rejected with a message", () => {
    const runs = repeated(scaled(500, 50_000), (random) => {
      parseToml(damaged(random, Buffer.from(toml)).toString())
      const table = mutated(random, {
        include: ["src/**"],
        exclude: ["*.lock"],
        maxTokens: 5000,
        confidence: { recency: 0.4, halfLifeDays: 180 }
      })
      if (typeof table === "object" && table !== null && !Array.isArray(table)) fromTrackedFile({ ...table })
      for (const { decode } of allDefinitions) {
        const values = Array.from({ length: random.below(3) }, () => random.pick(texts) ?? "")
        assert.isTrue(Option.isOption(decode([...values, ...(random.below(2) === 0 ? [] : ["5"])])))
      }
    })
    assert.isAbove(runs, 0)
  })
})
