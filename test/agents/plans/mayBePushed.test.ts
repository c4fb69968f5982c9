import { assert, it } from "@effect/vitest"
import { mayBePushed } from "../../../src/agents/plans/mayBePushed.ts"

it.each([
  [true, { kind: "commit", author: "Ada" }],
  [true, { kind: "pull_request", author: "ada (OWNER)" }],
  [true, { kind: "pull_request", author: "ada (MEMBER)" }],
  [true, { kind: "pull_request", author: "ada (COLLABORATOR)" }],
  [false, { kind: "pull_request", author: "ada (CONTRIBUTOR)" }],
  [false, { kind: "pull_request", author: "ada (NONE)" }],
  [false, { kind: "pull_request", author: "ada" }],
  [false, { kind: "pull_request", author: "x (OWNER) (NONE)" }],
  [false, { kind: "session", author: "Ada" }],
  [false, { kind: "review", author: "Ada" }]
] as const)("gives unasked, or not (%s), what states a reason: %o", (expected, said) => {
  assert.strictEqual(mayBePushed({ ...said, quality: "states_reason" }), expected)
  assert.isFalse(mayBePushed({ ...said, quality: "describes" }))
  assert.isFalse(mayBePushed({ ...said, quality: "names_only" }))
})
