import { Array as Arrays, Effect } from "effect"
import { type Stage, SyncProgress } from "./Progress.ts"

/** What is worked through, of which repository, and how much at once. */
interface Work {
  readonly repository: string
  readonly stage: Stage
  readonly size: number
  /** Chunks that are worked on at a time; one unless given. */
  readonly concurrency?: number
}

/** Works through many in chunks, so many of them at a time in any order, and tells how far it is. */
export const forEachChunk = Effect.fnUntraced(function* <A, E, R>(
  { concurrency = 1, repository, size, stage }: Work,
  items: ReadonlyArray<A>,
  work: (chunk: ReadonlyArray<A>) => Effect.Effect<void, E, R>
) {
  const tell = yield* SyncProgress
  let done = 0
  const told = (count: number) =>
    Effect.suspend(() => {
      done += count
      return tell({ repository, stage, done, all: items.length })
    })
  yield* Effect.forEach(
    Arrays.chunksOf(items, size),
    (chunk) => Effect.andThen(work(chunk), () => told(chunk.length)),
    {
      concurrency,
      discard: true
    }
  )
})
