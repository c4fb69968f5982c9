import { Effect, Stream } from "effect"
import { type Stage, SyncProgress } from "./Progress.ts"

/** What is worked through, of which repository, and how much at once. */
export interface Work {
  readonly repository: string
  readonly stage: Stage
  readonly size: number
}

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const counting = Effect.fnUntraced(function* ({ repository, stage }: Work, all: number) {
  const tell = yield* SyncProgress
  let done = 0
  return (count: number) =>
    Effect.suspend(() => {
      done += count
      return tell({ repository, stage, done, all })
    })
})

/** Works through many in chunks, so many of them at a time in any order, and tells how far it is. */
export const inChunks = Effect.fnUntraced(function* <A, E, R>(
  at: Work & { readonly concurrency?: number },
  items: ReadonlyArray<A>,
  work: (chunk: ReadonlyArray<A>) => Effect.Effect<void, E, R>
) {
  const count = yield* counting(at, items.length)
  yield* Effect.forEach(chunksOf(items, at.size), (chunk) => Effect.andThen(work(chunk), () => count(chunk.length)), {
    concurrency: at.concurrency ?? 1,
    discard: true
  })
})

/** Works through many in chunks: asks about the next ones while it takes the answers, in order. */
export const askedAhead = Effect.fnUntraced(function* <A, B, E, R, E2, R2>(
  at: Work & { readonly concurrency: number },
  items: ReadonlyArray<A>,
  ask: (chunk: ReadonlyArray<A>) => Effect.Effect<B, E, R>,
  take: (answer: B) => Effect.Effect<void, E2, R2>
) {
  const count = yield* counting(at, items.length)
  yield* Stream.fromIterable(chunksOf(items, at.size)).pipe(
    Stream.mapEffect((chunk) => Effect.map(ask(chunk), (answer) => ({ answer, size: chunk.length })), {
      concurrency: at.concurrency
    }),
    Stream.runForEach(({ answer, size }) => Effect.andThen(take(answer), () => count(size)))
  )
})
