import { Cache, Effect, Equal, Exit, Hash, type Option } from "effect"

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
  /** The answer if it is kept; nobody is asked. */
  peek(question: Q): Effect.Effect<Option.Option<A>>
  /** Keeps an answer that was found otherwise. */
  put(question: Q, answer: A): Effect.Effect<void>
}

/** Keeps up to `capacity` answers, each under its question's `text`. */
export const make = <Q, A, E>(options: {
  readonly capacity: number
  readonly text: (question: Q) => string
  readonly lookup: (question: Q) => Effect.Effect<A, E>
}): Effect.Effect<Memo<Q, A, E>> => {
  const key = (question: Q) => new Key(question, options.text(question))
  return Effect.map(
    Cache.makeWith(({ question }: Key<Q>) => options.lookup(question), {
      capacity: options.capacity,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? "10000 days" : 0)
    }),
    (cache) => ({
      get: (question) => Cache.get(cache, key(question)),
      peek: (question) => Cache.getSuccess(cache, key(question)),
      put: (question, answer) => Cache.set(cache, key(question), answer)
    })
  )
}
