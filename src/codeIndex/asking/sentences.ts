/** Words of a text that are searched for. */
const maxTags = 6

/** Words that every question has, and what is asked to be done. */
const stopWords = new Set(
  `a an and any are as at be been but by can change check code cover covers defined do does did exercise exist fail fails file files fix for from
   get gets happen has have here how i if implemented in into is it its located make me my not of on or our should show so that the their
   then there these they this those to us use used uses want was we were what when where which who why will with work works you`.split(
    /\s+/
  )
)

/** Words that issues have, too, which say little next to others but may be parts of a name. */
const issueWords = new Set(
  `about added add adds after again all already also always because before being between both could down each either ever fixed fixes just let
   like more most much never new no now only other over same some still such than them too using very via while within without would yet`.split(
    /\s+/
  )
)
/** With fewer other words, these count. */
const minOtherWords = 3

const testWord = /^(?:tests?|tested|testing|specs?|fixtures?)$/i

const namePattern = /[_$:]|\w\.\w|\p{Ll}\p{Lu}/u

/** Whether a word is written as names are. */
const isName = (word: string): boolean => namePattern.test(word)

/** The words of a text that say most: those of its first line, of these names, then the longest ones. In their order. */
const chooseWords = (words: ReadonlyArray<string>, title: ReadonlySet<string>): ReadonlyArray<string> => {
  const sorted = words.toSorted(
    (a, b) =>
      Number(title.has(b)) - Number(title.has(a)) || Number(isName(b)) - Number(isName(a)) || b.length - a.length
  )
  const kept = new Set(sorted.slice(0, maxTags))
  return words.filter((word) => kept.has(word))
}

const separator = "[.:#/-]"
/** Separators around a word. Those at its end are looked for once in a row of them, or a long row would take quadratic time. */
const around = new RegExp(`^${separator}+|(?<!${separator})${separator}+$`, "g")

const listWords = (text: string): ReadonlyArray<string> => {
  const found = text.match(/[\p{L}\p{N}_$./:#-]+/gu) ?? []
  return [...new Set(found.map((word) => word.replace(around, "")).filter((word) => word !== ""))]
}

/** Whether a sentence asks for something, so that it is no text of the code. */
export const isQuestion = (sentence: string): boolean =>
  /\?\s*$|^\s*(?:(?:where|how|why|what|which|who|when|find|show|change|rename|refactor)\b|(?:the )?(?:tests?|specs?) (?:for|of|that)\b)/i.test(
    sentence.slice(0, 1_000)
  )

/** Whether a text says what is to be done to the code, as the titles of issues and commits do. */
export const isTask = (text: string): boolean =>
  /^\s*(?:added|adds?|allow|avoid|deprecate|ensure|fix(?:e[sd])?|handle|implement|improve|introduce|make sure|prevent|respect|support)\s/i.test(
    text
  )

/** What a sentence asks for. */
export interface Asked {
  readonly tags: ReadonlyArray<string>
  /** Whether one of them is written as names are. */
  readonly hasName: boolean
  /** Whether it asks for tests of something. */
  readonly isAboutTests: boolean
}

/**
 * Takes the words and names from a question, an issue or another text. The first line is its title, which says best what it is about; only
 * there does a word such as `tests` ask for tests.
 */
export const takeTags = (text: string): Asked => {
  const all = listWords(text)
  const title = new Set(listWords(text.trim().split("\n", 1)[0] ?? ""))
  const said = all.filter((word) => !stopWords.has(word.toLowerCase()))
  const others = said.filter((word) => !issueWords.has(word.toLowerCase()))
  const telling = others.length < minOtherWords ? said : others
  const named = telling.filter((word) => !testWord.test(word))
  const isAboutTests = named.length > 0 && telling.some((word) => title.has(word) && testWord.test(word))
  const words = isAboutTests ? named : telling.length === 0 ? all : telling
  return { tags: chooseWords(words, title), hasName: words.some(isName), isAboutTests }
}
