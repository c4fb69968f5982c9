/**
 * Characters without a shape of their own, by which a text says other things than it shows: control and format
 * characters (zero-width, bidirectional, tags, soft hyphen, joiners), private ones and those that are none, lone surrogates, line
 * separators, and all that is invisible by default (fillers, variation selectors). One variation selector behind an
 * emoji is how that emoji is written.
 */
const invisibleClass = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800`
const notEmojiSelector = String.raw`(?<!\p{Emoji}[\ufe0e\ufe0f])`

const invisibleCharacters = new RegExp(`[${invisibleClass}]${notEmojiSelector}`, "gv")
/** Those that are neither line breaks and tabs nor what a terminal takes for colours. */
const unsafeCharacters = new RegExp(String.raw`[[${invisibleClass}]--[\0-\x1f]]${notEmojiSelector}`, "gv")

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0")

const formatEscape = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code > 0xffff) return `\\u{${hex(code, 5)}}`
  return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
}

/**
 * Makes a stranger's text inert for one line of a message or a terminal: characters that cannot be seen become `\x1b`,
 * `\u202e` or `\u{e0041}`.
 */
export const escapeControls = (text: string): string => text.replace(invisibleCharacters, formatEscape)

/** The same for whole output, whose line breaks, tabs and colours are the program's own. */
export const escapeOutput = (text: string): string => text.replace(unsafeCharacters, formatEscape)

/** JSON text in which nothing unseen is left: `\u009b`, `\udb40\udc41`. Who parses it gets the value as it was. */
export const escapeJson = (json: string): string =>
  json.replace(unsafeCharacters, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("")
  )

/** A value as JSON text that is inert wherever it is shown. */
export const jsonText = (value: unknown, space?: number): string =>
  escapeJson(JSON.stringify(value, null, space) ?? "null")

/** The first sentence of a text, or the whole text when it has only one. */
export const takeFirstSentence = (text: string): string => {
  const found = /^[\s\S]*?[.!?](?=\s|$)/.exec(text)
  return found === null ? text : found[0]
}

/** A text as a sentence that another may follow: with a full stop, unless it ends with a mark of its own. */
export const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
