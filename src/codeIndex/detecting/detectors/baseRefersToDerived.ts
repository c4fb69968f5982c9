import { declareInProject } from "../Detector.ts"
import { placeOf } from "../Project.ts"

export const baseRefersToDerived = declareInProject({
  id: "base-refers-to-derived",
  category: "design",
  finds: "A class that makes or calls a class that extends it.",
  why: "The base cannot be used or changed without the classes that are built on it.",
  fix: "Move the choice of the class out, or let the derived class override a method.",
  confidence: 0.6,
  off: "Factories of a base class choose among the classes that extend it on purpose.",
  inProject: ({ edges, find, production }) => {
    const own = new Set(production.map(({ path }) => path))
    const derived = new Set(
      edges
        .filter(({ kind }) => kind === "base")
        .map(({ from, target, to, within }) => `${to}\0${target}\0${from}\0${within}`)
    )
    const found = edges.flatMap(({ from, kind, target, to, within }) => {
      const base = within.replace(/(?:\.|::|#)[^.:#]+$/, "")
      const type = target.replace(/(?:\.|::|#)[^.:#]+$/, "")
      const isOne = kind !== "base" && own.has(from) && base !== "" && derived.has(`${from}\0${base}\0${to}\0${type}`)
      const definition = isOne ? find(from, within) : undefined
      if (definition === undefined) return []
      const title = `${base} refers to ${type}, which extends it.`
      return [{ severity: "low" as const, ...placeOf(definition), title, key: type }]
    })
    return [...new Map(found.map((each) => [`${each.path}\0${each.name}\0${each.key}`, each])).values()]
  }
})
