import type { Leaf } from "./leaves.ts"

/** A phrase of a query. */
export type Phrase = Extract<Leaf, { readonly _tag: "Phrase" }>

/** Where words are in a text, by word, in ascending order. */
export type WordPlaces = ReadonlyMap<string, ReadonlyArray<number>>

/** Places of one term, relative to where the phrase would begin. */
interface Cursor {
  readonly starts: ReadonlyArray<number>
  next: number
}

const startAt = ({ next, starts }: Cursor): number => starts[next] ?? Number.POSITIVE_INFINITY

/**
 * Whether a text has a phrase: each term at its place, or, with slop, places that would begin the phrase at most so many
 * words apart. Two terms never share a place.
 */
export const hasPhrase = ({ slop, terms }: Phrase, places: WordPlaces): boolean => {
  const cursors = terms.map(({ position, text }): Cursor & { readonly position: number } => ({
    position,
    starts: (places.get(text) ?? []).map((place) => place - position),
    next: 0
  }))
  for (;;) {
    const starts = cursors.map(startAt)
    const [first, last] = [Math.min(...starts), Math.max(...starts)]
    if (last === Number.POSITIVE_INFINITY) return false
    const taken = new Set(cursors.map((cursor) => startAt(cursor) + cursor.position))
    if (last - first <= slop && taken.size === cursors.length) return true
    const behind = cursors[starts.indexOf(first)]
    if (behind === undefined) return false
    behind.next += 1
  }
}
