import { Effect, Option } from "effect"
import type { SearchAnswer } from "../../codeIndex/model/answers.ts"
import type { AskAnswer } from "../model/answers.ts"
import { findSources, readExcerpts } from "./excerpts.ts"
import { fenceRule, makeFence, noModelMessage, withModel } from "./model.ts"

/** Tokens of one answer, thinking included. */
const maxOutputTokens = 4_096

const instructions = (fence: string): string =>
  `You answer questions about the code of one project, for developers and coding agents. ${fenceRule(fence)}
Answer from the excerpts only, in a few plain sentences, and name the place of each fact as path:line. If the excerpts do not \
answer the question, say what is missing.`

/**
 * Answers a question about the project from what a search for it found, by the user's language model. Without one, names
 * the places that the search found. Fails as the model does.
 */
export const ask = Effect.fn("CodeGraph.ask")(function* (question: string, found: SearchAnswer) {
  const sources = findSources(found)
  const said = yield* withModel(({ generateText, host, model }) =>
    Effect.gen(function* () {
      const fence = yield* makeFence
      const excerpts = yield* readExcerpts(sources)
      const { text } = yield* generateText({
        system: instructions(fence),
        prompt: `${question}\n\n<${fence}>\n${excerpts}</${fence}>`,
        maxOutputTokens
      })
      return { answer: text, model: `${model} at ${host}` }
    })
  )
  const answer: AskAnswer = Option.match(said, {
    onNone: () => ({ message: noModelMessage, sources }),
    onSome: (given) => ({ ...given, sources })
  })
  return answer
})
