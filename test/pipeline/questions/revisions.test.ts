import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { QueryError } from "../../../src/pipeline/questions/Pipeline.ts"
import type { Answer } from "../../../src/pipeline/answering/answers.ts"
import { makePool } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { slow } from "../../support/scale.ts"

type Asking = (query: { readonly path: string; readonly rev: string }) => Effect.Effect<Answer, QueryError>

type Question = "read" | "deps" | "history" | "summary"

/** The answers to one question by tag, by distance and by short id are the same, and nothing is missing in them. */
const compareNames = (question: Question) =>
  Effect.gen(function* () {
    const { first, repository } = yield* makePool
    yield* repository.git(["tag", "-a", "v1", "-m", "One", first])
    yield* repository.commit("Drop the pool", { files: { "src/pool.ts": null } })
    const asked: Asking = ask(repository)[question]
    const answers = yield* Effect.forEach(["v1", "HEAD~2", first.slice(0, 8)], (rev) =>
      Effect.map(asked({ path: "src/pool.ts", rev }), ({ query, ...rest }) => {
        assert.strictEqual(query.rev, rev)
        return JSON.stringify(rest)
      })
    )
    assert.strictEqual(new Set(answers).size, 1, answers[0])
    assert.notInclude(answers[0] ?? "", '"warnings"')
  })

const refuse = (question: Question, revisions: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { repository } = yield* makePool
    const asked: Asking = ask(repository)[question]
    for (const rev of revisions) {
      const error = yield* failure(asked({ path: "src/pool.ts", rev }))
      assert.strictEqual(error.code, "revision_not_found", rev)
    }
  })

const same = "has the same answer by tag, by distance and by short id, also for a file deleted since"
const refused = "is refused for an option-like or unknown revision"
const revisions = ["--output=x", "-x", "--", "HEAD..", "no\nsuch", ""]

describe("a question about another revision", () => {
  it.effect(`${same}: read`, () => compareNames("read"))

  it.effect.each(["deps", "history", "summary"] as const)(`${same}: %s`, compareNames, slow)

  it.effect(`${refused}: read`, () => refuse("read", revisions))

  it.effect.each(["deps", "history", "summary"] as const)("is refused for a revision like an option: %s", (question) =>
    refuse(question, revisions.slice(0, 1))
  )

  it.effect.each(["deps", "history", "summary"] as const)(
    `${refused}: %s`,
    (question) => refuse(question, revisions.slice(1)),
    slow
  )
})
