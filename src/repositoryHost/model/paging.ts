/** The default and the maximum of the entries on a page, or of the lines of context. */
export interface PageLimits {
  readonly byDefault: number
  readonly max: number
}

/** The limits of the original. */
export const pageLimits = {
  list: { byDefault: 50, max: 100 },
  files: { byDefault: 100, max: 200 },
  find: { byDefault: 50, max: 200 },
  search: { byDefault: 25, max: 100 },
  context: { byDefault: 10, max: 200 }
} as const satisfies Readonly<Record<string, PageLimits>>

/** Returns the default for a limit that is not given or below 1, and the maximum for one above it. */
export const clampLimit = (given: number | undefined, { byDefault, max }: PageLimits): number =>
  given === undefined || given < 1 ? byDefault : Math.min(given, max)

/** Returns 0 for an offset that is not given or negative. */
export const clampOffset = (given: number | undefined): number => Math.max(0, given ?? 0)
