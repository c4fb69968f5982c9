import { Option, Schema } from "effect"

/** A range of lines, counted from 1, both ends included. */
export const LineRange = Schema.Struct({
  start: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1))),
  end: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1)))
})
export type LineRange = typeof LineRange.Type

/** Whether two ranges share a line. */
export const overlaps = (a: LineRange, b: LineRange): boolean => a.start <= b.end && b.start <= a.end

/** Returns the lines that two ranges share. */
export const intersect = (a: LineRange, b: LineRange): Option.Option<LineRange> =>
  overlaps(a, b) ? Option.some({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) }) : Option.none()

/** Returns the parts of a range outside another. */
export const subtract = (range: LineRange, other: LineRange): ReadonlyArray<LineRange> => {
  if (!overlaps(range, other)) return [range]
  const parts = [
    { start: range.start, end: other.start - 1 },
    { start: other.end + 1, end: range.end }
  ]
  return parts.filter(({ end, start }) => start <= end)
}

/** Returns the number of lines. */
export const size = (range: LineRange): number => range.end - range.start + 1

/** Returns the number of lines of ranges that share none. */
export const totalSize = (ranges: ReadonlyArray<LineRange>): number =>
  ranges.reduce((total, range) => total + size(range), 0)

/** Joins ranges that share lines or follow each other, in order. */
export const joinRanges = (ranges: ReadonlyArray<LineRange>): ReadonlyArray<LineRange> => {
  const joined: Array<LineRange> = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && range.start <= last.end + 1) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else joined.push(range)
  }
  return joined
}

/** Moves a range down by `offset` lines, or up if it is negative. */
export const shift = (range: LineRange, offset: number): LineRange => ({
  start: range.start + offset,
  end: range.end + offset
})

const pattern = /^\s*(?:#?L|lines?\s+)?(\d{1,9})\s*(?:(?:[:,–-]|\.\.|to)\s*L?(\d{1,9})\s*)?$/i

/**
 * Parses `START:END`, `START,END`, `START-END` or one number (spec annotations §2), also as hosts and people write them: `L12-L20`,
 * `#L12`, `12..20`, `lines 12 to 20`. Returns none for any other text.
 * Does not check the range: the caller knows the file.
 */
export const parse = (text: string): Option.Option<LineRange> => {
  const found = pattern.exec(text)
  if (found === null) return Option.none()
  const start = Number(found[1])
  return Option.some({ start, end: found[2] === undefined ? start : Number(found[2]) })
}

/** Ranges with a letter or a digit in them: empty lines and brackets say nothing. `lines`: the text of each line, from 1. */
export const withWords = (ranges: ReadonlyArray<LineRange>, lines: ReadonlyArray<string>): ReadonlyArray<LineRange> =>
  ranges.filter(({ end, start }) => lines.slice(start - 1, end).some((line) => /[\p{L}\p{N}]/u.test(line)))
