import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { answerRest } from "../../../src/repositoryHost/rest/answerRest.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { findSurprises, type RecordedAnswer, recordedAnswers, type SentAnswer } from "../../support/recordedAnswers.ts"
import { differences, differingRows } from "../../support/recordedDifferences.ts"
import { slow } from "../../support/scale.ts"

const host = LocalHost.layer.pipe(Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)))

const ask = Effect.fnUntraced(function* ({ method, target }: RecordedAnswer) {
  const answer = Option.getOrThrow(answerRest({ method, target }))
  const { body, status } = yield* answer
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  const asSent: SentAnswer = { status, body: sent }
  return asSent
})

describe("the recorded answers of the original", () => {
  layer(host)((hosted) => {
    hosted.effect(
      "are ours, but for the differences that are listed",
      () =>
        Effect.gen(function* () {
          assert.strictEqual(recordedAnswers.length, 595)
          assert.deepStrictEqual(yield* findSurprises(recordedAnswers, differingRows, ask), [])
        }),
      slow
    )
  })

  it("differ by at most eight rules and sixty rows", () => {
    assert.isAtMost(differences.length, 8)
    assert.isAtMost(differingRows.size, 60)
  })
})
