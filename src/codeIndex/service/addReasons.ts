import { Effect } from "effect"
import type { FileReasons } from "../../evidence/files/FileReasons.ts"
import type { SearchHit } from "../model/answers.ts"
import { shorten } from "./shorten.ts"

/** Hits, the best first, for which history is asked. */
const maxHits = 10

/** Adds to hits the intent that is noted about them, in one line; to others what history gives as a reason, if that is at hand. */
export const addReasons = Effect.fnUntraced(function* (
  history: FileReasons,
  hits: ReadonlyArray<SearchHit>,
  intents: ReadonlyMap<string, string>
) {
  const unnoted = hits.slice(0, maxHits).filter(({ path }) => !intents.has(path))
  const reasons = yield* history.find(unnoted.map(({ path }) => path))
  return hits.map((hit): SearchHit => {
    const why = intents.get(hit.path)
    if (why !== undefined) return { ...hit, why }
    const found = reasons.get(hit.path)
    if (found === undefined) return hit
    return { ...hit, reason: { ...found, subject: shorten(found.subject), reason: shorten(found.reason) } }
  })
})
