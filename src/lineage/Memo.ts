import { Cache, Context, Effect, Equal, Exit, Hash, type Option, Tracer } from "effect"
import { LRUCache } from "lru-cache"

/** A cache key: equal if the text is equal, with the lookup that finds the answer. */
class Key<A, E> implements Equal.Equal {
  readonly text: string
  #find: Effect.Effect<A, E>
  constructor(text: string, find: Effect.Effect<A, E>) {
    this.text = text
    this.#find = find
  }
  get find(): Effect.Effect<A, E> {
    return this.#find
  }
  /** Releases the question, which may hold a whole file, once it is answered. */
  releaseLookup(): void {
    this.#find = answeredLookup
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof Key && that.text === this.text
  }
  [Hash.symbol](): number {
    return Hash.string(this.text)
  }
}

const answeredLookup = Effect.die("lookup repeated after it was answered")

/** An LRU cache of answers. Failures are not cached; concurrent callers share a pending lookup. */
export interface Memo<Q, A, E> {
  get(question: Q): Effect.Effect<A, E>
  /** Returns the answer if it is cached, without a lookup. */
  peek(question: Q): Effect.Effect<Option.Option<A>>
  /** Stores an answer found by other means. */
  put(question: Q, answer: A): Effect.Effect<void>
}

/** Limits the total weight of cached answers. */
export interface Weight<A> {
  readonly of: (answer: A) => number
  /** Maximum total weight of the cached answers. */
  readonly maxTotal: number
}

/** Tracks weights and returns the keys to evict, least recently used first. An answer over the limit is not kept. */
const makeWeightLimiter = <K extends { readonly text: string }, A>(weight: Weight<A>, capacity: number) => {
  const evicted: Array<K> = []
  const kept = new LRUCache<string, K>({
    max: capacity,
    maxSize: weight.maxTotal,
    dispose: (key, _, reason) => {
      if (reason === "evict") evicted.push(key)
    }
  })
  return (key: K, answer: A): ReadonlyArray<K> => {
    kept.set(key.text, key, { size: Math.max(1, weight.of(answer)) })
    if (!kept.has(key.text)) evicted.push(key)
    return evicted.splice(0)
  }
}

/** Omits the parent span: the cache retains the fiber of a lookup, and a span would retain its caller's results. */
const withoutSpan = <A, E>(get: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.updateContext(get, (context: Context.Context<never>) => Context.omit(Tracer.ParentSpan)(context))

/** Makes a cache of up to `capacity` answers, keyed by `text`, with a total `weight` within its limit. */
export const make = <Q, A, E>(options: {
  readonly capacity: number
  readonly weight?: Weight<A>
  /** Whether to cache an answer; true by default. */
  readonly keep?: (answer: A) => boolean
  readonly text: (question: Q) => string
  readonly lookup: (question: Q, text: string) => Effect.Effect<A, E>
}): Effect.Effect<Memo<Q, A, E>> => {
  const { capacity, keep = () => true, weight } = options
  const key = (question: Q) => {
    const text = options.text(question)
    return new Key(text, options.lookup(question, text))
  }
  return Effect.map(
    Cache.makeWith(({ find }: Key<A, E>) => find, {
      capacity,
      timeToLive: (exit) => (Exit.isSuccess(exit) && keep(exit.value) ? "10000 days" : 0)
    }),
    (cache) => {
      const selectEvictions = weight === undefined ? () => [] : makeWeightLimiter<Key<A, E>, A>(weight, capacity)
      const recordAnswer = (requested: Key<A, E>, answer: A) => {
        requested.releaseLookup()
        return Effect.forEach(selectEvictions(requested, answer), (each) => Cache.invalidate(cache, each), {
          discard: true
        })
      }
      const get = (question: Q) =>
        Effect.suspend(() => {
          const requested = key(question)
          return Effect.tap(withoutSpan(Cache.get(cache, requested)), (answer) => recordAnswer(requested, answer))
        })
      const put = (question: Q, answer: A) => {
        const requested = key(question)
        return Effect.andThen(Cache.set(cache, requested, answer), recordAnswer(requested, answer))
      }
      return { get, peek: (question) => Cache.getSuccess(cache, key(question)), put }
    }
  )
}

/** Lookups in progress. */
export interface SingleFlight<A, E> {
  /** Runs a lookup, or joins the one in progress for the same text. It is interrupted when no caller is left. */
  share<R>(text: string, find: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

/** Shares lookups among concurrent callers without caching their answers. */
export const makeSingleFlight = <A, E>(): Effect.Effect<SingleFlight<A, E>> =>
  Effect.map(
    Cache.makeWith(({ find }: Key<A, E>) => find, { capacity: Number.POSITIVE_INFINITY, timeToLive: () => 0 }),
    (cache) => ({
      share: <R>(text: string, find: Effect.Effect<A, E, R>) =>
        Effect.contextWith((context: Context.Context<R>) =>
          Cache.get(cache, new Key(text, Effect.provideContext(find, context)))
        )
    })
  )
