import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { CommitAnswer } from "../../../src/commitIndex/model/answers.ts"
import { fitCommit } from "../../../src/commitIndex/queries/fitCommit.ts"
import { countTokens } from "../../../src/domain/Budget.ts"

const answer: CommitAnswer = {
  repo: "api",
  sha: "a".repeat(40),
  subject: "Move everything",
  body: "In one go.",
  author: "Ada",
  date: 1,
  changed_files: [{ path: "a.ts", status: "M", old_path: null }],
  author_email: "ada@example.org",
  committer: { name: "Ada", email: "ada@example.org" },
  commit_date: 1,
  parents: ["b".repeat(40)],
  refs: ["refs/heads/main"],
  patch: "stored",
  reasoning: "It had to be."
}

const many = Array.from({ length: 50_000 }, (_, at) => ({ path: `src/${at}.ts`, status: "A" as const, old_path: null }))
const fitted = (whole: CommitAnswer, maxTokens?: number) => Result.getOrThrow(fitCommit(whole, maxTokens))
const costOf = (found: CommitAnswer) => countTokens(JSON.stringify(found))

describe("a commit within a budget", () => {
  it("is complete if the budget allows", () => {
    assert.deepStrictEqual(fitted(answer), answer)
  })

  it("truncates a message of megabytes and reports its length", () => {
    const found = fitted({ ...answer, body: "word \u0001".repeat(2_000_000) })
    assert.isAtMost(costOf(found), 10_000)
    assert.isAbove(found.body?.length ?? 0, 6_000)
    assert.deepStrictEqual(found.trimmed, { body: 12_000_000 })
    assert.deepStrictEqual({ ...found, body: "", trimmed: {} }, { ...answer, body: "", trimmed: {} })
    const more = fitted({ ...answer, body: "word ".repeat(2_000_000) }, 20_000)
    assert.isAtMost(costOf(more), 20_000)
    assert.isAbove(more.body?.length ?? 0, 50_000)
  })

  it("truncates the file list and keeps the message", () => {
    const found = fitted({ ...answer, changed_files: many })
    assert.isAtMost(costOf(found), 10_000)
    assert.isAbove(found.changed_files.length, 100)
    assert.deepStrictEqual([found.body, found.trimmed], ["In one go.", { changed_files: 50_000 }])
  })

  it("fits any budget, or reports the smallest that works", () => {
    const large = { ...answer, subject: "s".repeat(1e6), body: "b".repeat(1e6), reasoning: "🎉".repeat(1e6) }
    const whole: CommitAnswer = { ...large, changed_files: many, refs: many.map(({ path }) => path) }
    for (const budget of [400, 1_000, 10_000, 100_000]) assert.isAtMost(costOf(fitted(whole, budget)), budget)
    const failure = Result.getOrThrow(Result.flip(fitCommit(whole, 1)))
    assert.match(failure.message, /^max_tokens must be at least \d+ for this commit, got 1\.$/)
    const smallest = Number(/\d+/.exec(failure.message)?.[0])
    assert.isAtMost(costOf(fitted(whole, smallest)), smallest)
  })
})
