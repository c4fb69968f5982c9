import { Effect, Option } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { Pipeline } from "../../../pipeline/questions/Pipeline.ts"
import { summaryContract } from "../../../toolsets/annotations/contracts.ts"
import { printAnswer } from "../../kit/answer.ts"
import { type ConfidenceFilterFlags, toConfidenceFilters } from "../../kit/query.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

/** Flags of `ultragit summary`; without a path it is about the whole repository. */
interface SummaryFlags extends Omit<ConfidenceFilterFlags, "path"> {
  readonly path: Option.Option<string>
}

/** The root's absolute path; `.` in a bare repository. */
const rootPath = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  return Option.getOrElse(workTree, () => ".")
})

/** Prints the answer of `summary`, with a progress bar if it takes long. */
export const printSummary = Effect.fn("Cli.printSummary")(function* (flags: SummaryFlags) {
  const input = { ...flags, path: Option.isSome(flags.path) ? flags.path.value : yield* rootPath }
  yield* printAnswer(input, summaryContract, (query) =>
    withWorkProgress(
      Effect.flatMap(Pipeline, (pipeline) => pipeline.summary({ ...query, ...toConfidenceFilters(input) }))
    )
  )
})
