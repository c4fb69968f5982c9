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

/** What answers may weigh. */
export interface Weight<A> {
  readonly of: (answer: A) => number
  /** All that are kept, together. */
  readonly most: number
}

/** Tells which keys have to go, least recently used first, for the rest to keep within a weight. */
const makeScales = <K extends { readonly text: string }, A>(weight: Weight<A>, capacity: number) => {
  const kept = new Map<string, { readonly key: K; readonly weight: number }>()
  let total = 0
  const remove = (text: string): void => {
    total -= kept.get(text)?.weight ?? 0
    kept.delete(text)
  }
  return (key: K, answer: A): ReadonlyArray<K> => {
    const own = { key, weight: weight.of(answer) }
    remove(key.text)
    kept.set(key.text, own)
    total += own.weight
    const gone: Array<K> = []
    for (const [text, oldest] of kept) {
      if (total <= weight.most && kept.size <= capacity) break
      remove(text)
      gone.push(oldest.key)
    }
    return gone
  }
}

/** Keeps up to `capacity` answers, each under its question's `text`, and no more than their `weight` allows. */
export const make = <Q, A, E>(options: {
  readonly capacity: number
  readonly weight?: Weight<A>
  readonly text: (question: Q) => string
  readonly lookup: (question: Q) => Effect.Effect<A, E>
}): Effect.Effect<Memo<Q, A, E>> => {
  const { capacity, weight } = options
  const key = (question: Q) => new Key(question, options.text(question))
  return Effect.map(
    Cache.makeWith(({ question }: Key<Q>) => options.lookup(question), {
      capacity,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? "10000 days" : 0)
    }),
    (cache) => {
      const tooMuch = weight === undefined ? () => [] : makeScales<Key<Q>, A>(weight, capacity)
      const weigh = (asked: Key<Q>, answer: A) =>
        Effect.forEach(tooMuch(asked, answer), (each) => Cache.invalidate(cache, each), { discard: true })
      const get = (question: Q) => {
        const asked = key(question)
        return Effect.tap(Cache.get(cache, asked), (answer) => weigh(asked, answer))
      }
      const put = (question: Q, answer: A) => {
        const asked = key(question)
        return Effect.andThen(Cache.set(cache, asked, answer), weigh(asked, answer))
      }
      return { get, peek: (question) => Cache.getSuccess(cache, key(question)), put }
    }
  )
}
