import { Result } from "effect"
import { LRUCache } from "lru-cache"
import type { Snapshot } from "./Snapshot.ts"

/** Cached answers per handler. */
const maxAnswers = 64

/** Caches the answers of a handler until the database changes, evicting the least recently used. */
export const memoize = <Input, Output, Error>(
  handler: (input: Input, snapshot: Snapshot) => Result.Result<Output, Error>
): ((input: Input, snapshot: Snapshot) => Result.Result<Output, Error>) => {
  const cache = new LRUCache<string, { readonly output: Output }>({ max: maxAnswers })
  let version = ""
  return (input, snapshot) => {
    if (snapshot.version !== version) cache.clear()
    version = snapshot.version
    const key = JSON.stringify(input)
    const cached = cache.get(key)
    if (cached !== undefined) return Result.succeed(cached.output)
    return Result.map(handler(input, snapshot), (output) => {
      cache.set(key, { output })
      return output
    })
  }
}
