import { declareInProject } from "../Detector.ts"
import { linesOf, placeOf } from "../Project.ts"

const leastMethods = 20
const leastComplexity = 100

const isType = /^(?:class|struct|impl|trait)$/

export const godClass = declareInProject({
  id: "god-class",
  category: "design",
  finds: `A class with ${leastMethods} methods or more that have a complexity of ${leastComplexity} in all.`,
  why: "It has several reasons to change, and everyone who changes it meets there.",
  fix: "Move groups of methods that use the same fields into classes of their own.",
  off: "Visitors and parsers have a method for each kind of node on purpose.",
  confidence: 0.65,
  inProject: ({ production }) =>
    production.flatMap(({ definitions }) =>
      definitions
        .filter(({ kind }) => isType.test(kind))
        .flatMap((type) => {
          const methods = definitions.filter(
            ({ cyclomatic, kind, qualifiedName }) =>
              kind === "method" &&
              cyclomatic > 0 &&
              qualifiedName.startsWith(type.qualifiedName) &&
              /^(?:\.|::|#)[^.:#]+$/.test(qualifiedName.slice(type.qualifiedName.length))
          )
          const complexity = methods.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0)
          const lines = linesOf(type)
          if (methods.length < leastMethods || complexity < leastComplexity) return []
          const isWorse = methods.length >= 30 && lines >= 1000 && complexity >= 200
          return [
            {
              severity: isWorse ? ("high" as const) : ("medium" as const),
              ...placeOf(type),
              title: `${type.qualifiedName} has ${methods.length} methods in ${lines} lines, with a complexity of ${complexity}.`
            }
          ]
        })
    )
})
