import { Clock, type Duration, Effect, Fiber, Option, type Scope, Semaphore } from "effect"

/** Minimum time to keep a measurement, and the time to keep it as a multiple of the time it took. */
const minTtlMillis = 5_000
const ttlFactor = 20

/** What is measured, and how. */
export interface FreshnessOptions<Item, Value, E, R> {
  /** Identifies an item. */
  readonly id: (item: Item) => number | string
  /** The state that an item's measurement is valid for, as text. */
  readonly state: (item: Item) => string
  /** Measures how far the data derived from an item is behind it. */
  readonly measure: (item: Item) => Effect.Effect<Value, E, R>
  /** Items measured at the same time. */
  readonly maxConcurrent: number
}

/** A measurement for one state of an item; none if it failed. */
interface Measurement<Value> {
  readonly state: string
  /** Unix milliseconds. */
  readonly expiresAt: number
  readonly value: Option.Option<Value>
}

/** A running measurement. Once it has missed the timeout of one answer, no other answer waits for it. */
interface Running {
  readonly state: string
  readonly fiber: Fiber.Fiber<void>
  isLate: boolean
}

/** Measures items, or reuses what was measured lately. */
export interface Freshness<Item, Value> {
  /** Returns the measurements of these items, in order; none where it failed or is not available within the timeout. */
  of(items: ReadonlyArray<Item>, timeout: Duration.Input): Effect.Effect<ReadonlyArray<Option.Option<Value>>>
}

/**
 * Makes a cache of measurements that run in the background of the scope, so that an answer says how fresh its data is
 * without waiting for a slow repository.
 */
export const makeFreshness = <Item, Value, E, R>(
  options: FreshnessOptions<Item, Value, E, R>
): Effect.Effect<Freshness<Item, Value>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const scope = yield* Effect.scope
    const permits = yield* Semaphore.make(options.maxConcurrent)
    const cache = new Map<number | string, Measurement<Value>>()
    const running = new Map<number | string, Running>()

    const refresh = Effect.fnUntraced(function* (item: Item, state: string) {
      const start = yield* Clock.currentTimeMillis
      const value = yield* Effect.option(Effect.provideContext(options.measure(item), context))
      const now = yield* Clock.currentTimeMillis
      const expiresAt = now + Math.max(minTtlMillis, (now - start) * ttlFactor)
      cache.set(options.id(item), { state, expiresAt, value })
    }, permits.withPermits(1))

    const isFresh = (item: Item, now: number): boolean => {
      const cached = cache.get(options.id(item))
      return cached !== undefined && cached.state === options.state(item) && now < cached.expiresAt
    }

    const startRefresh = Effect.fnUntraced(function* (item: Item) {
      const id = options.id(item)
      const state = options.state(item)
      const current = running.get(id)
      if (current !== undefined && current.state === state) return current
      const measuring = Effect.ensuring(
        refresh(item, state),
        Effect.sync(() => {
          if (running.get(id)?.state === state) running.delete(id)
        })
      )
      const started: Running = { state, fiber: yield* Effect.forkIn(measuring, scope), isLate: false }
      running.set(id, started)
      return started
    })

    const of = Effect.fn("Freshness.of")(function* (items: ReadonlyArray<Item>, timeout: Duration.Input) {
      const now = yield* Clock.currentTimeMillis
      const started = yield* Effect.forEach(
        items.filter((item) => !isFresh(item, now)),
        startRefresh
      )
      const awaited = started.filter(({ isLate }) => !isLate)
      const outcome = yield* Effect.timeoutOption(Fiber.awaitAll(awaited.map(({ fiber }) => fiber)), timeout)
      if (Option.isNone(outcome)) for (const one of awaited) one.isLate = true
      return items.map((item) => {
        const cached = cache.get(options.id(item))
        return cached?.state === options.state(item) ? cached.value : Option.none<Value>()
      })
    })
    return { of }
  })
