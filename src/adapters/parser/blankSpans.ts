import type { Span } from "./signature.ts"

/** Replaces spans with blanks, keeping length and line breaks. */
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
