/** A path with the lines that were named with it. */
export interface PathAndLines {
  readonly path: string
  /** `START:END`, 1-based and inclusive. */
  readonly lines: string
}

/**
 * Splits `src/pool.ts:40-60` or `src/pool.ts:40`, as answers, editors and compilers name lines. Returns undefined for a path without
 * lines.
 */
export const splitPathAndLines = (text: string): PathAndLines | undefined => {
  const found = /^(?<path>.+):(?<start>[1-9]\d*)(?:-(?<end>[1-9]\d*))?$/s.exec(text)?.groups
  const { path, start, end = start } = found ?? {}
  return path === undefined || start === undefined ? undefined : { path, lines: `${start}:${end}` }
}
