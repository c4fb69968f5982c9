import { declareInProject } from "../Detector.ts"
import { gradeExcess, linesOf, placeOf } from "../Project.ts"

const minLines = 150
const minComplexity = 15

export const longFunction = declareInProject({
  id: "long-function",
  category: "design",
  finds: "A function with branches that is far longer than most of this project.",
  why: "What happens at its end depends on all that is above.",
  fix: "Name its parts and make functions of them.",
  confidence: 0.6,
  off: "Of 30 that were judged 18 helped: markup, migrations, lists of listeners and functions around a module are long and plain.",
  inProject: ({ production, threshold }) => {
    const long = threshold("lines", minLines)
    return production
      .flatMap(({ definitions }) => definitions)
      .filter((each) => each.cognitive >= minComplexity && linesOf(each) >= long)
      .map((definition) => ({
        severity: gradeExcess(linesOf(definition), long),
        ...placeOf(definition),
        title: `${definition.qualifiedName} has ${linesOf(definition)} lines; from ${long} on it is long for this project.`
      }))
  }
})
