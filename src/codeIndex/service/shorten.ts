/** Characters that a line about a file may have. */
const maxChars = 160

/** Brings a text to one short line. */
export const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length <= maxChars
    ? line
    : `${line
        .slice(0, maxChars - 1)
        .trimEnd()
        .toWellFormed()}…`
}
