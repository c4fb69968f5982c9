const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127

/**
 * Counts an upper bound of the tokens in a text: its words, and its other characters except white space. The syntax
 * tree takes up to 64 bytes of native memory per token, which the heap limit of the thread does not cover.
 */
export const countTokens = (text: string): number => {
  let count = 0
  let inWord = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const word = isWord(code)
    if (!(word ? inWord : code <= 32)) count += 1
    inWord = word
  }
  return count
}
