const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu

/**
 * Makes a stranger's text inert for one line of a message or a terminal: control characters, bidirectional
 * overrides, line separators and lone surrogates become `\x1b` or `\u202e` escapes.
 */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`
  })

/** Of {@link controls}, what `JSON.stringify` leaves as it is. */
const unescaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * A value as JSON text that is inert wherever it is shown: control characters, bidirectional overrides and line
 * separators are written as `\u009b`. Who parses it gets the value as it was.
 */
export const jsonText = (value: unknown, space?: number): string =>
  (JSON.stringify(value, null, space) ?? "null").replace(
    unescaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

/** The first sentence of a text, or the whole text when it has only one. */
export const firstSentence = (text: string): string => {
  const found = /^[\s\S]*?[.!?](?=\s|$)/.exec(text)
  return found === null ? text : found[0]
}

/** A text as a sentence that another may follow: with a full stop, unless it ends with a mark of its own. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
