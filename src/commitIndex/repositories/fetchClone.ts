import { Effect } from "effect"
import { Clones, FetchProgress } from "../../adapters/git/clone/Clones.ts"
import type { Registration } from "../model/Registration.ts"

/** Fetches the clone of a repository that has a URL. */
export const fetchClone = Effect.fnUntraced(function* ({ directory, name, url }: Registration) {
  if (url === null) return
  const clones = yield* Clones
  const report = yield* FetchProgress
  const named = Effect.provideService(FetchProgress, (step) => report({ ...step, step: `${name}: ${step.step}` }))
  yield* named(clones.fetch(url, directory))
})
