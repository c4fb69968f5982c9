import { Clock, Context, Effect, Fiber, Layer, Option } from "effect"
import { Git, type RefTip } from "../git/Git.ts"
import type { Freshness as Told } from "./answers.ts"
import { IndexFile } from "./IndexFile.ts"
import type { Registration } from "./Registration.ts"
import { Sources } from "./Sources.ts"
import { indexedRefs } from "./store/refs.ts"
import { selectRefs } from "./sync/selectRefs.ts"

/** Milliseconds for which what was found counts. */
const lifetime = 5_000
/** How long an answer waits for repositories to tell; after it what was last known is told. */
const patience = "250 millis"
/** Repositories asked at once. */
const atOnce = 4

interface Known {
  readonly at: number
  readonly behind: number | null
}

const distinct = (refs: ReadonlyArray<RefTip>) => [...new Set(refs.map(({ commit }) => commit))]

/** How many commits a repository has that are not indexed; null where it cannot be asked. */
const commitsBehind = Effect.fnUntraced(function* (registration: Registration, indexed: ReadonlyArray<RefTip>) {
  const git = yield* Git
  const refs = yield* selectRefs(registration.selection)
  const without = distinct(indexed)
  const from = distinct(refs).filter((id) => !without.includes(id))
  return (yield* git.walk({ from, without })).length
})

/** Tells how fresh the index is, without ever waiting long for it. */
export class Freshness extends Context.Service<
  Freshness,
  {
    /** Of these repositories, in their order. */
    of(registrations: ReadonlyArray<Registration>): Effect.Effect<ReadonlyArray<Told>>
  }
>()("ultragit/commits/Freshness") {
  static readonly layer = Layer.effect(
    Freshness,
    Effect.gen(function* () {
      const file = yield* IndexFile
      const sources = yield* Sources
      const scope = yield* Effect.scope
      const known = new Map<string, Known>()

      const ask = Effect.fnUntraced(function* (registration: Registration, now: number) {
        const behind = yield* file
          .read((connection) => indexedRefs(connection, registration.id))
          .pipe(
            Effect.flatMap((indexed) => commitsBehind(registration, indexed)),
            Effect.provide(sources.at(registration.directory), { local: true }),
            Effect.option
          )
        known.set(registration.name, { at: now, behind: Option.getOrNull(behind) })
      })
      const of = Effect.fn("Freshness.of")(function* (registrations: ReadonlyArray<Registration>) {
        const now = yield* Clock.currentTimeMillis
        const stale = registrations.filter(({ name }) => now - (known.get(name)?.at ?? 0) > lifetime)
        const asking = Effect.forEach(stale, (registration) => ask(registration, now), {
          concurrency: atOnce,
          discard: true
        })
        const fiber = yield* Effect.forkIn(asking, scope)
        yield* Effect.timeoutOption(Fiber.await(fiber), patience)
        return registrations.map(({ name, syncedAt }) => ({
          name,
          indexed_at: syncedAt,
          behind: known.get(name)?.behind ?? null
        }))
      })
      return Freshness.of({ of })
    })
  )
}
