import { Context, Duration, Effect, FileSystem, Layer } from "effect"
import { DiskCache } from "../../store/DiskCache.ts"
import { Settings } from "../../config/Settings.ts"
import { Git, GitTimeout } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import { Notes } from "../../notes/Notes.ts"
import { Parser } from "../../adapters/parser/Parser.ts"
import { Additions } from "../../lineage/Additions.ts"
import type { Answer } from "../answering/answers.ts"
import { Blame } from "../../lineage/Blame.ts"
import { CoChanges } from "../../lineage/CoChanges.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { asksForCallers } from "./callers.ts"
import { deps } from "./deps.ts"
import { history } from "./history.ts"
import { type CacheableAnswer, makeAnswerCache } from "../answering/AnswerCache.ts"
import { KeptEvidence } from "../../evidence/quotes/KeptEvidence.ts"
import { BroadCommits } from "../../evidence/finding/BroadCommits.ts"
import { KeptOrigins } from "../../evidence/quotes/KeptOrigins.ts"
import { KeptLineHashes } from "./KeptLineHashes.ts"
import { IndexUpdates } from "../../codeIndex/service/IndexUpdates.ts"
import { KnownReferences } from "../../codeIndex/service/KnownReferences.ts"
import { LastChanges } from "../../lineage/LastChanges.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { Merges } from "../../lineage/Merges.ts"
import type { DepsQuery } from "../answering/queries.ts"
import { locate } from "../subject/locate.ts"
import { Outlines } from "../subject/Outlines.ts"
import { type AnyQuery, prepareQuestion, type Question } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { Renames } from "../../lineage/Renames.ts"
import { read } from "./read.ts"
import { summary } from "./summary.ts"
import { Trees } from "../../lineage/Trees.ts"
import { WorkTreeFiles } from "../subject/WorkTreeFiles.ts"

type Services = Git | Settings | Parser | Notes | FileSystem.FileSystem | IndexUpdates
type Caches =
  | Blame
  | BroadCommits
  | CoChanges
  | CommitTimes
  | KeptEvidence
  | KeptLineHashes
  | KeptOrigins
  | KnownReferences
  | Lineage
  | Merges
  | Outlines
  | Reachability
  | Trees
  | WorkTreeFiles

/** Number of retries when HEAD moves while a question is answered. */
const maxRetries = 2

const headMoved = (error: unknown): boolean => error instanceof GitError && error.reason._tag === "HeadMoved"

/**
 * Picks the services that the programs need. Other services in the context belong to the call that builds the layer, such
 * as the caller that git works for and the listener for progress.
 */
const pickServices = Context.pick(
  Git,
  Settings,
  Parser,
  Notes,
  FileSystem.FileSystem,
  IndexUpdates,
  Blame,
  BroadCommits,
  CoChanges,
  CommitTimes,
  KeptEvidence,
  KeptLineHashes,
  KeptOrigins,
  KnownReferences,
  Lineage,
  Merges,
  Outlines,
  Reachability,
  Trees,
  WorkTreeFiles
)

/** Makes the four programs, with their services and the configured time limit for git. */
export const makePipeline = Effect.gen(function* () {
  const settings = yield* Settings
  const context = pickServices(yield* Effect.context<Services | Caches>())
  const answer = Effect.fnUntraced(function* <Q extends AnyQuery, A extends Answer, E, R extends Services | Caches>(
    program: (question: Question, query: Q) => Effect.Effect<CacheableAnswer<A>, E, R>,
    options: { readonly quotesNotes: boolean }
  ) {
    const cache = yield* makeAnswerCache<A, E>()
    const answered = Effect.fnUntraced(function* (query: Q) {
      const askedAt = cache.nextTick()
      const { gitTimeout } = yield* settings.values
      return yield* prepareQuestion(query, options).pipe(
        Effect.flatMap((question) => cache.answer(question, query, askedAt, program(question, query))),
        Effect.retry({ times: maxRetries, while: headMoved }),
        Effect.provideService(GitTimeout, Duration.seconds(gitTimeout))
      )
    })
    return (query: Q) => Effect.provideContext(answered(query), context)
  })
  const answerDeps = yield* answer(deps, { quotesNotes: false })
  return {
    read: yield* answer(read, { quotesNotes: true }),
    // An answer without callers is not that of a repository which is indexed since.
    deps: (query: DepsQuery) =>
      Effect.provideContext(asksForCallers(query), context).pipe(
        Effect.flatMap((callers) => answerDeps({ ...query, callers }))
      ),
    history: yield* answer(history, { quotesNotes: true }),
    summary: yield* answer(summary, { quotesNotes: false }),
    locate: (text: string) => Effect.provideContext(locate(text), context)
  }
})

/** The caches that the four programs share. */
export const caches = Layer.mergeAll(
  KeptEvidence.layerNoDeps.pipe(
    Layer.provideMerge(KeptOrigins.layerNoDeps),
    Layer.provideMerge(BroadCommits.layerNoDeps),
    Layer.provideMerge(
      Layer.mergeAll(Blame.layerNoDeps, CommitTimes.layerNoDeps, Lineage.layerNoDeps, Merges.layerNoDeps)
    ),
    Layer.provide([Additions.layerNoDeps, LastChanges.layerNoDeps, Renames.layerNoDeps])
  ),
  CoChanges.layerNoDeps,
  KeptLineHashes.layerNoDeps,
  KnownReferences.layerNoDeps,
  Outlines.layerNoDeps,
  Reachability.layerNoDeps,
  Trees.layerNoDeps,
  WorkTreeFiles.layerNoDeps
).pipe(Layer.provide(DiskCache.layerNoDeps))
