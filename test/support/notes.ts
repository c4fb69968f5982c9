/** A region with only what the note format requires. */
export const minimalRegion = (file: string, anchor: string, lines: readonly [number, number] = [1, 1]) => ({
  file,
  ast_anchor: { type: "function", name: anchor },
  lines: { start: lines[0], end: lines[1] },
  intent: `Why ${anchor} is.`
})

/** A note with only what the note format requires, and what the caller adds. */
export const minimalNote = (commit: string, more: { readonly [field: string]: unknown } = {}) => ({
  $schema: "ultragit/v1",
  commit,
  timestamp: "2025-01-01T00:00:00Z",
  summary: "A change.",
  context_level: "enhanced",
  ...more
})
