import { Effect } from "effect"
import { limitYoungGeneration } from "../../adapters/runtime/limitYoungGeneration.ts"
import type { ServedToolset } from "./ServedToolset.ts"

/** Limits the young generation of a serving process once the services of the first call are loaded. */
export const limitHeapOnceLoaded = Effect.map(
  Effect.cached(limitYoungGeneration),
  (limitHeap) =>
    (toolset: ServedToolset): ServedToolset => ({ ...toolset, open: () => toolset.open(limitHeap) })
)
