/** A token of a text. */
export interface AnalyzedToken {
  /** In lower case. */
  readonly text: string
  /** Number of the token; stop words take a number too. */
  readonly position: number
}

/** The English stop words of Lucene's StandardAnalyzer. */
const stopWords = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " "
  )
)

/** Tokens longer than this are cut. */
const maxTokenUnits = 255

// Word boundaries of Unicode (UAX 29), as Lucene's StandardTokenizer applies them.
const extend = "[[\\p{Grapheme_Extend}\\p{Mc}\\p{Cf}]--[\\u200b]]*"
const southEast = "[[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]&&\\p{Alphabetic}]"
const katakana = "[\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30a0\\u30fc\\uff70]"
const single = "[\\p{Script=Han}\\p{Script=Hiragana}]"
const letter = `[[\\p{Alphabetic}--[\\p{Nd}\\p{Mn}\\p{Mc}]]--[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\uff70]]`
const connector = "[\\p{Pc}\\u202f]"
const joiner = `(?:${connector}${extend})`
/** Joiners before a token, from the first of them: looked for from each, a row of them would take quadratic time. */
const leading = `(?:(?=${connector})(?<!${connector}${extend})${joiner}+)?`
const betweenLetters = `(?:[:·.\\u0387\\u055f\\u05f4\\u2027\\u2018\\u2019\\u2024\\ufe13\\ufe52\\ufe55\\uff07\\uff0e\\uff1a']${extend})`
const betweenDigits = `(?:[,;.\\u037e\\u0589\\u060c\\u060d\\u066c\\u07f8\\u2044\\u2018\\u2019\\u2024\\ufe10\\ufe14\\ufe50\\ufe52\\ufe54\\uff07\\uff0c\\uff0e\\uff1b']${extend})`
const letters = `(?:${letter}${extend})(?:(?:${joiner}*|${betweenLetters})${letter}${extend})*`
const digits = `(?:\\p{Nd}${extend})(?:(?:${joiner}*|${betweenDigits})\\p{Nd}${extend})*`
const part = `(?:${katakana}${extend}(?:${joiner}*${katakana}${extend})*|(?:${letters}|${digits})+)`
const emoji = "\\p{RGI_Emoji}|\\p{Emoji_Presentation}"

/** One token each; what no alternative takes separates tokens. */
const anyToken = new RegExp(
  `${leading}${part}(?:${joiner}+${part})*${joiner}*|${southEast}(?:${southEast}|[\\p{Mn}\\p{Mc}])*|${single}${extend}|${emoji}`,
  "gv"
)

/** The same for ASCII, many times faster. */
const asciiToken = /[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])[.:'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))[A-Za-z0-9_]+)*/g

/** Changes letters to lower case one by one, as Lucene does: `İ` becomes `i`, and a final `Σ` is like any other. */
export const lowerCase = (text: string): string => {
  // eslint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  let lower = ""
  for (const character of text) lower += character === "İ" ? "i" : character.toLowerCase()
  return lower
}

const cutLong = (token: string): ReadonlyArray<string> =>
  token.length <= maxTokenUnits
    ? [token]
    : Array.from({ length: Math.ceil(token.length / maxTokenUnits) }, (_, at) =>
        token.slice(at * maxTokenUnits, (at + 1) * maxTokenUnits)
      )

const isOnlyUnderscores = /^_+$/

const toWords = (tokens: ReadonlyArray<string> | null): ReadonlyArray<string> =>
  (tokens ?? []).flatMap((token) => (isOnlyUnderscores.test(token) ? [] : cutLong(lowerCase(token))))

/** Cuts a text into words by the rules for all of Unicode. */
export const cutByUnicode = (text: string): ReadonlyArray<string> => toWords(text.match(anyToken))

const cutAscii = (text: string): ReadonlyArray<string> => toWords(text.match(asciiToken))

/** Separates words whatever is around it. */
const isSeparator = (code: number): boolean =>
  code <= 32 || code === 34 || (code >= 40 && code <= 43) || (code >= 60 && code <= 62) || code === 123 || code === 125

// eslint-disable-next-line no-control-regex
const beyondAscii = /[^\0-\x7f]+/g

/**
 * Cuts a text into words in lower case, stop words too. Only what is around characters beyond ASCII is cut by the rules for
 * all of Unicode: a minified program with one of them may be a line of a megabyte.
 */
export const cutWords = (text: string): ReadonlyArray<string> => {
  const words: Array<ReadonlyArray<string>> = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(beyondAscii)) {
    if (index < done) continue
    let start = index
    while (start > done && !isSeparator(text.charCodeAt(start - 1))) start -= 1
    let end = index + found.length
    while (end < text.length && !isSeparator(text.charCodeAt(end))) end += 1
    words.push(cutAscii(text.slice(done, start)), cutByUnicode(text.slice(start, end)))
    done = end
  }
  return done === 0 ? cutAscii(text) : [...words, cutAscii(text.slice(done))].flat()
}

/** Whether the analyzer drops this word. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

/** Cuts a text into tokens as Lucene's StandardAnalyzer does: words in lower case without English stop words. */
export const analyze = (text: string): ReadonlyArray<AnalyzedToken> =>
  cutWords(text).flatMap((word, position) => (isStopWord(word) ? [] : [{ text: word, position }]))
