import { Result } from "effect"
import { parseRegexp } from "../query/parseRegexp.ts"
import { isWithinEdits } from "./fuzzy.ts"
import type { Leaf } from "./leaves.ts"
import { makeRegexpTest } from "./regexpTest.ts"
import { makeWildcardTest, parseWildcardTerm } from "./wildcards.ts"

type Range = Extract<Leaf, { readonly _tag: "Range" }>

const isAfter = (word: string, { isIncluded, value }: Range["from"]): boolean =>
  value === undefined || (isIncluded ? word >= value : word > value)

const isBefore = (word: string, { isIncluded, value }: Range["to"]): boolean =>
  value === undefined || (isIncluded ? word <= value : word < value)

/** Makes the test that a leaf puts to words. That of a phrase takes each of its words. */
export const makeWordTest = (leaf: Leaf): ((word: string) => boolean) => {
  switch (leaf._tag) {
    case "Term":
      return (word) => word === leaf.text
    case "Prefix":
      return (word) => word.startsWith(leaf.text)
    case "Wildcard":
      return makeWildcardTest(parseWildcardTerm(leaf.pattern))
    case "Fuzzy":
      return (word) => isWithinEdits(leaf.text, word, leaf.maxEdits)
    case "Range":
      return (word) => isAfter(word, leaf.from) && isBefore(word, leaf.to)
    case "Regexp":
      return Result.match(parseRegexp(leaf.pattern, 0), { onSuccess: makeRegexpTest, onFailure: () => () => false })
    case "Phrase": {
      const words = new Set(leaf.terms.map(({ text }) => text))
      return (word) => words.has(word)
    }
  }
}
