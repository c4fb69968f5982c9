import type { Leaf } from "./leaves.ts"
import { hasPhrase } from "./phrases.ts"
import { makeWordTest } from "./wordTest.ts"

/** Lists the positions of each word of a text, from 0, in ascending order. */
export const placeWords = (words: ReadonlyArray<string>): Map<string, Array<number>> => {
  const places = new Map<string, Array<number>>()
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (known === undefined) places.set(word, [at])
    else known.push(at)
  }
  return places
}

/** Caches the results of a test by word. */
const memoize = (test: (word: string) => boolean): ((word: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const answer = test(word)
    if (known.size < 500_000) known.set(word, answer)
    return answer
  }
}

/** Tests of texts for one leaf. */
export interface LeafTest {
  readonly leaf: Leaf
  /** What the leaf asks of a word; a phrase of each of its words. */
  readonly isWord: (word: string) => boolean
  /** Whether words in a row are what the leaf asks for. */
  readonly holds: (words: ReadonlyArray<string>) => boolean
}

/** Makes the tests of a leaf. Fields of one term, which are not cut, are texts of one word. */
export const makeLeafTest = (leaf: Leaf): LeafTest => {
  const isWord = memoize(makeWordTest(leaf))
  return {
    leaf,
    isWord,
    holds: (words) => (leaf._tag === "Phrase" ? hasPhrase(leaf, placeWords(words)) : words.some(isWord))
  }
}
