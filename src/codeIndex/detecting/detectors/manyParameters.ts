import { declareInProject } from "../Detector.ts"
import { placeOf } from "../Project.ts"

const minParameters = 7

export const manyParameters = declareInProject({
  id: "many-parameters",
  category: "design",
  finds: `A function with ${minParameters} parameters or more, and more than most of this project.`,
  why: "Callers mix them up, and each new one changes all callers.",
  fix: "Pass what belongs together as one value.",
  confidence: 0.3,
  off: "Of 18 that were judged 6 helped: options with defaults, which are passed by name, count as parameters.",
  inProject: ({ production, threshold }) => {
    const many = threshold("parameters", minParameters)
    return production
      .flatMap(({ definitions }) => definitions)
      .filter(({ cyclomatic, parameters }) => cyclomatic > 0 && parameters >= many)
      .map((definition) => ({
        severity: definition.parameters >= many * 2 ? ("medium" as const) : ("low" as const),
        ...placeOf(definition),
        title: `${definition.qualifiedName} has ${definition.parameters} parameters.`
      }))
  }
})
