/** A path with what was named with it: one of both. */
export interface PathAndPart {
  readonly path: string
  /** `START:END`, 1-based and inclusive. */
  readonly lines?: string
  /** A function or type. */
  readonly anchor?: string
}

/**
 * Splits `src/pool.ts:40-60` or `src/pool.ts:40`, as answers, editors and compilers name lines, and `src/pool.ts:Pool.acquire`, as
 * answers about code name definitions, also with `::` or `#`. Returns undefined for a path alone.
 */
export const splitPath = (text: string): PathAndPart | undefined => {
  const [, file, start, end = start] = /^(.+):([1-9]\d*)(?:-([1-9]\d*))?$/s.exec(text) ?? []
  if (file !== undefined) return { path: file, lines: `${start}:${end}` }
  const [, path, anchor] = /^([^:#]+)(?:::?|#)([^:#\d\s].*)$/s.exec(text) ?? []
  return path === undefined || anchor === undefined ? undefined : { path, anchor }
}
