import { Cache, Effect, Equal, Exit, Hash } from "effect"

/** A question with the text under which its answer is the same. */
class Key<Q> implements Equal.Equal {
  readonly question: Q
  readonly text: string
  constructor(question: Q, text: string) {
    this.question = question
    this.text = text
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Key && that.text === this.text
  }
  [Hash.symbol](): number {
    return Hash.string(this.text)
  }
}

/** Answers by question: the least recently used is forgotten, failures are not kept, callers share a pending answer. */
export interface Memo<Q, A, E> {
  get(question: Q): Effect.Effect<A, E>
}

/** Keeps up to `capacity` answers, each under its question's `text`. */
export const make = <Q, A, E>(options: {
  readonly capacity: number
  readonly text: (question: Q) => string
  readonly lookup: (question: Q) => Effect.Effect<A, E>
}): Effect.Effect<Memo<Q, A, E>> =>
  Effect.map(
    Cache.makeWith((key: Key<Q>) => options.lookup(key.question), {
      capacity: options.capacity,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? "10000 days" : 0)
    }),
    (cache) => ({ get: (question) => Cache.get(cache, new Key(question, options.text(question))) })
  )
