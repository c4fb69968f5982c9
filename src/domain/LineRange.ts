import { Option, Schema } from "effect"

/** Lines of a file, counted from 1, both ends included. */
export const LineRange = Schema.Struct({
  start: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1))),
  end: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1)))
})
export type LineRange = typeof LineRange.Type

/** Whether two ranges share a line. */
export const overlaps = (a: LineRange, b: LineRange): boolean => a.start <= b.end && b.start <= a.end

/** The lines two ranges share. */
export const intersect = (a: LineRange, b: LineRange): Option.Option<LineRange> =>
  overlaps(a, b) ? Option.some({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) }) : Option.none()

/** Number of lines. */
export const size = (range: LineRange): number => range.end - range.start + 1

/** The same lines `offset` further down (up when negative). */
export const shift = (range: LineRange, offset: number): LineRange => ({
  start: range.start + offset,
  end: range.end + offset
})

const pattern = /^\s*(\d{1,9})\s*(?:[:,-]\s*(\d{1,9})\s*)?$/

/**
 * Reads `START:END`, `START,END`, `START-END` or one number (spec annotations §2).
 * None when the text has another form; whether the range is sensible is for the caller, who knows the file.
 */
export const parse = (text: string): Option.Option<LineRange> => {
  const found = pattern.exec(text)
  if (found === null) return Option.none()
  const start = Number(found[1])
  return Option.some({ start, end: found[2] === undefined ? start : Number(found[2]) })
}
