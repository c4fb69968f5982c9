import { Array as Arrays, Context, type Duration, Effect, Layer, Option } from "effect"
import { GitTimeout } from "../../adapters/git/Git.ts"
import { makeFreshness } from "../../store/freshness.ts"
import type { Freshness as RepositoryFreshness } from "../model/answers.ts"
import { inRepository } from "../model/inRepository.ts"
import { IndexReader } from "../reading/IndexReader.ts"
import type { Registration } from "../model/Registration.ts"
import { countPending } from "../sync/countPending.ts"

/** How long an answer waits for the counts of pending commits. Read at each query. */
export const FreshnessTimeout = Context.Reference<Duration.Input>("ultragit/commitIndex/service/FreshnessTimeout", {
  defaultValue: () => "250 millis"
})
/** Timeout of each git process that counts pending commits. */
const gitTimeout = "10 seconds"
/** Repositories counted at the same time. */
const maxConcurrent = 4

const make = Effect.gen(function* () {
  const reader = yield* IndexReader
  const counts = yield* makeFreshness({
    id: ({ id }: Registration) => id,
    state: ({ commitCount, directory, selection, syncedAt }) =>
      JSON.stringify([directory, selection, syncedAt, commitCount]),
    measure: (registration) =>
      countPending(registration, {
        indexed: reader.request("indexed", registration.id),
        unindexed: (ids) => reader.request("unindexed", { registration, ids }),
        outdated: (change) => reader.request("outdated", { repository: registration.id, change })
      }).pipe(inRepository(registration.directory), Effect.provideService(GitTimeout, gitTimeout)),
    maxConcurrent
  })
  const of = Effect.fnUntraced(function* (registrations: ReadonlyArray<Registration>) {
    const behind = yield* counts.of(registrations, yield* FreshnessTimeout)
    return Arrays.zipWith(registrations, behind, ({ name, syncedAt }, count) => ({
      name,
      indexed_at: syncedAt,
      behind: Option.getOrNull(count)
    }))
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
