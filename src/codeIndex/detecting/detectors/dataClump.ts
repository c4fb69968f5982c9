import { declareInProject } from "../Detector.ts"
import { placeOf, type ProjectDefinition } from "../Project.ts"

const minParameters = 4
const minFunctions = 5

/** Names of the parameters in a signature, without receivers; empty if it cannot be read. */
const namesOf = ({ signature }: ProjectDefinition): ReadonlyArray<string> => {
  const start = signature.indexOf("(")
  const inner = signature.slice(start + 1).replace(/\)[^)]*$/, "")
  if (start === -1 || /[({[]/.test(inner)) return []
  return inner
    .split(",")
    .map((each) => /^\s*(?:self|cls|this)?\s*\*{0,2}(?:readonly )?(\w+)/.exec(each)?.[1] ?? "")
    .filter((name) => name !== "" && !["self", "cls", "this"].includes(name))
}

export const dataClump = declareInProject({
  id: "data-clump",
  category: "design",
  finds: `${minFunctions} functions or more that take the same ${minParameters} parameters or more.`,
  why: "They are one thing without a name, and each new part changes every one of these functions.",
  fix: "Make a type of them and pass that.",
  confidence: 0.6,
  off: "Overloads, callbacks and functions of one interface take the same parameters on purpose.",
  inProject: ({ production }) => {
    const functions = production
      .flatMap(({ definitions }) => definitions)
      .filter(({ kind, parameters }) => ["function", "method"].includes(kind) && parameters >= minParameters)
    const groups = Map.groupBy(functions, (definition) => namesOf(definition).toSorted().join(", "))
    return [...groups].flatMap(([names, members]) => {
      const distinct = new Set(members.map(({ name }) => name))
      const [first] = members
      if (first === undefined || names.split(", ").length < minParameters || distinct.size < minFunctions) return []
      return [
        {
          severity: "low" as const,
          ...placeOf(first),
          title: `${members.length} functions take ${names}.`,
          key: names
        }
      ]
    })
  }
})
