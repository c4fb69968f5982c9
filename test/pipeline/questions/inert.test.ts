import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { countTokens } from "../../../src/domain/Budget.ts"
import { jsonText } from "../../../src/domain/Text.ts"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

describe("a note with terminal control characters", () => {
  it.live("costs the tokens of its escaped text", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Add", { files: { "a.ts": "export const f = 1\n" } })
      const reasoning = `${"\u202e\u009b".repeat(400)}. More.`
      yield* annotate(repository, commit, [{ file: "a.ts", anchor: "f", lines: [1, 1], reasoning }])
      const { read } = ask(repository)
      const whole = yield* read({ path: "a.ts" })
      assert.strictEqual(whole.regions[0]?.reasoning, reasoning)
      const budget = countTokens(JSON.stringify(whole)) + 100
      const fitted = yield* read({ path: "a.ts", max_tokens: budget })
      assert.isAtMost(countTokens(jsonText(fitted)), budget)
    })
  )
})
