/** Words that say nothing about which code is meant. */
const commonWords = new Set(
  "about above actually add added adding after again all already also always and another any are around away back based because been before being below better both but call called can change changed changes check code could current currently different does done down each either else enough even every everything exactly file files find first fix fixed following for from function get gets getting give given good had has have having here how however into instead issue its itself just keep kind know last later left let like line lines look looks made make makes making many may maybe mean means method might more most much must need needed needs never new next not nothing now off okay old once one only other otherwise our out over own part perfect please problem put rather really remove right same see seems should show since some something still such sure take than that the their them then there these they thing things this those through too two under until update updated use used uses using value very want was way well were what when where whether which while who why will with within without work works would write yes you your".split(
    " "
  )
)

const stem = (word: string): string => word.replace(/(?:ies|ing|ed|es|s)$/, "")

/** Splits identifiers into words: `getUserName` and `user_name` have `user` and `name`. */
const splitIdentifier = (identifier: string): ReadonlyArray<string> =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase())

/** Returns the words of a text or of code that say what it is about. */
const topicWords = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [identifier] of text.matchAll(/[A-Za-z][A-Za-z\d_]{2,60}/g)) {
    for (const word of splitIdentifier(identifier)) {
      if (word.length >= 3 && !commonWords.has(word)) found.add(stem(word))
    }
  }
  return found
}

/** Runs of digits and letters that are no names, but data: to look for names in them takes quadratic time. */
const data = /[\w$]{200,}/g

/** Returns the names in a text that can only be code: `getUserName`, `user_name`, `pool.acquire`, `--flag`, `a.ts`. */
export const codeNames = (text: string): ReadonlySet<string> => {
  const names = text
    .replaceAll(data, " ")
    .matchAll(
      /[A-Za-z_$][\w$]*(?:[.:]{1,2}[A-Za-z_$][\w$]*)+|[A-Za-z]+(?:_[A-Za-z\d]+)+|[a-z\d]+[A-Z]\w+|[A-Z][a-z\d]+[A-Z]\w*|--[a-z][a-z-]+/g
    )
  return new Set([...names].flatMap(([name]) => [name, ...name.split(/[.:]+/).filter((part) => part.length >= 4)]))
}

/** What a quote must be about: lines, paths and names of code. */
export interface Topic {
  readonly words: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

export const makeTopic = (texts: ReadonlyArray<string>): Topic => {
  const text = texts.join("\n")
  return { words: topicWords(text), names: codeNames(text) }
}

const countShared = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((each) => others.has(each)).length

/** Part of a quote's words that must be about the code. */
const minShare = 0.3
const minScore = 2

/** Rates how much a quote shares with some code: its words, and twice as much its names. */
export const scoreAbout = (quote: string, topic: Topic): number =>
  countShared(topicWords(quote), topic.words) + 2 * countShared(codeNames(quote), topic.names)

/** Whether a quote has names of some code. */
export const namesCode = (quote: string, topic: Topic): boolean => countShared(codeNames(quote), topic.names) > 0

/** Whether a quote is about some code: it shares names with it, or enough of its words. */
export const isAbout = (quote: string, topic: Topic): boolean => {
  const words = topicWords(quote)
  return scoreAbout(quote, topic) >= minScore && countShared(words, topic.words) >= words.size * minShare
}
