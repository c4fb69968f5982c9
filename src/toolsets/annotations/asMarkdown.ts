import { Effect, Option } from "effect"
import { escapeOutput } from "../../domain/Text.ts"
import { Settings } from "../../config/Settings.ts"
import type { Answer } from "../../pipeline/answering/answers.ts"
import type { Options } from "../../pipeline/answering/queries.ts"
import { type QueryError, Pipeline } from "../../pipeline/questions/Pipeline.ts"
import { AnswerText } from "./AnswerText.ts"

/**
 * Answers as the command line does without `--json`, if the setting `answerText` is `markdown`: the same text within the same
 * budget. `toStructured` converts the answer to the structured content.
 */
export const asMarkdown = Effect.fn("Tools.asMarkdown")(function* <A extends Answer>(
  ask: (pipeline: Pipeline["Service"], options: Options) => Effect.Effect<A, QueryError>,
  toStructured: (answer: A) => A
) {
  const { answerText } = yield* (yield* Settings).values
  if (answerText === "json") return Option.none()
  const render = yield* yield* AnswerText
  const format = (found: Answer) => escapeOutput(render(found))
  const answer = yield* ask(yield* Pipeline, { implied: true, measure: format })
  return Option.some({ output: toStructured(answer), text: format(answer) })
})
