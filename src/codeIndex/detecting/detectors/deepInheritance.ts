import { declareInProject } from "../Detector.ts"
import { nameSome, placeOf } from "../Project.ts"

const minAncestors = 5

export const deepInheritance = declareInProject({
  id: "deep-inheritance",
  category: "design",
  finds: `A class with ${minAncestors} or more classes of this project above it.`,
  why: "What a method does is spread over all of them.",
  fix: "Replace some of the levels by values that the class holds.",
  off: "3 of 16 findings were useful (.19): widgets, messages and models on a framework, and mixins.",
  confidence: 0.8,
  inProject: ({ edges, find, production }) => {
    const own = new Set(production.map(({ path }) => path))
    const bases = new Map(
      edges
        .filter(({ kind }) => kind === "base")
        .map(({ from, target, to, within }) => [`${from}\0${within}`, { path: to, name: target }])
    )
    return production
      .flatMap(({ definitions }) => definitions)
      .flatMap((definition) => {
        const line: Array<string> = []
        const seen = new Set([`${definition.path}\0${definition.qualifiedName}`])
        let at = bases.get(`${definition.path}\0${definition.qualifiedName}`)
        while (at !== undefined && !seen.has(`${at.path}\0${at.name}`) && own.has(at.path)) {
          if (find(at.path, at.name)?.kind === "interface") break
          seen.add(`${at.path}\0${at.name}`)
          line.push(at.name)
          at = bases.get(`${at.path}\0${at.name}`)
        }
        if (line.length < minAncestors) return []
        return [
          {
            severity: "low" as const,
            ...placeOf(definition),
            title: `${definition.qualifiedName} has ${line.length} classes above it: ${nameSome(line, minAncestors)}.`
          }
        ]
      })
  }
})
