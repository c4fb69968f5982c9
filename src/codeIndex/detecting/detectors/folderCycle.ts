import { posix } from "node:path"
import { findCycles } from "../../graph/imports.ts"
import { declareInProject } from "../Detector.ts"
import { nameSome, placeOfFile } from "../Project.ts"

export const folderCycle = declareInProject({
  id: "folder-cycle",
  category: "architecture",
  finds: "Folders whose files import each other in a circle.",
  why: "They have no order, so that none of them can be understood or moved alone.",
  fix: "Decide which of them builds on which, and move what breaks that order.",
  confidence: 0.6,
  off: "Folders are often only drawers; files that import each other are found by circular-dependency.",
  inProject: ({ imports, production }) => {
    const own = new Set(production.map(({ path }) => path))
    const inside = imports.filter(({ from, isStatic, to }) => isStatic && own.has(from) && own.has(to))
    const between = inside
      .map(({ from, isStatic, to }) => ({ from: posix.dirname(from), to: posix.dirname(to), isStatic }))
      .filter(({ from, to }) => from !== to && !from.startsWith(`${to}/`) && !to.startsWith(`${from}/`))
    return findCycles(between).flatMap((folders) => {
      const members = new Set(folders)
      const closing = inside.find(
        ({ from, to }) =>
          members.has(posix.dirname(from)) &&
          members.has(posix.dirname(to)) &&
          posix.dirname(from) !== posix.dirname(to)
      )
      if (closing === undefined) return []
      return [
        {
          severity: "low" as const,
          ...placeOfFile(closing.from, closing.line),
          title: `${folders.length} folders import each other: ${nameSome(folders, 4)}.`,
          key: folders.join("\0")
        }
      ]
    })
  }
})
