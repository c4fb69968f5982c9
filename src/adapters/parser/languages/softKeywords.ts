/**
 * Words of Kotlin that are modifiers where a declaration follows and plain names elsewhere, and that the grammar takes
 * for modifiers where a statement begins with them; `dynamic` and `suspend` anywhere.
 */
const soft =
  "abstract|crossinline|dynamic|external|final|infix|inline|internal|lateinit|noinline|open|override|private|protected|public|sealed|suspend|tailrec|vararg"

/** What stands before a name on its line and never before a modifier. The line before may be a comment. */
const before = String.raw`(?:[!.&|+%?=]|->|\b(?:return|throw|val|var|in|to|and|or))[^\S\n]*`
/** What stands behind a name and never behind a modifier, behind which there may be a comment. */
const behind = String.raw`\s*(?:[.,)\];=+*%?:!&|<>}-]|\/(?![/*])|(?:in|is|as|to|and|or)\b)`
/** What is called, indexed or declared; `suspend (Int) -> Unit` is a type. */
const called = String.raw`(?:${soft})(?=[^\S\n]*[{[])|(?!suspend\b)(?:${soft})(?=[^\S\n]*\()|(?<=\bfun\s|\.)suspend(?=\s*\()`

/** Names in backquotes, which are passed over, and soft keywords that are names. */
const names = new RegExp(
  [
    "`[^`\\n]*`",
    String.raw`\b(?=(?:${soft})\b)(?<=${before})(?!suspend\s*\()(?:${soft})\b(?![\w$])`,
    String.raw`\b(?:${soft})\b(?=${behind})`,
    String.raw`\b(?:${called})`
  ].join("|"),
  "g"
)

/** From the small letters of ASCII to their wide forms, which no keyword has. */
const wide = 0xfee0
const written = new RegExp(`^(?:${soft})$`)

const shift = (word: string, by: number): string => String.fromCharCode(word.charCodeAt(0) + by) + word.slice(1)

/** A text of the same length in which soft keywords that are names are written so that no parser takes them for modifiers. */
export const withoutSoftKeywords = (text: string): string =>
  text.replaceAll(names, (word) => (word.startsWith("`") ? word : shift(word, wide)))

/** A name as it was written before. */
export const nameBefore = (name: string): string => {
  const first = name.charCodeAt(0)
  if (!(first > wide)) return name
  const word = shift(name, -wide)
  return written.test(word) ? word : name
}
