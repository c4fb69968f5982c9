/**
 * Words of Kotlin that are modifiers where a declaration follows and plain names elsewhere, and that the grammar takes
 * for modifiers where a statement begins with them; `dynamic` and `suspend` anywhere.
 */
const softKeywords =
  "abstract|crossinline|dynamic|external|final|infix|inline|internal|lateinit|noinline|open|override|private|protected|public|sealed|suspend|tailrec|vararg"

/** What stands before a name on its line and never before a modifier. The line before may be a comment. */
const before = String.raw`(?:[!.&|+%?=]|->|\b(?:return|throw|val|var|in|to|and|or))[^\S\n]*`
/** What stands behind a name and never behind a modifier, behind which there may be a comment. */
const behind = String.raw`\s*(?:[.,)\];=+*%?:!&|<>}-]|\/(?![/*])|(?:in|is|as|to|and|or)\b)`
/** What is called, indexed or declared; `suspend (Int) -> Unit` is a type. */
const called = String.raw`(?:${softKeywords})(?=[^\S\n]*[{[])|(?!suspend\b)(?:${softKeywords})(?=[^\S\n]*\()|(?<=\bfun\s|\.)suspend(?=\s*\()`

/** Names in backquotes, which are passed over, and soft keywords that are names. */
const names = new RegExp(
  [
    "`[^`\\n]*`",
    String.raw`\b(?=(?:${softKeywords})\b)(?<=${before})(?!suspend\s*\()(?:${softKeywords})\b(?![\w$])`,
    String.raw`\b(?:${softKeywords})\b(?=${behind})`,
    String.raw`\b(?:${called})`
  ].join("|"),
  "g"
)

/** From the small letters of ASCII to their wide forms, which no keyword has. */
const fullWidthOffset = 0xfee0
const softKeyword = new RegExp(`^(?:${softKeywords})$`)

const shift = (word: string, by: number): string => String.fromCharCode(word.charCodeAt(0) + by) + word.slice(1)

/** A text of the same length in which soft keywords that are names are written so that no parser takes them for modifiers. */
export const widenSoftKeywords = (text: string): string =>
  text.replaceAll(names, (word) => (word.startsWith("`") ? word : shift(word, fullWidthOffset)))

/** A name as it was written before. */
export const restoreName = (name: string): string => {
  const first = name.charCodeAt(0)
  if (!(first > fullWidthOffset)) return name
  const word = shift(name, -fullWidthOffset)
  return softKeyword.test(word) ? word : name
}
