import { Array as Arrays, Effect } from "effect"
import { type Stage, SyncProgress } from "./Progress.ts"

/** How to process and report the items. */
interface Work {
  readonly repository: string
  readonly stage: Stage
  readonly size: number
  /** Chunks processed at the same time. Default: 1. */
  readonly concurrency?: number
}

/** Processes items in chunks and reports progress after each. Concurrent chunks finish in any order. */
export const forEachChunk = Effect.fnUntraced(function* <A, E, R>(
  { concurrency = 1, repository, size, stage }: Work,
  items: ReadonlyArray<A>,
  work: (chunk: ReadonlyArray<A>) => Effect.Effect<void, E, R>
) {
  const report = yield* SyncProgress
  let done = 0
  const reportDone = (count: number) =>
    Effect.suspend(() => {
      done += count
      return report({ repository, stage, done, all: items.length })
    })
  yield* Effect.forEach(
    Arrays.chunksOf(items, size),
    (chunk) => Effect.andThen(work(chunk), () => reportDone(chunk.length)),
    {
      concurrency,
      discard: true
    }
  )
})
