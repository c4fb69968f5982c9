import { findCycles } from "../../graph/imports.ts"
import { declareInProject } from "../Detector.ts"
import { nameSome, placeOf } from "../Project.ts"

const minFiles = 3

export const mutualRecursion = declareInProject({
  id: "mutual-recursion",
  category: "architecture",
  finds: `Functions of ${minFiles} files or more that call each other in a circle.`,
  why: "How deep they go depends on data that passes through all of them.",
  fix: "Pass what the innermost needs, so that it does not call back.",
  confidence: 0.6,
  off: "Parsers, evaluators and walks over trees call each other on purpose.",
  inProject: ({ edges, find, production }) => {
    const own = new Set(production.map(({ path }) => path))
    const calls = edges
      .filter(({ from, kind, to, within }) => kind === "call" && within !== "" && own.has(from) && own.has(to))
      .map(({ from, target, to, within }) => ({ from: `${from}\0${within}`, to: `${to}\0${target}`, isStatic: true }))
    return findCycles(calls).flatMap((members) => {
      const files = new Set(members.map((key) => key.split("\0")[0] ?? ""))
      const [path = "", name = ""] = (members[0] ?? "").split("\0")
      const first = find(path, name)
      if (first === undefined || files.size < minFiles) return []
      const names = members.map((key) => key.split("\0")[1] ?? "")
      return [
        {
          severity: "low" as const,
          ...placeOf(first),
          title: `${members.length} functions of ${files.size} files call each other: ${nameSome(names)}.`,
          key: members.join("\0")
        }
      ]
    })
  }
})
