import type { LineRange } from "../../domain/LineRange.ts"
import type { Draft, Extract } from "./Language.ts"
import type { Unit } from "./Outline.ts"

/** Decodes a file as UTF-8: replaces invalid bytes and removes a byte order mark. */
export const decode = (content: Uint8Array): string => new TextDecoder("utf-8").decode(content)

const findNewlines = (text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) found.push(at)
  return found
}

/** Counts the newlines before `offset`. */
const countNewlinesBefore = (offsets: ReadonlyArray<number>, offset: number): number => {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((offsets[middle] ?? offset) < offset) low = middle + 1
    else high = middle
  }
  return low
}

const findLastNonSpace = (text: string, start: number, end: number): number => {
  let last = Math.min(end, text.length) - 1
  while (last > start && /\s/.test(text.charAt(last))) last -= 1
  return Math.max(start, last)
}

/** The units of a text with line numbers. */
export interface ParsedUnits {
  readonly units: ReadonlyArray<Unit>
  readonly partial: boolean
}

/**
 * Converts drafts to units with lines as git counts them: only line feeds separate lines. Source order, outer before
 * inner.
 */
export const convertToUnits = (text: string, { drafts, partial }: Extract): ParsedUnits => {
  const offsets = findNewlines(text)
  const linesOf = ({ start, end }: Draft): LineRange => ({
    start: countNewlinesBefore(offsets, start) + 1,
    end: countNewlinesBefore(offsets, findLastNonSpace(text, start, end)) + 1
  })
  const units = drafts
    .filter((draft) => draft.name !== "")
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((draft) => ({ type: draft.type, name: draft.name, signature: draft.signature, lines: linesOf(draft) }))
  return { units, partial }
}
