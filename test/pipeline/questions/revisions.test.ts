import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { QueryError } from "../../../src/pipeline/questions/Pipeline.ts"
import type { Answer } from "../../../src/pipeline/answering/answers.ts"
import { makePool } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"

type Asking = (query: { readonly path: string; readonly rev: string }) => Effect.Effect<Answer, QueryError>

const all = (repository: { readonly directory: string }): ReadonlyArray<Asking> => {
  const { deps, history, read, summary } = ask(repository)
  return [read, deps, history, summary]
}

describe("a question about another revision", () => {
  it.effect("has the same answer by tag, by distance and by short id, also for a file deleted since", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.git(["tag", "-a", "v1", "-m", "One", first])
      yield* repository.commit("Drop the pool", { files: { "src/pool.ts": null } })
      for (const asked of all(repository)) {
        const answers = yield* Effect.forEach(["v1", "HEAD~2", first.slice(0, 8)], (rev) =>
          Effect.map(asked({ path: "src/pool.ts", rev }), ({ query, ...rest }) => {
            assert.strictEqual(query.rev, rev)
            return JSON.stringify(rest)
          })
        )
        assert.strictEqual(new Set(answers).size, 1, answers[0])
        assert.notInclude(answers[0] ?? "", '"warnings"')
      }
    })
  )

  it.effect("is refused for an option-like or unknown revision", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      for (const asked of all(repository)) {
        for (const rev of ["--output=x", "-x", "--", "HEAD..", "no\nsuch", ""]) {
          const error = yield* failure(asked({ path: "src/pool.ts", rev }))
          assert.strictEqual(error.code, "revision_not_found", rev)
        }
      }
    })
  )
})
