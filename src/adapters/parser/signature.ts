/** Maximum length of a signature and of a name segment, in UTF-16 code units. */
const maxSignatureLength = 300
const maxNameLength = 200

const truncate = (text: string, longest: number): string => {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

const foldWhitespace = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim()

/**
 * Removes the white space with a line break before a closing bracket, and a comma before it. Begins only where white space
 * does, or at a comma: from within, long white space would take quadratic time.
 */
const joinClosing = (text: string): string =>
  text.replace(/(?:,|(?<!\s))\s+([)\]>])/g, (found, bracket: string) => (found.includes("\n") ? bracket : found))

/**
 * Formats a declaration's head as one line: folds white space and control characters, joins a parameter list spread
 * over lines, and removes a trailing `{`, `:`, `=`, `=>`, `;` or `,`. Truncates to 300 characters, the last one then
 * `…`.
 */
export const formatSignature = (head: string): string => {
  const opened = head.slice(0, 8 * maxSignatureLength).replace(/([([])\s+|(<)[^\S\n]*\n\s*/g, "$1$2")
  const joined = joinClosing(opened).replace(/(?<!\s)\s+([,)\]])/g, "$1")
  return truncate(foldWhitespace(joined).replace(/(?:\s*(?:=>|[{:=;,]))+$/, ""), maxSignatureLength)
}

/** Formats one segment of a name: folded, at most 200 characters, possibly empty. */
export const formatName = (text: string): string =>
  truncate(foldWhitespace(text.slice(0, 2 * maxNameLength)), maxNameLength)

/** A range of a text; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the text from `start` to `end` with the given spans (comments, decorators) each replaced by a space. */
export const removeSpans = (text: string, { start, end }: Span, without: ReadonlyArray<Span>): string => {
  let from = start
  let kept = ""
  for (const span of without.toSorted((a, b) => a.start - b.start)) {
    if (span.end <= from || span.start >= end) continue
    kept += `${text.slice(from, Math.max(from, span.start))} `
    from = span.end
  }
  return kept + text.slice(from, Math.max(from, end))
}
