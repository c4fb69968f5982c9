import type { FileEvent, Place } from "../events/AgentEvent.ts"
import type { Replacement } from "../plans/selectHistory.ts"
import type { EditedRange } from "../plans/selectItems.ts"

/** Which lines an event is about, and whether they change. */
interface Ranges {
  readonly about: ReadonlyArray<EditedRange>
  readonly isChange: boolean
}

/** Maximum places of one replaced text, for edits that replace all of them. */
const maxOccurrences = 20
/** Maximum characters of the texts that are compared for one edit. Comparing a million takes 7 ms. */
const maxComparedChars = 32 * 1024 * 1024

const wholeFile: EditedRange = { start: 1, end: Number.MAX_SAFE_INTEGER }

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length

/** Finds where a text begins, at most {@link maxOccurrences} times. */
const findOffsets = (text: string, part: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (
    let at = text.indexOf(part);
    at !== -1 && found.length < maxOccurrences;
    at = text.indexOf(part, at + part.length)
  ) {
    found.push(at)
  }
  return found
}

/** Finds the lines of the first text that differ in the second. Where lines are only added: the two lines around them. */
const findDifference = (before: string, after: string): EditedRange | undefined => {
  const [a, b] = [before.split("\n"), after.split("\n")]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  if (start === a.length && start === b.length) return undefined
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return start + end >= a.length
    ? { start, end: start + 1, isBetween: true }
    : { start: start + 1, end: a.length - end }
}

/** Finds the lines that a replacement changes, in the file as it is. */
const findReplaced = (text: string, part: string, other: string | undefined): ReadonlyArray<EditedRange> => {
  const whole = { start: 1, end: part.replace(/\n$/, "").split("\n").length }
  const range = (other === undefined ? undefined : findDifference(part, other)) ?? whole
  return findOffsets(text, part).map((offset) => {
    const above = lineAt(text, offset) - 1
    return { ...range, start: above + range.start, end: above + range.end }
  })
}

/** Finds the lines of a file that a place is about. Empty where the tool will not find the text that it replaces. */
export const findRanges = (event: FileEvent, place: Place, text: string): Ranges => {
  if (event.kind === "read") return { about: [place.lines ?? wholeFile], isChange: false }
  const { content, replaced, replacements = [] } = place
  if (replaced.length > 0) {
    const [parts, others] = event.isAfter ? [replacements, replaced] : [replaced, replacements]
    const about = parts.flatMap((part, index) => (part === "" ? [] : findReplaced(text, part, others[index])))
    return { about, isChange: true }
  }
  if (content === undefined || event.isAfter) return { about: [wholeFile], isChange: false }
  const difference = findDifference(text, content)
  return { about: difference === undefined ? [] : [difference], isChange: true }
}

/** Compares a file's text before and after a change. Empty if they are the same. */
const compareTexts = (before: string, after: string): ReadonlyArray<Replacement> => {
  const range = findDifference(before, after)
  if (range === undefined) return []
  const [beforeLines, afterLines] = [before.split("\n"), after.split("\n")]
  const added = afterLines.slice(range.start - 1, afterLines.length - (beforeLines.length - range.end))
  return [{ text: before, range, added }]
}

/**
 * Finds what a change replaces, and by what, in the text that the file had before: where the change was made already, it is
 * taken back. Empty for a read, and where one of both is not known. In a long file, only the first of many changes.
 */
export const findReplacements = (event: FileEvent, place: Place, text: string): ReadonlyArray<Replacement> => {
  if (event.kind === "read") return []
  const { content, replaced, replacements = [] } = place
  if (replaced.length === 0) return content === undefined || event.isAfter ? [] : compareTexts(text, content)
  const [parts, others] = event.isAfter ? [replacements, replaced] : [replaced, replacements]
  const found = parts.flatMap((part, index) => {
    const other = others[index]
    if (part === "" || other === undefined) return []
    return findOffsets(text, part).map((offset) => ({ offset, part, other }))
  })
  const compared = found.slice(0, Math.max(1, Math.floor(maxComparedChars / Math.max(1, text.length))))
  return compared.flatMap(({ offset, other, part }) => {
    const changed = text.slice(0, offset) + other + text.slice(offset + part.length)
    return event.isAfter ? compareTexts(changed, text) : compareTexts(text, changed)
  })
}
