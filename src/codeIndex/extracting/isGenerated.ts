/** Characters at the start of a file in which generators say so. */
const headChars = 2_000
/** Mean line length, in characters, above which a text was not written by hand, and from which length on. */
const maxMeanLine = 250
const minMinifiedChars = 2_000

const marks =
  /@generated\b|\bDO NOT EDIT\b|\b(?:code|file) (?:is |was )?(?:auto(?:matically)?[- ]?)?generated (?:by|from|with)\b/i

/** Whether a text says that a program wrote it, or has lines that only a program writes. */
export const isGenerated = (text: string): boolean => {
  if (marks.test(text.slice(0, headChars))) return true
  if (text.length < minMinifiedChars) return false
  let lines = 1
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1
  return text.length / lines > maxMeanLine
}
