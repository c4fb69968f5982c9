import { Clock, Context, type Duration, Effect, Fiber, Layer, Option, Semaphore } from "effect"
import { GitTimeout } from "../../adapters/git/Git.ts"
import type { Freshness as RepositoryFreshness } from "../model/answers.ts"
import { inRepository } from "../model/inRepository.ts"
import { IndexReader } from "../reading/IndexReader.ts"
import type { Registration } from "../model/Registration.ts"
import type { Sources } from "../model/Sources.ts"
import { countPending } from "../sync/countPending.ts"

/** Minimum time to cache a count, and the cache time as a multiple of the time it took to count. */
const minTtlMillis = 5_000
const ttlFactor = 20
/** How long an answer waits for the counts of pending commits. Read at each query. */
export const FreshnessTimeout = Context.Reference<Duration.Input>("ultragit/commitIndex/service/FreshnessTimeout", {
  defaultValue: () => "250 millis"
})
/** Timeout of each git process that counts pending commits. */
const gitTimeout = "10 seconds"
/** Repositories counted at the same time. */
const maxConcurrent = 4

/** Cached count of pending commits for one state of a registration. */
interface CachedCount {
  readonly key: string
  /** Unix milliseconds. */
  readonly expiresAt: number
  readonly behind: number | null
}

/** A running count. Once it has missed the timeout of one answer, no other answer waits for it. */
interface PendingCount {
  readonly key: string
  readonly fiber: Fiber.Fiber<void>
  isLate: boolean
}

const cacheKey = ({ commitCount, directory, selection, syncedAt }: Registration): string =>
  JSON.stringify([directory, selection, syncedAt, commitCount])

const make = Effect.gen(function* () {
  const reader = yield* IndexReader
  const sources = yield* Effect.context<Sources>()
  const scope = yield* Effect.scope
  const permits = yield* Semaphore.make(maxConcurrent)
  const cache = new Map<number, CachedCount>()
  const pending = new Map<number, PendingCount>()

  const count = (registration: Registration) =>
    countPending(registration, {
      indexed: reader.request("indexed", registration.id),
      unindexed: (ids) => reader.request("unindexed", { registration, ids })
    }).pipe(
      inRepository(registration.directory),
      Effect.provideService(GitTimeout, gitTimeout),
      Effect.provideContext(sources)
    )

  const refresh = Effect.fnUntraced(function* (registration: Registration) {
    const start = yield* Clock.currentTimeMillis
    const behind = Option.getOrNull(yield* Effect.option(count(registration)))
    const now = yield* Clock.currentTimeMillis
    const expiresAt = now + Math.max(minTtlMillis, (now - start) * ttlFactor)
    cache.set(registration.id, { key: cacheKey(registration), expiresAt, behind })
  }, permits.withPermits(1))

  const isFresh = (registration: Registration, now: number): boolean => {
    const cached = cache.get(registration.id)
    return cached !== undefined && cached.key === cacheKey(registration) && now < cached.expiresAt
  }

  const startRefresh = Effect.fnUntraced(function* (registration: Registration) {
    const key = cacheKey(registration)
    const running = pending.get(registration.id)
    if (running !== undefined && running.key === key) return running
    const counting = Effect.ensuring(
      refresh(registration),
      Effect.sync(() => {
        if (pending.get(registration.id)?.key === key) pending.delete(registration.id)
      })
    )
    const fiber = yield* Effect.forkIn(counting, scope)
    const started: PendingCount = { key, fiber, isLate: false }
    pending.set(registration.id, started)
    return started
  })

  const of = Effect.fn("Freshness.of")(function* (registrations: ReadonlyArray<Registration>) {
    const now = yield* Clock.currentTimeMillis
    const started = yield* Effect.forEach(
      registrations.filter((registration) => !isFresh(registration, now)),
      startRefresh
    )
    const awaited = started.filter(({ isLate }) => !isLate)
    const outcome = yield* Effect.timeoutOption(
      Fiber.awaitAll(awaited.map(({ fiber }) => fiber)),
      yield* FreshnessTimeout
    )
    if (Option.isNone(outcome)) for (const one of awaited) one.isLate = true
    return registrations.map((registration) => {
      const cached = cache.get(registration.id)
      const isSame = cached?.key === cacheKey(registration)
      return { name: registration.name, indexed_at: registration.syncedAt, behind: isSame ? cached.behind : null }
    })
  })
  return Freshness.of({ of })
})

/** Counts how far the index is behind its repositories, within a short timeout. */
export class Freshness extends Context.Service<
  Freshness,
  {
    /** Returns the freshness of these repositories, in order; `behind` is null if the count is not available in time. */
    of(registrations: ReadonlyArray<Registration>): Effect.Effect<ReadonlyArray<RepositoryFreshness>>
  }
>()("ultragit/commitIndex/service/Freshness") {
  static readonly layer = Layer.effect(
    Freshness,
    Effect.suspend(() => make)
  )
}
