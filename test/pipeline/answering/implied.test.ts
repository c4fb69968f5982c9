import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const connect = { file: "a.ts", anchor: "connect", lines: [1, 3] as const, intent: "Connect once." }

const makeConnect = Effect.fnUntraced(function* (more: { readonly [field: string]: unknown }) {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("Connect", {
    files: { "a.ts": "export function connect() {\n  return 1\n}\n" }
  })
  yield* annotate(repository, commit, [connect], more)
  return ask(repository)
})

const read = { path: "a.ts", anchor: "connect" }

describe("an entry", () => {
  it.live("has no field that the others imply: equal summary, initial provenance, factors of confidence", () =>
    Effect.gen(function* () {
      const asked = yield* makeConnect({ summary: "Connect once." })
      const [region] = (yield* asked.read(read)).regions
      assert.doesNotHaveAnyKeys(region, ["summary", "provenance", "confidence_factors"])
      assert.deepStrictEqual(region?.constraints, [])
      const [step] = (yield* asked.history(read)).timeline
      assert.notProperty(step, "provenance")
      assert.deepStrictEqual(step?.constraints, [])
    })
  )

  it.live("has them when the query is verbose", () =>
    Effect.gen(function* () {
      const asked = yield* makeConnect({ summary: "Connect once." })
      const [region] = (yield* asked.read({ ...read, verbose: true })).regions
      assert.strictEqual(region?.summary, "Connect once.")
      assert.strictEqual(region?.provenance?.operation, "initial")
      assert.isDefined(region?.confidence_factors)
      const [step] = (yield* asked.history({ ...read, verbose: true })).timeline
      assert.strictEqual(step?.provenance?.operation, "initial")
    })
  )

  it.live("has a summary and a provenance that say more", () =>
    Effect.gen(function* () {
      const provenance = { operation: "amend", derived_from: [], original_annotations_preserved: true }
      const asked = yield* makeConnect({ summary: "Keep one connection.", provenance })
      const [region] = (yield* asked.read(read)).regions
      assert.strictEqual(region?.summary, "Keep one connection.")
      assert.deepStrictEqual(region?.provenance, { operation: "amend" })
      const [step] = (yield* asked.history(read)).timeline
      assert.deepStrictEqual(step?.provenance, { operation: "amend" })
    })
  )

  it.live("of an original note names the commits that it was derived from", () =>
    Effect.gen(function* () {
      const derived_from = ["0123456789abcdef0123456789abcdef01234567"]
      const provenance = { operation: "initial", derived_from, original_annotations_preserved: true }
      const asked = yield* makeConnect({ provenance })
      const [region] = (yield* asked.read(read)).regions
      assert.deepStrictEqual(region?.provenance, { operation: "initial", derived_from })
    })
  )
})

describe("a quote whose subject gives the reason", () => {
  const subject = "Retry to connect, because the server closes idle connections"

  const makeRetry = Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit(subject, { files: { "a.ts": "export function connect() {\n  return 1\n}\n" } })
    return ask(repository)
  })

  it.live("gives it once", () =>
    Effect.gen(function* () {
      const asked = yield* makeRetry
      const [quote] = (yield* asked.read(read)).evidence ?? []
      const [step] = (yield* asked.history(read)).evidence ?? []
      const [unit] = (yield* asked.summary({ path: "a.ts" })).evidence ?? []
      assert.deepInclude(quote, { subject, quality: "states_reason" })
      assert.deepInclude(step, { subject, quality: "states_reason" })
      for (const each of [quote, step, unit]) {
        assert.strictEqual(each?.subject, subject)
        assert.notProperty(each, "reason")
      }
    })
  )

  it.live("gives it twice when the query is verbose", () =>
    Effect.gen(function* () {
      const asked = yield* makeRetry
      const [quote] = (yield* asked.read({ ...read, verbose: true })).evidence ?? []
      assert.deepInclude(quote, { subject, reason: subject })
    })
  )
})
