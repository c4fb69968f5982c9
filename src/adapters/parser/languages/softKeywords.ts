/**
 * Soft keywords of Kotlin: modifiers before a declaration, names elsewhere. The grammar takes them for modifiers at the
 * start of a statement, and `dynamic` and `suspend` anywhere.
 */
const softKeywords =
  "abstract|crossinline|dynamic|external|final|infix|inline|internal|lateinit|noinline|open|override|private|protected|public|sealed|suspend|tailrec|vararg"

/** Text that precedes a name on its line and never a modifier. The previous line may be a comment. */
const before = String.raw`(?:[!.&|+%?=]|->|\b(?:return|throw|val|var|in|to|and|or))[^\S\n]*`
/** Text that follows a name and never a modifier, which a comment may follow. */
const behind = String.raw`\s*(?:[.,)\];=+*%?:!&|<>}-]|\/(?![/*])|(?:in|is|as|to|and|or)\b)`
/** A name that is called, indexed or declared. `suspend (Int) -> Unit` is a type. */
const called = String.raw`(?:${softKeywords})(?=[^\S\n]*[{[])|(?!suspend\b)(?:${softKeywords})(?=[^\S\n]*\()|(?<=\bfun\s|\.)suspend(?=\s*\()`

/** Names in backquotes, which are skipped, and soft keywords used as names. */
const names = new RegExp(
  [
    "`[^`\\n]*`",
    String.raw`\b(?=(?:${softKeywords})\b)(?<=${before})(?!suspend\s*\()(?:${softKeywords})\b(?![\w$])`,
    String.raw`\b(?:${softKeywords})\b(?=${behind})`,
    String.raw`\b(?:${called})`
  ].join("|"),
  "g"
)

/** Offset from ASCII lower-case letters to their full-width forms, which no keyword contains. */
const fullWidthOffset = 0xfee0
const softKeyword = new RegExp(`^(?:${softKeywords})$`)

const shift = (word: string, by: number): string => String.fromCharCode(word.charCodeAt(0) + by) + word.slice(1)

/**
 * Rewrites soft keywords used as names with a full-width letter, so that the grammar does not take them for modifiers.
 * Keeps the text's length.
 */
export const widenSoftKeywords = (text: string): string =>
  text.replaceAll(names, (word) => (word.startsWith("`") ? word : shift(word, fullWidthOffset)))

/** Restores a name as written in the source. */
export const restoreName = (name: string): string => {
  const first = name.charCodeAt(0)
  if (!(first > fullWidthOffset)) return name
  const word = shift(name, -fullWidthOffset)
  return softKeyword.test(word) ? word : name
}
