import { declareInProject } from "../Detector.ts"
import { placeOf } from "../Project.ts"

const least = 7

export const deepNesting = declareInProject({
  id: "deep-nesting",
  category: "design",
  finds: "A function with blocks in blocks, deeper than most of this project.",
  why: "The innermost line runs only under conditions that are far above it.",
  fix: "Return early, or move the inner blocks into a function.",
  confidence: 0.75,
  inProject: ({ production, threshold }) => {
    const deep = threshold("nesting", least)
    return production
      .flatMap(({ definitions }) => definitions)
      .filter(({ nesting }) => nesting >= deep)
      .map((definition) => ({
        severity: definition.nesting >= deep + 3 ? ("medium" as const) : ("low" as const),
        ...placeOf(definition),
        title: `${definition.qualifiedName} nests ${definition.nesting} blocks; from ${deep} on it is deep for this project.`
      }))
  }
})
