import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { chooseQuestions } from "../../../bench/verify/questions.ts"
import { makeScratch } from "../../../bench/verify/scratch.ts"
import { layerOf, verify } from "../../../bench/verify/verify.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { generateHistory } from "../../support/generatedHistory.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const seed = 20_260_101

/** A clone of a generated history with notes, some files edited, and questions about it. */
const makeQuestioned = Effect.gen(function* () {
  const { outline } = yield* Parser
  const repository = yield* makeRepository()
  yield* repository.importHistory(generateHistory(seed, scaled(160, 260)))
  const directory = join(yield* makeFolder, "clone")
  const scratch = yield* makeScratch(
    { source: repository.directory, directory, notes: scaled(120, 200), seed },
    outline
  )
  const questions = yield* chooseQuestions({ ...scratch, outlineOf: outline }, scaled(30, 60), seed)
  return { questions, scratch }
})

describe("the four questions about a history of moves, renames, copies and merges", () => {
  it.live(
    "agree with plain git blame, log -L, log --follow and notes",
    () =>
      Effect.gen(function* () {
        const { outline } = yield* Parser
        const { questions, scratch } = yield* makeQuestioned
        assert.isAbove(questions.length, scaled(25, 50))
        const outcomes = yield* Effect.forEach(questions, (question) => verify(scratch.facts, question, outline)).pipe(
          Effect.provide(layerOf(scratch.directory))
        )
        assert.deepStrictEqual(
          outcomes
            .filter(({ differences }) => differences.length > 0)
            .map(({ differences, question }) => ({ question, differences })),
          []
        )
      }).pipe(Effect.provide(Parser.layer), Effect.scoped),
    slow
  )
})
