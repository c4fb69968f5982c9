import { Effect, Option } from "effect"
import * as Duration from "effect/Duration"
import { escapeOutput } from "../../domain/Text.ts"
import type { Tool } from "../../domain/Contract.ts"
import type { IndexAnswer, SearchAnswer, StatusAnswer } from "../../codeIndex/model/answers.ts"
import type { IndexInput, SearchInput, StatusInput } from "../../codeIndex/model/inputs.ts"
import { CodeIndex } from "../../codeIndex/service/CodeIndex.ts"
import { indexContract, searchContract, statusContract } from "./contracts.ts"
import { indexText, searchText, statusText } from "./text.ts"

/** Answers with the text that `format` makes of the output and the milliseconds that it took. */
const inWords = <A, E, R>(work: Effect.Effect<A, E, R>, format: (output: A, millis: number) => string) =>
  Effect.map(Effect.timed(work), ([took, output]) =>
    Option.some({ output, text: escapeOutput(format(output, Duration.toMillis(took))) })
  )

/** Serves `code-scout_search`. */
export const searchTool: Tool<typeof SearchInput, typeof SearchAnswer, CodeIndex> = {
  contract: searchContract,
  program: (input) => Effect.flatMap(CodeIndex, (index) => index.search(input)),
  withText: (input) =>
    inWords(
      Effect.flatMap(CodeIndex, (index) => index.search(input)),
      searchText
    )
}

/** Serves `code-scout_index`. */
export const indexTool: Tool<typeof IndexInput, typeof IndexAnswer, CodeIndex> = {
  contract: indexContract,
  program: (input) => Effect.flatMap(CodeIndex, (index) => index.index(input)),
  withText: (input) =>
    inWords(
      Effect.flatMap(CodeIndex, (index) => index.index(input)),
      indexText
    )
}

/** Serves `code-scout_status`. */
export const statusTool: Tool<typeof StatusInput, typeof StatusAnswer, CodeIndex> = {
  contract: statusContract,
  program: (input) => Effect.flatMap(CodeIndex, (index) => index.status(input)),
  withText: (input) =>
    inWords(
      Effect.flatMap(CodeIndex, (index) => index.status(input)),
      statusText
    )
}
