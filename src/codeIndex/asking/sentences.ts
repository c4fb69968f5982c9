/** Words of a sentence that are searched for. */
const maxTags = 5

/** Words that every question has, and what is asked to be done. */
const stopWords = new Set(
  `a an and any are as at be been but by can change check code cover covers defined do does did exercise exist fail fails file files fix for from
   get gets happen has have here how i if implemented in into is it its located make me my not of on or our should show so that the their
   then there these they this those to us use used uses want was we were what when where which who why will with work works you`.split(
    /\s+/
  )
)

const testWord = /^(?:tests?|tested|testing|specs?|fixtures?)$/i

const namePattern = /[_$:]|\w\.\w|\p{Ll}\p{Lu}/u

/** Whether a word is written as names are. */
const isName = (word: string): boolean => namePattern.test(word)

/** The words of a sentence that say most: names, then the longest ones, in their order. */
const chooseWords = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const sorted = words.toSorted((a, b) => Number(isName(b)) - Number(isName(a)) || b.length - a.length)
  const kept = new Set(sorted.slice(0, maxTags))
  return words.filter((word) => kept.has(word))
}

/** Whether a sentence asks for something, so that it is no text of the code. */
export const isQuestion = (sentence: string): boolean =>
  /\?\s*$|^\s*(?:(?:where|how|why|what|which|who|when|find|show|change|rename|refactor)\b|(?:the )?(?:tests?|specs?) (?:for|of|that)\b)/i.test(
    sentence.slice(0, 1_000)
  )

/** What a sentence asks for. */
export interface Asked {
  readonly tags: ReadonlyArray<string>
  /** Whether one of them is written as names are. */
  readonly hasName: boolean
  /** Whether it asks for tests of something. */
  readonly isAboutTests: boolean
}

/** Takes the words and names from a question or another text. */
export const takeTags = (sentence: string): Asked => {
  const found = sentence.match(/[\p{L}\p{N}_$./:#-]+/gu) ?? []
  const all = [...new Set(found.map((word) => word.replace(/^[.:#/-]+|[.:#/-]+$/g, "")).filter((word) => word !== ""))]
  const telling = all.filter((word) => !stopWords.has(word.toLowerCase()))
  const named = telling.filter((word) => !testWord.test(word))
  const isAboutTests = named.length > 0 && named.length < telling.length
  const words = isAboutTests ? named : telling.length === 0 ? all : telling
  return { tags: chooseWords(words), hasName: words.some(isName), isAboutTests }
}
