import { Result } from "effect"
import type { Snapshot } from "./Snapshot.ts"

/** Cached answers per handler. */
const maxAnswers = 64

/** Caches the answers of a handler until the database changes, evicting the least recently used. */
export const memoize = <Input, Output, Error>(
  handler: (input: Input, snapshot: Snapshot) => Result.Result<Output, Error>
): ((input: Input, snapshot: Snapshot) => Result.Result<Output, Error>) => {
  const cache = new Map<string, Output>()
  let version = ""
  const touch = (key: string, output: Output): Output => {
    cache.delete(key)
    cache.set(key, output)
    const [oldest] = cache.keys()
    if (cache.size > maxAnswers && oldest !== undefined) cache.delete(oldest)
    return output
  }
  return (input, snapshot) => {
    if (snapshot.version !== version) cache.clear()
    version = snapshot.version
    const key = JSON.stringify(input)
    const cached = cache.get(key)
    if (cached !== undefined) return Result.succeed(touch(key, cached))
    return Result.map(handler(input, snapshot), (output) => touch(key, output))
  }
}
