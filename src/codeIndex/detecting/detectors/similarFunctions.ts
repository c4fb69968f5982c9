import type { Detection } from "../../model/findings.ts"
import { declareInProject } from "../Detector.ts"
import { linesOf, nameSome, placeOf, type ProjectDefinition } from "../Project.ts"

const minLines = 15
const minCalls = 5

export const similarFunctions = declareInProject({
  id: "similar-functions",
  category: "design",
  finds: `Functions of ${minLines} lines or more with the same length, the same complexity and the same calls.`,
  why: "A mistake that is repaired in one of them stays in the other.",
  fix: "Make one of them, with a parameter for what differs.",
  confidence: 0.8,
  inProject: ({ edges, production }) => {
    const calls = Map.groupBy(edges, ({ from, within }) => `${from}\0${within}`)
    const shapeOf = (definition: ProjectDefinition): string => {
      const own = calls.get(`${definition.path}\0${definition.qualifiedName}`) ?? []
      const called = own.map(({ target, to }) => `${to}\0${target}`)
      if (called.length < minCalls || linesOf(definition) < minLines || definition.cyclomatic < 2) return ""
      const { cognitive, cyclomatic, nesting, parameters } = definition
      return [linesOf(definition), cyclomatic, cognitive, nesting, parameters, ...called.toSorted()].join("\n")
    }
    const groups = Map.groupBy(
      production.flatMap(({ definitions }) => definitions),
      shapeOf
    )
    groups.delete("")
    return [...groups.values()].flatMap((members): ReadonlyArray<Detection> => {
      const [first, ...others] = members
      if (first === undefined || others.length === 0) return []
      const names = others.map(({ path, qualifiedName }) => `${path}:${qualifiedName}`)
      return [
        {
          severity: "low",
          ...placeOf(first),
          title: `${first.qualifiedName} is nearly the same as ${nameSome(names)} (${linesOf(first)} lines).`,
          key: names.join("\0")
        }
      ]
    })
  }
})
