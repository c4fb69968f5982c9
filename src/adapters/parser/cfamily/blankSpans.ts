import type { Span } from "../signature.ts"

/** A text of the same length and lines with blanks in place of some spans. */
export const blankSpans = (text: string, spans: ReadonlyArray<Span>): string => {
  let from = 0
  let made = ""
  for (const { end, start } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= from) continue
    const begin = Math.max(from, start)
    made += text.slice(from, begin) + text.slice(begin, end).replace(/[^\n]/g, " ")
    from = end
  }
  return made + text.slice(from)
}
