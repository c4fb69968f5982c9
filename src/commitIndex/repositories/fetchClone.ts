import { Effect } from "effect"
import { Clones, FetchProgress } from "../../adapters/git/clone/Clones.ts"
import type { Registration } from "../model/Registration.ts"

/** Brings the clone of a repository, where it has an address, to what is there now. */
export const fetchClone = Effect.fnUntraced(function* ({ directory, name, url }: Registration) {
  if (url === null) return
  const clones = yield* Clones
  const tell = yield* FetchProgress
  const named = Effect.provideService(FetchProgress, (step) => tell({ ...step, step: `${name}: ${step.step}` }))
  yield* named(clones.fetch(url, directory))
})
