import { Cache, Context, Effect, Equal, Exit, Hash, type Option, Tracer } from "effect"

/** How a question's answer is found, with the text under which it is the same. */
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
  /** Lets go of the question, which may hold a whole file, once it is answered. */
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

const answeredLookup = Effect.die("asked again after it was answered")

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
  readonly maxTotal: number
}

/** Tells which keys have to go, least recently used first, for the rest to keep within a weight. */
const makeWeightLimiter = <K extends { readonly text: string }, A>(weight: Weight<A>, capacity: number) => {
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
    const evicted: Array<K> = []
    for (const [text, oldest] of kept) {
      if (total <= weight.maxTotal && kept.size <= capacity) break
      remove(text)
      evicted.push(oldest.key)
    }
    return evicted
  }
}

/** The cache keeps the fiber that found an answer, and with it the span around it, which knows what its caller got. */
const withoutSpan = <A, E>(get: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.updateContext(get, (context: Context.Context<never>) => Context.omit(Tracer.ParentSpan)(context))

/** Keeps up to `capacity` answers, each under its question's `text`, and no more than their `weight` allows. */
export const make = <Q, A, E>(options: {
  readonly capacity: number
  readonly weight?: Weight<A>
  /** Whether an answer is kept; all are unless this says otherwise. */
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
      const recordAnswer = (asked: Key<A, E>, answer: A) => {
        asked.releaseLookup()
        return Effect.forEach(selectEvictions(asked, answer), (each) => Cache.invalidate(cache, each), {
          discard: true
        })
      }
      const get = (question: Q) =>
        Effect.suspend(() => {
          const asked = key(question)
          return Effect.tap(withoutSpan(Cache.get(cache, asked)), (answer) => recordAnswer(asked, answer))
        })
      const put = (question: Q, answer: A) => {
        const asked = key(question)
        return Effect.andThen(Cache.set(cache, asked, answer), recordAnswer(asked, answer))
      }
      return { get, peek: (question) => Cache.getSuccess(cache, key(question)), put }
    }
  )
}

/** Lookups that are under way. */
export interface SingleFlight<A, E> {
  /** Finds an answer, or waits for who already looks for the one of this text; stops when no caller is left. */
  share<R>(text: string, find: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

/** Shares lookups among callers that ask the same at once; keeps no answer. */
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
