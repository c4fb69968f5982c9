import { declareInProject } from "../Detector.ts"
import { findThreshold, placeOfFile } from "../Project.ts"

const minImporters = 15
const minImports = 15
/** Lists of what others define, of types and of parts to choose from, have next to none. */
const minComplexity = 50

export const hubFile = declareInProject({
  id: "hub-file",
  category: "architecture",
  finds: `A file with a complexity of ${minComplexity} or more that many files import and that imports many files itself.`,
  why: "Every change below it reaches everything above it.",
  fix: "Split it by who uses which part, or let those who import it import the parts.",
  off: "14 of 27 findings were useful (.52): indexes of folders, base classes and models are hubs by their purpose.",
  confidence: 0.7,
  inProject: ({ imports, production }) => {
    const own = new Set(production.map(({ path }) => path))
    const inside = imports.filter(({ from, to }) => own.has(from) && own.has(to))
    const importers = Map.groupBy(inside, ({ to }) => to)
    const imported = Map.groupBy(inside, ({ from }) => from)
    const counts = production.map(({ definitions, path }) => ({
      path,
      complexity: definitions.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0),
      above: new Set(importers.get(path)?.map(({ from }) => from)).size,
      below: new Set(imported.get(path)?.map(({ to }) => to)).size
    }))
    const manyAbove = findThreshold(
      counts.map(({ above }) => above),
      minImporters
    )
    const manyBelow = findThreshold(
      counts.map(({ below }) => below),
      minImports
    )
    return counts
      .filter(({ above, below, complexity }) => above >= manyAbove && below >= manyBelow && complexity >= minComplexity)
      .map(({ above, below, complexity, path }) => ({
        severity: above >= manyAbove * 2 && below >= manyBelow * 2 ? ("medium" as const) : ("low" as const),
        ...placeOfFile(path),
        title: `${above} files import it, it imports ${below}, and its complexity is ${complexity}.`
      }))
  }
})
