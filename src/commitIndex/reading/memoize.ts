import { Result } from "effect"
import type { IndexSnapshot } from "./IndexSnapshot.ts"

/** Answers of one kind of question that are remembered. */
const most = 64

/** The same lookup, which answers a question that was asked before as it did then, as long as the index is the same. */
export const memoize = <Input, Output, Error>(
  look: (input: Input, at: IndexSnapshot) => Result.Result<Output, Error>
): ((input: Input, at: IndexSnapshot) => Result.Result<Output, Error>) => {
  const known = new Map<string, Output>()
  let moment = ""
  const remember = (key: string, output: Output): Output => {
    known.delete(key)
    known.set(key, output)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return output
  }
  return (input, at) => {
    if (at.moment !== moment) known.clear()
    moment = at.moment
    const key = JSON.stringify(input)
    const found = known.get(key)
    if (found !== undefined) return Result.succeed(remember(key, found))
    return Result.map(look(input, at), (output) => remember(key, output))
  }
}
