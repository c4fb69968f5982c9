import { Clock, Context, type Duration, Effect, Fiber, Layer, Option, Semaphore } from "effect"
import { GitTimeout } from "../../adapters/git/Git.ts"
import type { Freshness as Told } from "../model/answers.ts"
import { inRepository } from "../model/inRepository.ts"
import { IndexReader } from "../reading/IndexReader.ts"
import type { Registration } from "../model/Registration.ts"
import type { Sources } from "../model/Sources.ts"
import { countPending } from "../sync/countPending.ts"

/** Milliseconds for which what was found counts, at least, and as a multiple of what it took to find. */
const lifetime = 5_000
const lifetimes = 20
/** How long an answer waits for repositories to tell. Read at each question. */
export const FreshnessTimeout = Context.Reference<Duration.Input>("ultragit/commitIndex/asking/FreshnessTimeout", {
  defaultValue: () => "250 millis"
})
/** How long a repository has to tell at all. */
const longest = "10 seconds"
/** Repositories asked at once. */
const atOnce = 4

/** What is known of a repository as it was registered and indexed at one time. */
interface Known {
  readonly version: string
  /** Milliseconds since 1970. */
  readonly until: number
  readonly behind: number | null
}

/** A repository that is being asked; once an answer went without, none waits for it again. */
interface Asking {
  readonly version: string
  readonly fiber: Fiber.Fiber<void>
  isLate: boolean
}

const versionOf = ({ commitCount, directory, selection, syncedAt }: Registration): string =>
  JSON.stringify([directory, selection, syncedAt, commitCount])

const make = Effect.gen(function* () {
  const reader = yield* IndexReader
  const sources = yield* Effect.context<Sources>()
  const scope = yield* Effect.scope
  const turns = yield* Semaphore.make(atOnce)
  const known = new Map<number, Known>()
  const asking = new Map<number, Asking>()

  const behind = (registration: Registration) =>
    countPending(registration, {
      indexed: reader.look("indexed", registration.id),
      unindexed: (ids) => reader.look("unindexed", { registration, ids })
    }).pipe(
      inRepository(registration.directory),
      Effect.provideService(GitTimeout, longest),
      Effect.provideContext(sources)
    )

  const ask = Effect.fnUntraced(function* (registration: Registration) {
    const start = yield* Clock.currentTimeMillis
    const found = Option.getOrNull(yield* Effect.option(behind(registration)))
    const now = yield* Clock.currentTimeMillis
    const until = now + Math.max(lifetime, (now - start) * lifetimes)
    known.set(registration.id, { version: versionOf(registration), until, behind: found })
  }, turns.withPermits(1))

  const isKnown = (registration: Registration, now: number): boolean => {
    const found = known.get(registration.id)
    return found !== undefined && found.version === versionOf(registration) && now < found.until
  }

  const begin = Effect.fnUntraced(function* (registration: Registration) {
    const version = versionOf(registration)
    const running = asking.get(registration.id)
    if (running !== undefined && running.version === version) return running
    const asked = Effect.ensuring(
      ask(registration),
      Effect.sync(() => {
        if (asking.get(registration.id)?.version === version) asking.delete(registration.id)
      })
    )
    const fiber = yield* Effect.forkIn(asked, scope)
    const begun: Asking = { version, fiber, isLate: false }
    asking.set(registration.id, begun)
    return begun
  })

  const of = Effect.fn("Freshness.of")(function* (registrations: ReadonlyArray<Registration>) {
    const now = yield* Clock.currentTimeMillis
    const begun = yield* Effect.forEach(
      registrations.filter((registration) => !isKnown(registration, now)),
      begin
    )
    const awaited = begun.filter(({ isLate }) => !isLate)
    const told = yield* Effect.timeoutOption(Fiber.awaitAll(awaited.map(({ fiber }) => fiber)), yield* FreshnessTimeout)
    if (Option.isNone(told)) for (const one of awaited) one.isLate = true
    return registrations.map((registration) => {
      const found = known.get(registration.id)
      const isSame = found?.version === versionOf(registration)
      return { name: registration.name, indexed_at: registration.syncedAt, behind: isSame ? found.behind : null }
    })
  })
  return Freshness.of({ of })
})

/** Tells how fresh the index is, without ever waiting long for it. */
export class Freshness extends Context.Service<
  Freshness,
  {
    /** Of these repositories, in their order; what is not told in time is null. */
    of(registrations: ReadonlyArray<Registration>): Effect.Effect<ReadonlyArray<Told>>
  }
>()("ultragit/commitIndex/asking/Freshness") {
  static readonly layer = Layer.effect(
    Freshness,
    Effect.suspend(() => make)
  )
}
