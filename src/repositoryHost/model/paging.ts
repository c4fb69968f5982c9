/** The default and the greatest length of a page. */
export interface PageLimits {
  readonly byDefault: number
  readonly most: number
}

/** Page lengths of the original. */
export const pageLimits = {
  list: { byDefault: 50, most: 100 },
  files: { byDefault: 100, most: 200 },
  find: { byDefault: 50, most: 200 },
  search: { byDefault: 25, most: 100 },
  context: { byDefault: 10, most: 200 }
} as const satisfies Readonly<Record<string, PageLimits>>

/** Too little is the default, too much the greatest. */
export const clampLimit = (given: number | undefined, { byDefault, most }: PageLimits): number =>
  given === undefined || given < 1 ? byDefault : Math.min(given, most)

/** A negative offset is none. */
export const clampOffset = (given: number | undefined): number => Math.max(0, given ?? 0)
