import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../support/annotated.ts"
import { ask, failure } from "../support/ask.ts"

const questions = ["read", "deps", "history", "summary"] as const

describe("a question of another revision", () => {
  it.effect("is answered alike for its tag, its distance and its short id, also of a file that is gone since", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.git(["tag", "-a", "v1", "-m", "One", first])
      yield* repository.commit("Drop the pool", { files: { "src/pool.ts": null } })
      for (const question of questions) {
        const answers = yield* Effect.forEach(["v1", "HEAD~2", first.slice(0, 8)], (rev) =>
          Effect.map(ask(repository)[question]({ path: "src/pool.ts", rev }), ({ query, ...rest }) => {
            assert.strictEqual(query.rev, rev)
            return JSON.stringify(rest)
          })
        )
        assert.deepStrictEqual(new Set(answers).size, 1, question)
        assert.notInclude(answers[0] ?? "", '"warnings"', question)
      }
    })
  )

  it.effect("that looks like a flag, or is none, is refused by name", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      for (const question of questions) {
        for (const rev of ["--output=x", "-x", "--", "HEAD..", "no\nsuch", ""]) {
          const error = yield* failure(ask(repository)[question]({ path: "src/pool.ts", rev }))
          assert.strictEqual(error.code, "revision_not_found", `${question} ${rev}`)
        }
      }
    })
  )
})
