import { Effect, type Option, type Schema } from "effect"
import * as Duration from "effect/Duration"
import type { Git } from "../../../adapters/git/Git.ts"
import { CallersAnswer, OutlineAnswer, SymbolAnswer } from "../../../codeIndex/model/answers.ts"
import { CodeIndex, type CodeIndexError } from "../../../codeIndex/service/CodeIndex.ts"
import {
  callersText,
  indexText,
  outlineText,
  searchText,
  statusSummary,
  symbolText
} from "../../../toolsets/code/text.ts"
import { indexContract, searchContract, statusContract } from "../../../toolsets/code/contracts.ts"
import { type Format, printText } from "../../kit/answer.ts"
import { toRootNode, toRootPath, toRootPathOption } from "../../kit/paths.ts"
import { optionalField } from "../../kit/query.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

interface FormatInput {
  readonly format: Format
  readonly json: boolean
}

interface SearchFlags extends FormatInput {
  readonly tags: ReadonlyArray<string>
  readonly language: Option.Option<string>
  readonly fileType: Option.Option<string>
  readonly path: Option.Option<string>
  readonly exports: boolean
  readonly tests: boolean
  readonly noTests: boolean
  readonly cursor: Option.Option<string>
  readonly limit: Option.Option<number>
}

/** Asks the index with a progress bar, and prints the answer. Its JSON equals the structured content of the tool. */
const printAnswer = Effect.fnUntraced(function* <A>(
  input: FormatInput,
  output: Schema.ConstraintCodec<A, unknown>,
  ask: (index: CodeIndex["Service"]) => Effect.Effect<A, CodeIndexError, Git>,
  text: (answer: A, millis: number) => string
) {
  const [took, answer] = yield* Effect.timed(withWorkProgress(Effect.flatMap(CodeIndex, ask)))
  yield* printText(input, output, answer, Effect.succeed(text(answer, Duration.toMillis(took))))
})

const toFilters = (input: SearchFlags) => ({
  ...optionalField("language", input.language),
  ...optionalField("fileType", input.fileType),
  ...optionalField("path", input.path),
  ...(input.exports ? { hasExports: true } : {}),
  ...(input.tests ? { hasTests: true } : input.noTests ? { hasTests: false } : {})
})

/** Prints the answer of `code search`. */
export const printSearch = Effect.fn("Cli.codeSearch")((input: SearchFlags) =>
  printAnswer(
    input,
    searchContract.output,
    (index) =>
      index.search({
        tags: input.tags,
        filters: toFilters(input),
        ...optionalField("limit", input.limit),
        ...optionalField("cursor", input.cursor)
      }),
    searchText
  )
)

interface NameFlags extends FormatInput {
  readonly name: string
  readonly path: Option.Option<string>
  readonly limit: number
}

const toQuestion = Effect.fnUntraced(function* ({ limit, name, path }: NameFlags) {
  const file = yield* toRootPathOption(path)
  return { name: name.includes(":") ? yield* toRootNode(name) : name, limit, ...optionalField("path", file) }
})

/** Prints the answer of `code symbol`. */
export const printSymbol = Effect.fn("Cli.codeSymbol")((input: NameFlags) =>
  printAnswer(input, SymbolAnswer, (index) => Effect.flatMap(toQuestion(input), index.symbol), symbolText)
)

/** Prints the answer of `code callers`. */
export const printCallers = Effect.fn("Cli.codeCallers")((input: NameFlags & { readonly withNameOnly: boolean }) =>
  printAnswer(
    input,
    CallersAnswer,
    (index) =>
      Effect.flatMap(toQuestion(input), (question) => index.callers({ ...question, withNameOnly: input.withNameOnly })),
    callersText
  )
)

/** Prints the answer of `code outline`. */
export const printOutline = Effect.fn("Cli.codeOutline")((input: FormatInput & { readonly path: string }) =>
  printAnswer(input, OutlineAnswer, (index) => Effect.flatMap(toRootPath(input.path), index.outline), outlineText)
)

/** Prints the answer of `code index`, which waits until the index is complete. */
export const printIndex = Effect.fn("Cli.codeIndex")((input: FormatInput & { readonly force: boolean }) =>
  printAnswer(input, indexContract.output, (index) => index.index({ force: input.force, background: false }), indexText)
)

/** Prints the answer of `code status`. */
export const printStatus = Effect.fn("Cli.codeStatus")((input: FormatInput) =>
  printAnswer(input, statusContract.output, (index) => index.status({}), statusSummary)
)
