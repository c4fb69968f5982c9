const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isWordCode = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95

const space = 32
const [apostrophe, comma, dot, colon, semicolon] = [39, 44, 46, 58, 59]

/** Whether punctuation between two characters makes them one word: `node.js`, `1,000`. */
const isJoined = (left: number, middle: number, right: number): boolean => {
  if (isLetter(left) && isLetter(right)) return middle === dot || middle === colon || middle === apostrophe
  if (!isDigit(left) || !isDigit(right)) return false
  return middle === dot || middle === comma || middle === semicolon || middle === apostrophe
}

/** Whether a word can be looked for by {@link countWord}. */
export const isPlainWord = (word: string): boolean => /^[a-z0-9_]{1,254}$/.test(word) && /[a-z0-9]/.test(word)

/**
 * Counts how often a plain word is a word of a line in lower case, as the analyzer cuts it, without cutting the line.
 * Undefined where characters beyond ASCII near it may belong to it.
 */
export const countWord = (line: string, word: string): number | undefined => {
  let count = 0
  const codeAt = (at: number): number => (at < 0 || at >= line.length ? space : line.charCodeAt(at))
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const end = at + word.length
    const [beforeLast, before, after, afterNext] = [codeAt(at - 2), codeAt(at - 1), codeAt(end), codeAt(end + 1)]
    if (beforeLast > 127 || before > 127 || after > 127 || afterNext > 127) return undefined
    if (isWordCode(before) || isWordCode(after)) continue
    if (isJoined(beforeLast, before, codeAt(at)) || isJoined(codeAt(end - 1), after, afterNext)) continue
    count += 1
  }
  return count
}
