import { Predicate } from "effect"

/** A difference between two answers, with both values as JSON. */
export interface Difference {
  readonly at: string
  readonly expected: string
  readonly answered: string
}

const shownLength = 400

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "absent"
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } => Predicate.isObject(value)

/** Lists all differences between two answers. For lists of different lengths, lists the items that only one has. */
export const compare = (expected: unknown, answered: unknown, at = ""): ReadonlyArray<Difference> => {
  if (Array.isArray(expected) && Array.isArray(answered)) {
    if (expected.length === answered.length) {
      return expected.flatMap((value, index) => compare(value, answered[index], `${at}[${index}]`))
    }
    const [ours, theirs] = [expected, answered].map((list) => list.map((value) => JSON.stringify(value)))
    const missing = expected.filter((_, index) => !theirs?.includes(ours?.[index] ?? ""))
    const extra = answered.filter((_, index) => !ours?.includes(theirs?.[index] ?? ""))
    const length = { at: `${at}.length`, expected: show(expected.length), answered: show(answered.length) }
    return [length, { at: `${at} only on one side`, expected: show(missing), answered: show(extra) }]
  }
  if (isRecord(expected) && isRecord(answered) && !Array.isArray(expected) && !Array.isArray(answered)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(answered)])]
    return keys.flatMap((key) => compare(expected[key], answered[key], `${at}.${key}`))
  }
  return show(expected) === show(answered) ? [] : [{ at, expected: show(expected), answered: show(answered) }]
}
