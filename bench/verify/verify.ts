import { Effect, Layer, Option, Result, Struct } from "effect"
import type { Answer, ReadAnswer } from "../../src/pipeline/answering/answers.ts"
import { Pipeline } from "../../src/pipeline/questions/Pipeline.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { pipelineLayer } from "../../src/Layers.ts"
import { compare, type Difference } from "./compare.ts"
import { expectedDeps } from "./oracle/deps.ts"
import { type Facts, factsAt } from "./oracle/facts.ts"
import { expectedHistory } from "./oracle/history.ts"
import { expectedRead } from "./oracle/read.ts"
import type { OutlineOf } from "./oracle/subject.ts"
import { expectedSummary } from "./oracle/summary.ts"
import type { Question } from "./questions.ts"

/** The outcome of one question. */
export interface Outcome {
  readonly question: Question
  readonly differences: ReadonlyArray<Difference>
  /** Milliseconds. */
  readonly asked: number
  readonly computed: number
}

/** The settings of the scratch clone: limits high enough for complete answers, and no quotes, which have tests of their own. */
export const limits = {
  "ultragit.evidence": "never",
  "ultragit.maxRegions": "1000",
  "ultragit.maxResults": "1000",
  "ultragit.historyLimit": "1000",
  "ultragit.maxTokens": "0"
} as const

/** Treats an empty anchor as absent. */
const withoutEmpty = (question: Question): Question => {
  const { anchor, ...query } = question.query
  return anchor?.trim() === "" ? { ...question, query } : question
}

const expected = (facts: Facts, question: Question, outlineOf: OutlineOf) => {
  const { query, tool } = withoutEmpty(question)
  const at = factsAt(facts, query.rev)
  switch (tool) {
    case "read":
      return expectedRead(at, query, outlineOf)
    case "deps":
      return expectedDeps(at, query, outlineOf)
    case "history":
      return expectedHistory(at, query, outlineOf, Number(limits["ultragit.historyLimit"]))
    case "summary":
      return expectedSummary(at, query, outlineOf)
  }
}

type ReadRegion = ReadAnswer["regions"][number]

const isMoved = ({ match }: ReadRegion): boolean => match === "moved"

/** Drops what became of a region and of the code that it relies on. */
const withoutChanges = (region: ReadRegion) => ({
  ...Struct.omit(region, ["freshness", "semantic_dependencies"]),
  ...(region.semantic_dependencies === undefined
    ? {}
    : { semantic_dependencies: region.semantic_dependencies.map(Struct.omit(["target"])) })
})

/** Drops the regions of moved code and what became of the others, neither of which plain blame tells. */
const withoutMoved = (answer: Answer): Answer => {
  if (answer.$schema !== "ultragit-read/v1") return answer
  const regions = answer.regions.filter((region) => !isMoved(region)).map(withoutChanges)
  const related_hops = regions.reduce((sum, { related }) => sum + (related?.length ?? 0), 0)
  return { ...answer, regions, stats: { ...answer.stats, regions_returned: regions.length, related_hops } }
}

/** The statistics to which regions of moved code add, which plain blame cannot predict. */
const addedTo: ReadonlySet<string> = new Set([".stats.commits_examined", ".stats.annotations_found"])

/** Selects what is compared. Of the warnings, only that with a contractual text. */
const comparable = ({ warnings, ...answer }: Answer) => ({
  ...answer,
  warned: (warnings ?? []).filter((warning) => warning.endsWith("Returning file-level annotations."))
})

/** The program's layers for a repository. */
export const layerOf = (directory: string) => pipelineLayer.pipe(Layer.provide(Layer.succeed(GitDirectory, directory)))

const ask = (pipeline: Pipeline["Service"], { query, tool }: Question): Effect.Effect<Answer, { code: string }> => {
  switch (tool) {
    case "read":
      return pipeline.read({ ...query, implied: true })
    case "deps":
      return pipeline.deps(query)
    case "history":
      return pipeline.history({ ...query, implied: true })
    case "summary":
      return pipeline.summary(query)
  }
}

/** Asks the program and the oracle, and compares their answers. */
export const verify = Effect.fnUntraced(function* (facts: Facts, question: Question, outlineOf: OutlineOf) {
  const pipeline = yield* Pipeline
  const started = performance.now()
  const outcome = yield* Effect.result(ask(pipeline, question))
  const answer = Option.getOrUndefined(Result.getSuccess(outcome))
  const hasMoved = answer?.$schema === "ultragit-read/v1" && answer.regions.some(isMoved)
  const answered = Result.match(outcome, {
    onFailure: ({ code }) => ({ failure: code }),
    onSuccess: (found) => comparable(withoutMoved(found))
  })
  const between = performance.now()
  const wanted = yield* expected(facts, question, outlineOf)
  const ended = performance.now()
  return {
    question,
    differences: compare(wanted, answered).filter(({ at }) => !(hasMoved && addedTo.has(at))),
    asked: between - started,
    computed: ended - between
  } satisfies Outcome
})

/** Returns the program's complete answer as JSON. */
export const answerOf = Effect.fnUntraced(function* (question: Question) {
  const pipeline = yield* Pipeline
  return yield* ask(pipeline, question).pipe(
    Effect.map((answer): unknown => JSON.parse(JSON.stringify(answer))),
    Effect.catch((error) => Effect.succeed({ failure: error.code }))
  )
})
