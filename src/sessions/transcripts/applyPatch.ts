import { type ChangedLines, readPatchLines } from "./changedLines.ts"

/** The change of one file in a patch. */
interface PatchedFile extends ChangedLines {
  readonly path: string
}

const header = /^\*\*\* (?:Add|Update) File: (.+)$/
const moved = /^\*\*\* Move to: (.+)$/

/**
 * Reads a patch in the format of Codex's `apply_patch`, also inside of a shell command: `*** Begin Patch`, then files with
 * `*** Add File: PATH`, `*** Update File: PATH` or `*** Delete File: PATH`. A moved file has its new path.
 */
export const readApplyPatch = (text: string): ReadonlyArray<PatchedFile> => {
  const begin = text.indexOf("*** Begin Patch")
  if (begin === -1) return []
  const end = text.indexOf("*** End Patch", begin)
  const files: Array<{ path: string; lines: Array<string> }> = []
  for (const line of text.slice(begin, end === -1 ? undefined : end).split(/\r?\n/)) {
    const [path, target] = [header.exec(line)?.[1], moved.exec(line)?.[1]]
    const last = files.at(-1)
    if (path !== undefined) files.push({ path: path.trim(), lines: [] })
    else if (target !== undefined && last !== undefined) last.path = target.trim()
    else if (line.startsWith("*** Delete File: ")) files.push({ path: "", lines: [] })
    else last?.lines.push(line)
  }
  return files.filter(({ path }) => path !== "").map(({ lines, path }) => ({ path, ...readPatchLines(lines) }))
}
