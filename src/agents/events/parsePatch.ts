import type { Place } from "./AgentEvent.ts"

const fileLine = /^\*\*\* (?:Update|Delete) File: (.+)$/

/**
 * Parses the files that a patch of Codex changes (`*** Begin Patch`), each with the runs of lines that it keeps or removes
 * (the old text) and what they become. Files that the patch adds are left out.
 */
export const parsePatch = (patch: string): ReadonlyArray<Place> => {
  const places: Array<{ path: string; replaced: Array<string>; replacements: Array<string> }> = []
  let before: Array<string> = []
  let after: Array<string> = []
  const finishRun = () => {
    const place = places.at(-1)
    if (place !== undefined && before.length > 0) {
      place.replaced.push(before.join("\n"))
      place.replacements.push(after.join("\n"))
    }
    before = []
    after = []
  }
  let isInFile = false
  for (const line of patch.split("\n")) {
    if (line.startsWith("*** ")) {
      finishRun()
      const path = fileLine.exec(line)?.[1]?.trim()
      isInFile = path !== undefined || (isInFile && line.startsWith("*** Move to: "))
      if (path !== undefined) places.push({ path, replaced: [], replacements: [] })
    } else if (line.startsWith("@@")) finishRun()
    else if (isInFile) {
      if (!line.startsWith("+")) before.push(line.slice(1))
      if (!line.startsWith("-")) after.push(line.slice(1))
    }
  }
  finishRun()
  return places
}
