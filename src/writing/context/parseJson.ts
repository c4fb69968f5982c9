import { Result } from "effect"
import { asArray, isObject } from "../../domain/Json.ts"

/** Deepest nesting of lists and objects, as in notes (spec annotations §1). */
const maxDepth = 64

const within = (value: unknown): ReadonlyArray<unknown> => (isObject(value) ? Object.values(value) : asArray(value))

/** Level by level: what is too deep for a function that calls itself is found out without one. */
const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; depth <= maxDepth; depth += 1) level = level.flatMap(within)
  return level.length > 0
}

const parse = Result.try

/** The JSON value of a text, or the sentence that says why there is none. */
export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.flatMap(
    parse({ try: (): unknown => JSON.parse(text), catch: () => "It is not JSON." }),
    (value): Result.Result<unknown, string> =>
      isTooDeep(value) ? Result.fail(`It is nested deeper than ${maxDepth}.`) : Result.succeed(value)
  )
