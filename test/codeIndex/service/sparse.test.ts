import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "a/pool.ts": "export const makePool = () => 1\n",
  "b/app.ts": 'import { makePool } from "../a/pool.ts"\nexport const start = () => makePool()\n'
}

const warning =
  "The work tree is a sparse checkout: files outside of it are not indexed, so that what they define and refer to is missing."

const callers = Effect.flatMap(CodeIndex, (index) =>
  index.callers({ name: "makePool", limit: 10, withNameOnly: false })
)

describe("the index of a sparse checkout", () => {
  it.live("says that files outside of it are missing, until it ends", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files })
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        assert.isUndefined((yield* callers).warnings)
        yield* repository.git(["sparse-checkout", "set", "--cone", "a"])
        yield* repository.git(["config", "--worktree", "core.sparseCheckout", "yes"])
        const few = yield* callers
        assert.deepStrictEqual([few.total, few.warnings], [0, [warning]])
        assert.deepStrictEqual((yield* index.status({})).warnings, [warning])
        const unknown = yield* Effect.flip(index.symbol({ name: "start", limit: 10 }))
        assert.strictEqual(unknown.hint, warning)
        const { warnings = [] } = yield* index.search({ tags: ["start"] })
        assert.include(warnings, warning)
        const outside = yield* Effect.flip(index.outline("b/app.ts"))
        assert.include(outside.hint ?? "", "files outside of a sparse checkout are not indexed")
        yield* repository.git(["sparse-checkout", "disable"])
        const all = yield* callers
        assert.deepStrictEqual([all.total, all.warnings], [1, undefined])
        assert.isUndefined((yield* index.status({})).warnings)
      }).pipe(inRepository(repository.directory))
    })
  )
})
