import { declareInProject } from "../Detector.ts"
import { gradeExcess, placeOf } from "../Project.ts"

const minComplexity = 40

export const complexFunction = declareInProject({
  id: "complex-function",
  category: "design",
  finds: "A function that is far harder to follow than most of this project (cognitive complexity).",
  why: "Each reader has to keep all its branches in mind at once.",
  fix: "Return early, and move branches that belong together into functions.",
  confidence: 0.7,
  off: "Of 60 that were judged in 45 repositories 42 helped: algorithms, dispatchers and renderers are complex by nature.",
  inProject: ({ production, threshold }) => {
    const complex = threshold("cognitive", minComplexity)
    return production
      .flatMap(({ definitions }) => definitions)
      .filter(({ cognitive }) => cognitive >= complex)
      .map((definition) => ({
        severity: gradeExcess(definition.cognitive, complex),
        ...placeOf(definition),
        title: `${definition.qualifiedName} has a cognitive complexity of ${definition.cognitive}; from ${complex} on it is high for this project.`
      }))
  }
})
