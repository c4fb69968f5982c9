import { env } from "node:process"
import { Duration, Effect, Layer } from "effect"
import { Pipeline } from "../../src/pipeline/questions/Pipeline.ts"
import type { DepsQuery, HistoryQuery, ReadQuery, SummaryQuery } from "../../src/pipeline/answering/queries.ts"
import { ReconcileTimeout } from "../../src/codeIndex/service/ReconcileTimeout.ts"
import { FateTimeout } from "../../src/pipeline/subject/failAbsent.ts"
import { MaxHistoryWait } from "../../src/lineage/MaxHistoryWait.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { EarlyGit } from "../../src/adapters/git/process/GitChild.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer, servedPipelineLayer } from "../../src/Layers.ts"
import { isolation } from "./runGit.ts"
import { whenSettled } from "./settledClock.ts"

/** As the command line asks: with one long-lived git process instead of two, and waiting for history to be read. */
export const asOneQuestion = <A, E, R>(question: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  question.pipe(
    Effect.provideService(EarlyGit, { isOneShot: true, take: () => undefined }),
    Effect.provideService(MaxHistoryWait, Duration.infinity),
    Effect.provideService(FateTimeout, Duration.infinity)
  )

/**
 * Asks a repository through the program's own layers, a fresh set for each question, nothing of the user's in them but
 * these variables.
 */
export const ask = (repository: { readonly directory: string }, environment: Readonly<Record<string, string>> = {}) => {
  const layer = pipelineLayer.pipe(
    Layer.provide(Layer.succeed(GitDirectory, repository.directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation, ...environment }))
  )
  const asked = <A, E>(question: (pipeline: Pipeline["Service"]) => Effect.Effect<A, E>) =>
    Effect.provide(Effect.flatMap(Pipeline, question), layer, { local: true }).pipe(asOneQuestion, whenSettled)
  return {
    read: (query: ReadQuery) => asked((pipeline) => pipeline.read(query)),
    deps: (query: DepsQuery) => asked((pipeline) => pipeline.deps(query)),
    history: (query: HistoryQuery) => asked((pipeline) => pipeline.history(query)),
    summary: (query: SummaryQuery) => asked((pipeline) => pipeline.summary(query))
  }
}

const servingBy =
  (layer: typeof pipelineLayer, historyWait: Duration.Input = Duration.infinity) =>
  <A, E, R>(
    repository: { readonly directory: string },
    story: (pipeline: Pipeline["Service"]) => Effect.Effect<A, E, R>,
    more: Readonly<Record<string, string>> = {}
  ) =>
    Effect.flatMap(Pipeline, story).pipe(
      Effect.provide(
        layer.pipe(
          Layer.provide(Layer.succeed(GitDirectory, repository.directory)),
          Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation, ...more })),
          Layer.provide(Layer.succeed(MaxHistoryWait, historyWait))
        ),
        { local: true }
      ),
      whenSettled,
      Effect.provideService(ReconcileTimeout, Duration.infinity)
    )

/**
 * Runs a story on one set of layers, which live on while the repository changes. Questions wait for history and
 * the code index, however long a busy machine takes.
 */
export const serving = servingBy(pipelineLayer)

/** The same, where no question waits for history. */
export const servingAtOnce = servingBy(pipelineLayer, 0)

/** The same on the layers of a server. */
export const servingApart = servingBy(servedPipelineLayer)

/** The failure of an effect that must fail. */
export const failure = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)
