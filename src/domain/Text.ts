/**
 * Characters without a visible shape, which can make a text say something else than it shows: control and format
 * characters (zero-width, bidirectional, tags, soft hyphen, joiners), private-use and unassigned characters, lone
 * surrogates, line separators, and everything that is invisible by default (fillers, variation selectors). A variation
 * selector behind an emoji is allowed: it is part of how the emoji is written.
 */
const invisibleClass = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800`
const notEmojiSelector = String.raw`(?<!\p{Emoji}[\ufe0e\ufe0f])`

const invisibleCharacters = new RegExp(`[${invisibleClass}]${notEmojiSelector}`, "gv")
/** The same without ASCII control characters: line breaks, tabs and the escapes of terminal colors. */
const unsafeCharacters = new RegExp(String.raw`[[${invisibleClass}]--[\0-\x1f]]${notEmojiSelector}`, "gv")

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0")

const formatEscape = (character: string): string => {
  const code = character.codePointAt(0)
  if (code === undefined) return character
  if (code > 0xffff) return `\\u{${hex(code, 5)}}`
  return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
}

/**
 * Makes untrusted text safe for one line of a message or terminal: invisible characters become escapes such as `\x1b`,
 * `\u202e` or `\u{e0041}`.
 */
export const escapeControls = (text: string): string => text.replace(invisibleCharacters, formatEscape)

/** Escapes whole output but keeps line breaks, tabs and colors, which are the program's own. */
export const escapeOutput = (text: string): string => text.replace(unsafeCharacters, formatEscape)

/** Escapes invisible characters in JSON text as `\u009b` or `\udb40\udc41`. Parsing gives the original value. */
export const escapeJson = (json: string): string =>
  json.replace(unsafeCharacters, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("")
  )

/** Serializes a value as JSON that is safe to show anywhere. */
export const jsonText = (value: unknown, space?: number): string =>
  escapeJson(JSON.stringify(value, null, space) ?? "null")

/** Returns the part of a text before a separator; the whole text if it has none. */
export const takeBefore = (text: string, separator: string): string => {
  const end = text.indexOf(separator)
  return end === -1 ? text : text.slice(0, end)
}

/** Returns the blanks and tabs that a text starts with. */
export const takeIndent = (text: string): string => text.slice(0, text.search(/[^ \t]|$/))

/** Returns the first sentence of a text. */
export const takeFirstSentence = (text: string): string => {
  const found = /^[\s\S]*?[.!?](?=\s|$)/.exec(text)
  return found === null ? text : found[0]
}

/** Formats `1 region`, `3 regions`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** Adds a full stop unless the text already ends with a punctuation mark. */
export const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const plainArgument = /^[\w./@%+,:=-]+$/

/** Quotes a text as one argument for a POSIX shell. */
export const shellArgument = (text: string): string =>
  plainArgument.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
