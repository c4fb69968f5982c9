import { Effect } from "effect"
import { type Progress, WorkProgress } from "../../domain/WorkProgress.ts"
import * as Memo from "../../lineage/Memo.ts"

interface Run {
  readonly startedAt: number
  readonly listeners: Set<(progress: Progress) => Effect.Effect<void>>
}

/** Runs of one program that concurrent callers share. */
interface SharedRuns<A, E> {
  /** Advances the logical clock. Callers take a tick when they ask, before they look anything up. */
  readonly nextTick: () => number
  /**
   * Joins the run with this key, or starts one. Does not join a run that started before `askedAt`, which may have read
   * files that have changed since. Reports progress to all waiting callers, and stops when none is left.
   */
  join<R>(key: string, askedAt: number, run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

export const makeSharedRuns = <A, E>(): Effect.Effect<SharedRuns<A, E>> =>
  Effect.map(Memo.makeSingleFlight<A, E>(), (pending) => {
    const runs = new Map<string, Run>()
    let tick = 0
    const nextTick = () => (tick += 1)
    const runFor = (key: string, askedAt: number): Run => {
      const running = runs.get(key)
      if (running !== undefined && running.startedAt > askedAt) return running
      const started: Run = { startedAt: nextTick(), listeners: new Set() }
      runs.set(key, started)
      return started
    }
    const join = Effect.fnUntraced(function* <R>(key: string, askedAt: number, run: Effect.Effect<A, E, R>) {
      const report = yield* WorkProgress
      const joined = runFor(key, askedAt)
      const listener = (progress: Progress) => report(progress)
      joined.listeners.add(listener)
      const detach = Effect.sync(() => {
        joined.listeners.delete(listener)
        if (joined.listeners.size === 0 && runs.get(key) === joined) runs.delete(key)
      })
      const reportToAll = (progress: Progress) =>
        Effect.forEach(joined.listeners, (listen) => listen(progress), { discard: true })
      return yield* pending
        .share(`${joined.startedAt}\0${key}`, Effect.provideService(run, WorkProgress, reportToAll))
        .pipe(Effect.ensuring(detach))
    })
    return { nextTick, join }
  })
