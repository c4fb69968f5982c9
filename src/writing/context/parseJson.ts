import { Result } from "effect"
import { asArray, isObject } from "../../domain/Json.ts"

/** Maximum nesting of lists and objects, as in notes (spec annotations §1). */
const maxDepth = 64

const childrenOf = (value: unknown): ReadonlyArray<unknown> => (isObject(value) ? Object.values(value) : asArray(value))

/** Checks level by level, since a recursive function would overflow the stack. */
const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; depth <= maxDepth; depth += 1) level = level.flatMap(childrenOf)
  return level.length > 0
}

const parse = Result.try

/** Parses JSON. Fails with a sentence for the user. */
export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.flatMap(
    parse({ try: (): unknown => JSON.parse(text), catch: () => "It is not JSON." }),
    (value): Result.Result<unknown, string> =>
      isTooDeep(value) ? Result.fail(`It is nested deeper than ${maxDepth}.`) : Result.succeed(value)
  )
