import { Option, Result } from "effect"
import { asArray, isObject, parseJson } from "../../domain/Json.ts"

/** Maximum nesting of lists and objects, as in notes (spec annotations §1). */
const maxDepth = 64

const childrenOf = (value: unknown): ReadonlyArray<unknown> => (isObject(value) ? Object.values(value) : asArray(value))

/** Checks level by level, since a recursive function would overflow the stack. */
const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; depth <= maxDepth; depth += 1) level = level.flatMap(childrenOf)
  return level.length > 0
}

/** Parses JSON. Fails with a sentence for the user. */
export const parseAuthoredJson = (text: string): Result.Result<unknown, string> =>
  Option.match(parseJson(text), {
    onNone: () => Result.fail("It is not JSON."),
    onSome: (value) => (isTooDeep(value) ? Result.fail(`It is nested deeper than ${maxDepth}.`) : Result.succeed(value))
  })
