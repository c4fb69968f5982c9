import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { ask } from "../../support/ask.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const files = {
  "src/pool.ts": "export class Pool {\n  acquire(): number { return 1 }\n}\nexport const makePool = () => new Pool()\n",
  "src/app.ts": 'import { makePool } from "./pool.ts"\nexport const start = () => makePool().acquire()\n',
  "src/other.ts": 'import { makePool } from "./pool.ts"\nmakePool()\n'
}

const index = Effect.flatMap(CodeIndex, (service) => service.index({ background: false }))

const makeIndexed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files })
  yield* inRepository(repository.directory)(index)
  return repository
})

describe("deps of an anchor where the repository has a code index", () => {
  it.live("lists what refers to it, with how that is known", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      const { callers } = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "acquire" })
      assert.deepStrictEqual(callers, [{ file: "src/app.ts", line: 2, anchor: "start", how: "imported" }])
      const found = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "makePool" })
      assert.deepStrictEqual(
        found.callers?.map(({ file, line }) => `${file}:${line}`),
        ["src/app.ts:2", "src/other.ts:2"]
      )
    })
  )

  it.live("leaves out files that changed since they were indexed, and says so", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      yield* repository.write("src/app.ts", `\n\n${files["src/app.ts"]}`)
      const { callers, warnings } = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "Pool.acquire" })
      assert.isUndefined(callers)
      assert.include(
        warnings ?? [],
        'The callers are not complete: 1 reference left out, because src/app.ts changed since the last indexing. "ultragit code callers" indexes what changed and lists all.'
      )
    })
  )

  it.live(
    "says nothing of callers without an index, an anchor, or about another revision",
    () =>
      Effect.gen(function* () {
        const plain = yield* makeRepository()
        yield* plain.commit("First", { files })
        assert.notProperty(yield* ask(plain).deps({ path: "src/pool.ts", anchor: "makePool" }), "callers")
        const repository = yield* makeIndexed
        assert.notProperty(yield* ask(repository).deps({ path: "src/pool.ts" }), "callers")
        const past = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "makePool", rev: "HEAD" })
        assert.notProperty(past, "callers")
      }),
    slow
  )
})
