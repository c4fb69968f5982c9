import { blankSpans } from "./blankSpans.ts"
import { type Extract, type Extractor, outOfMemory } from "./Language.ts"
import type { Span } from "./signature.ts"

/** The lines that git writes around the sides of a conflict. */
const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?= |\r?$)[^\n]*/gm

interface Conflict {
  /** The line before our side. */
  readonly open: Span
  /** From the end of our side to the start of theirs: one line, or with what both were made from. */
  readonly between: Span
  /** The line after their side. */
  readonly close: Span
}

const findConflicts = (text: string): ReadonlyArray<Conflict> => {
  const found: Array<Conflict> = []
  let signs = ""
  let open: Span | undefined
  let between: Span | undefined
  for (const { 0: line, index: start } of text.matchAll(marker)) {
    const here = { start, end: start + line.length }
    const sign = line.charAt(0)
    signs = sign === "<" ? sign : signs + sign
    if (signs === "<") open = here
    else if (/^<\|?=?$/.test(signs))
      between = { start: signs.length === 2 ? start : (between?.start ?? start), end: here.end }
    else {
      if (/^<\|?=>$/.test(signs) && open !== undefined && between !== undefined)
        found.push({ open, between, close: here })
      signs = ""
    }
  }
  return found
}

/** Whether a text has conflicts of a merge, rebase or the like. */
export const hasConflicts = (text: string): boolean => /^<{7} /m.test(text) && findConflicts(text).length > 0

/** Texts that parse where one with conflicts does not, with the same offsets, and whether they have both sides. */
const resolve = (text: string) => {
  const conflicts = findConflicts(text)
  if (conflicts.length === 0) return []
  const both = conflicts.flatMap(({ between, close, open }) => [open, between, close])
  const ours = conflicts.flatMap(({ between, close, open }) => [open, { start: between.start, end: close.end }])
  return [
    { resolved: blankSpans(text, both), hasBoth: true },
    { resolved: blankSpans(text, ours), hasBoth: false }
  ]
}

const isPartial = (found: ReturnType<Extractor>): found is Extract =>
  found !== undefined && found !== outOfMemory && found.partial

/**
 * Extracts the units of a text. Where it does not parse because of conflicts, those of both sides, or if these do not parse
 * together, of ours, which is what HEAD has.
 */
export const extractResolved = (
  extract: Extractor,
  text: string,
  shouldContinue: () => boolean,
  wantsFacts: boolean
): { readonly text: string; readonly found: ReturnType<Extractor> } => {
  const found = extract(text, shouldContinue, wantsFacts)
  let best = { text, found }
  if (!isPartial(found)) return best
  for (const { hasBoth, resolved } of resolve(text)) {
    const next = extract(resolved, shouldContinue, wantsFacts)
    if (next === undefined || next === outOfMemory) return best
    best = { text: resolved, found: { ...next, partial: next.partial || !hasBoth } }
    if (!next.partial) return best
  }
  return best
}
