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
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { deps } from "./deps.ts"
import { history } from "./history.ts"
import { type Found, makeKeptAnswers } from "../answering/KeptAnswers.ts"
import { LastChanges } from "../../lineage/LastChanges.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { Outlines } from "../subject/Outlines.ts"
import { type Asked, prepare, type Question } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { Renames } from "../../lineage/Renames.ts"
import { read } from "./read.ts"
import { summary } from "./summary.ts"
import { Trees } from "../../lineage/Trees.ts"
import { WorkTreeFiles } from "../subject/WorkTreeFiles.ts"

type Given = Git | Settings | Parser | Notes | FileSystem.FileSystem
type Caches = Blame | CommitTimes | Lineage | Outlines | Reachability | Trees | WorkTreeFiles

/** How often a question is asked again because HEAD moved while it was answered. */
const patience = 2

const headMoved = (error: unknown): boolean => error instanceof GitError && error.reason._tag === "HeadMoved"

/**
 * What the programs need. Only that: the rest of what is around when the layer is built belongs to the call that it is
 * built for, such as for whom git works and who hears of progress.
 */
const given = Context.pick(
  Git,
  Settings,
  Parser,
  Notes,
  FileSystem.FileSystem,
  Blame,
  CommitTimes,
  Lineage,
  Outlines,
  Reachability,
  Trees,
  WorkTreeFiles
)

/** The four programs with what they need, git's time limit as it is set. */
export const makePipeline = Effect.gen(function* () {
  const settings = yield* Settings
  const context = given(yield* Effect.context<Given | Caches>())
  const answer = Effect.fnUntraced(function* <Q extends Asked, A extends Answer, E, R extends Given | Caches>(
    program: (question: Question, query: Q) => Effect.Effect<Found<A>, E, R>
  ) {
    const kept = yield* makeKeptAnswers<A, E>()
    const answered = Effect.fnUntraced(function* (query: Q) {
      const asked = kept.moment()
      const { gitTimeout } = yield* settings.values
      return yield* prepare(query).pipe(
        Effect.flatMap((question) => kept.answer(question, query, asked, program(question, query))),
        Effect.retry({ times: patience, while: headMoved }),
        Effect.provideService(GitTimeout, Duration.seconds(gitTimeout))
      )
    })
    return (query: Q) => Effect.provideContext(answered(query), context)
  })
  return {
    read: yield* answer(read),
    deps: yield* answer(deps),
    history: yield* answer(history),
    summary: yield* answer(summary)
  }
})

/** The caches that the four programs share. */
export const caches = Layer.mergeAll(
  Layer.mergeAll(Blame.layerNoDeps, Lineage.layerNoDeps).pipe(
    Layer.provide([Additions.layerNoDeps, LastChanges.layerNoDeps, Renames.layerNoDeps])
  ),
  CommitTimes.layerNoDeps,
  Outlines.layerNoDeps,
  Reachability.layerNoDeps,
  Trees.layerNoDeps,
  WorkTreeFiles.layerNoDeps
).pipe(Layer.provide(DiskCache.layerNoDeps))
