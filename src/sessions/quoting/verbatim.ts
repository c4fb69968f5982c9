/** Compares texts as they are read: line breaks, indentation and the marks of lists do not count. */
const toReadable = (text: string): string =>
  text
    .replaceAll(/^[^\S\n\r\u2028\u2029]*(?:[-*+•]|\d{1,3}[.)])\s+/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()

/** Shortest part of a quote between two `…`, in characters. */
const minPartChars = 8

/**
 * Whether a quote is in a text, verbatim but for white space. `…` stands for what is left out: the parts around it must
 * be there in order, and each must say something.
 */
export const isVerbatim = (quote: string, source: string): boolean => {
  const text = toReadable(source)
  const parts = toReadable(quote)
    .split("…")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  if (parts.length === 0 || (parts.length > 1 && parts.some((part) => part.length < minPartChars))) return false
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return true
}
