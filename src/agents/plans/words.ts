/** Words that say nothing of a subject: of the language, of most changes, and of most code. */
const common = new Set(
  (
    "the and for that this with are was were not but from have has had will would can could should when where which what " +
    "then than them they there their its into only also been being does did doing done use used uses using code change " +
    "changes changed fix fixes fixed add adds added remove removed make makes made new now all any one two get set see " +
    "because since just like more some such other same before after self return function const let var true false null " +
    "none void int char static struct def class public private string"
  ).split(" ")
)

const minLetters = 3

/** Removes common endings, so that `locks`, `locked` and `locking` are one word. */
const removeEnding = (word: string): string =>
  word.length > 5
    ? word.replace(/(?:ings?|ed|es|s|e|ations?|ions?)$/, "")
    : word.length > 3
      ? word.replace(/s$/, "")
      : word

const wordStart = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** Finds the words of a text or of code by which a subject is recognized, names also in parts: `maxRetries` is three words. */
export const findWords = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const token of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const part of new Set([token, ...token.split(wordStart)])) {
      const word = part.toLowerCase()
      if (word.length >= minLetters && !common.has(word) && !/^\d+$/.test(word)) found.add(removeEnding(word))
    }
  }
  return found
}

/** Words of one text that are in another one, too. */
export const findShared = (words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlyArray<string> =>
  [...words].filter((word) => others.has(word))
