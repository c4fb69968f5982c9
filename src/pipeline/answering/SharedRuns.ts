import { Effect } from "effect"
import { type Progress, WorkProgress } from "../../domain/WorkProgress.ts"
import * as Memo from "../../lineage/Memo.ts"

interface Run {
  readonly began: number
  readonly listeners: Set<(progress: Progress) => Effect.Effect<void>>
}

/** Runs of one program that callers share. */
export interface SharedRuns<A, E> {
  /** The present, to be taken when a caller asks, before anything is looked up for it. */
  readonly moment: () => number
  /**
   * Joins the run under this text, or begins one. A run that began before the caller asked may have read files that
   * have changed since, so it is not joined. All who wait are told of the run's progress, and it stops when none is left.
   */
  join<R>(text: string, asked: number, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

export const makeSharedRuns = <A, E>(): Effect.Effect<SharedRuns<A, E>> =>
  Effect.map(Memo.makeSingleFlight<A, E>(), (pending) => {
    const runs = new Map<string, Run>()
    let now = 0
    const moment = () => (now += 1)
    const runFor = (text: string, asked: number): Run => {
      const known = runs.get(text)
      if (known !== undefined && known.began > asked) return known
      const begun: Run = { began: moment(), listeners: new Set() }
      runs.set(text, begun)
      return begun
    }
    const join = Effect.fnUntraced(function* <R>(text: string, asked: number, run: Effect.Effect<A, E, R>) {
      const report = yield* WorkProgress
      const joined = runFor(text, asked)
      const listener = (progress: Progress) => report(progress)
      joined.listeners.add(listener)
      const leave = Effect.sync(() => {
        joined.listeners.delete(listener)
        if (joined.listeners.size === 0 && runs.get(text) === joined) runs.delete(text)
      })
      const toAll = (progress: Progress) =>
        Effect.forEach(joined.listeners, (listen) => listen(progress), { discard: true })
      return yield* pending
        .share(`${joined.began}\0${text}`, Effect.provideService(run, WorkProgress, toAll))
        .pipe(Effect.ensuring(leave))
    })
    return { moment, join }
  })
