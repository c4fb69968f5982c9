import { Context, Duration, Effect, FileSystem, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import type { SettingsError } from "../config/SettingsError.ts"
import { Git, GitTimeout } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"
import { Notes } from "../notes/Notes.ts"
import type { NotesError } from "../notes/NotesError.ts"
import { Parser } from "../parser/Parser.ts"
import type { DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "./answers.ts"
import type { AnnotationsError } from "./AnnotationsError.ts"
import { Blame } from "./Blame.ts"
import { CommitTimes } from "./CommitTimes.ts"
import { deps } from "./deps.ts"
import { history } from "./history.ts"
import { Lineage } from "./Lineage.ts"
import { Outlines } from "./Outlines.ts"
import { Reachability } from "./Reachability.ts"
import type { DepsQuery, HistoryQuery, ReadQuery, SummaryQuery } from "./queries.ts"
import { read } from "./read.ts"
import { summary } from "./summary.ts"

/** Every expected failure of the four questions. */
export type QueryError = AnnotationsError | NotesError | SettingsError | GitError

/**
 * The four questions asked of a repository's notes (spec annotations §5). Deterministic: the same repository, work
 * tree and settings give the same answer.
 */
export class Annotations extends Context.Service<Annotations, {
  /** Why the code in scope is as it is: regions of the commits that blame names for its lines. */
  read(query: ReadQuery): Effect.Effect<ReadAnswer, QueryError>
  /** Which regions elsewhere say they rely on this code. */
  deps(query: DepsQuery): Effect.Effect<DepsAnswer, QueryError>
  /** Every annotated step in the life of this code, overwritten ones too, oldest first. */
  history(query: HistoryQuery): Effect.Effect<HistoryAnswer, QueryError>
  /** Newest intent, constraints and risk notes of each unit of a file or folder. */
  summary(query: SummaryQuery): Effect.Effect<SummaryAnswer, QueryError>
}>()("ultragit/annotations/Annotations") {
  static readonly layerNoDeps = Layer.effect(
    Annotations,
    Effect.gen(function* () {
      const settings = yield* Settings
      const context = yield* Effect.context<
        Git | Settings | Parser | Notes | Blame | CommitTimes | Lineage | Outlines | Reachability | FileSystem.FileSystem
      >()
      const answer =
        <Q, A, E, R>(program: (query: Q) => Effect.Effect<A, E, R>) =>
        (query: Q) =>
          Effect.flatMap(settings.values, ({ gitTimeout }) =>
            program(query).pipe(Effect.provideService(GitTimeout, Duration.seconds(gitTimeout)))
          ).pipe(Effect.provideContext(context))
      return Annotations.of({
        read: answer(read),
        deps: answer(deps),
        history: answer(history),
        summary: answer(summary)
      })
    })
  )

  /** With the caches it needs; git, settings, parser and notes are the caller's. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide(
      Layer.mergeAll(Blame.layerNoDeps, CommitTimes.layerNoDeps, Lineage.layerNoDeps, Outlines.layerNoDeps, Reachability.layerNoDeps)
    )
  )
}
