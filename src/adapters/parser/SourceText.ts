import type { LineRange } from "../../domain/LineRange.ts"
import type { Facts, FactsDraft, Reference, ReferenceDraft } from "./facts/Facts.ts"
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

/** Makes a function that returns the lines of a span, as git counts them: only line feeds separate lines. */
const makeLines =
  (text: string, offsets: ReadonlyArray<number> = findNewlines(text)) =>
  ({ end, start }: Pick<Draft, "start" | "end">): LineRange => ({
    start: countNewlinesBefore(offsets, start) + 1,
    end: countNewlinesBefore(offsets, findLastNonSpace(text, start, end)) + 1
  })

/** Converts the offsets of facts to lines as git counts them. */
export const convertToFacts = (text: string, draft: FactsDraft): Facts => {
  const offsets = findNewlines(text)
  const linesOf = makeLines(text, offsets)
  const placed = <A extends { readonly at: number }>({ at, ...rest }: A) => {
    const before = countNewlinesBefore(offsets, at)
    return { ...rest, line: before + 1, column: before === 0 ? at : at - (offsets[before - 1] ?? 0) - 1 }
  }
  const placeReference = (found: ReferenceDraft): Reference => {
    const { arguments: count, at, given, held, kind, named, runs, value, within } = found
    const before = countNewlinesBefore(offsets, at)
    const column = before === 0 ? at : at - (offsets[before - 1] ?? 0) - 1
    const reference = { kind, value, within, line: before + 1, column, arguments: count }
    if (given === undefined && held === undefined && named === undefined && runs === undefined) return reference
    return { ...placed(found), ...reference }
  }
  const onLine = <A extends { readonly at: number }>({ at, ...rest }: A) => ({
    ...rest,
    line: countNewlinesBefore(offsets, at) + 1
  })
  return {
    ...draft,
    definitions: draft.definitions.map(({ end, start, ...rest }) => ({
      ...placed(rest),
      lines: linesOf({ start, end })
    })),
    imports: draft.imports.map(onLine),
    exports: draft.exports.map(onLine),
    references: draft.references.map(placeReference)
  }
}

/** The units of a text with line numbers. */
export interface ParsedUnits {
  readonly units: ReadonlyArray<Unit>
  readonly partial: boolean
  readonly facts?: Facts
}

/**
 * Converts drafts to units with lines as git counts them. Source order, outer before inner.
 */
export const convertToUnits = (text: string, { drafts, facts, partial }: Extract): ParsedUnits => {
  const linesOf = makeLines(text)
  const units = drafts
    .filter((draft) => draft.name !== "")
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((draft) => ({ type: draft.type, name: draft.name, signature: draft.signature, lines: linesOf(draft) }))
  return facts === undefined ? { units, partial } : { units, partial, facts: convertToFacts(text, facts) }
}
