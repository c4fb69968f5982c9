/** Lines of a file that a commit changes, with context. */
export interface Hunk {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Parses the hunks of a patch that change existing lines. */
export const parseHunks = (patch: string): ReadonlyArray<Hunk> => {
  const hunks: Array<{ path: string; before: Array<string>; after: Array<string> }> = []
  let path = ""
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) path = ""
    else if (line.startsWith("--- a/")) path = line.slice("--- a/".length)
    else if (line.startsWith("+++ ") || line.startsWith("--- ")) continue
    else if (line.startsWith("@@ ") && path !== "") hunks.push({ path, before: [], after: [] })
    else if (path !== "" && / |\+|-/.test(line.slice(0, 1))) {
      const hunk = hunks.at(-1)
      if (!line.startsWith("+")) hunk?.before.push(line.slice(1))
      if (!line.startsWith("-")) hunk?.after.push(line.slice(1))
    }
  }
  return hunks.map((hunk) => ({ path: hunk.path, before: hunk.before.join("\n"), after: hunk.after.join("\n") }))
}
