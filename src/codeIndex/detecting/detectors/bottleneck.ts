import { declareInProject } from "../Detector.ts"
import { placeOf } from "../Project.ts"

const minFiles = 10
const minComplexity = 30

export const bottleneck = declareInProject({
  id: "bottleneck",
  category: "architecture",
  finds: "A complex function that many files use.",
  why: "It is hard to change, and a mistake in it breaks everything that uses it.",
  fix: "Split it into simpler functions, and test what its users rely on.",
  confidence: 0.85,
  inProject: ({ production, threshold, usageOf }) => {
    const complex = threshold("cyclomatic", minComplexity)
    return production.flatMap(({ definitions, path }) =>
      definitions.flatMap((definition) => {
        if (definition.cyclomatic < complex) return []
        const { otherFiles } = usageOf(path, definition.qualifiedName)
        if (otherFiles < minFiles) return []
        return [
          {
            severity: otherFiles >= minFiles * 3 ? ("high" as const) : ("medium" as const),
            ...placeOf(definition),
            title: `${definition.qualifiedName} has complexity ${definition.cyclomatic}, and ${otherFiles} other files use it.`
          }
        ]
      })
    )
  }
})
