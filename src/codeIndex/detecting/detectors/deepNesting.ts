import { declareInProject } from "../Detector.ts"
import { linesOf, placeOf } from "../Project.ts"

const minNesting = 7
/** In fewer lines, the conditions are in sight of what they are about. */
const minLines = 80

/** What brought old data forward: it has run, and is not changed again. */
const migration = /(?:^|\/)(?:upgrades?|migrations?|migrate)\//i

export const deepNesting = declareInProject({
  id: "deep-nesting",
  category: "design",
  finds: `A function of ${minLines} lines or more with blocks in blocks, deeper than most of this project.`,
  why: "The innermost line runs only under conditions that are far above it.",
  fix: "Return early, or move the inner blocks into a function.",
  confidence: 0.75,
  inProject: ({ production, threshold }) => {
    const deep = threshold("nesting", minNesting)
    return production
      .filter(({ path }) => !migration.test(path))
      .flatMap(({ definitions }) => definitions)
      .filter((definition) => definition.nesting >= deep && linesOf(definition) >= minLines)
      .map((definition) => ({
        severity: definition.nesting >= deep + 3 ? ("medium" as const) : ("low" as const),
        ...placeOf(definition),
        title: `${definition.qualifiedName} nests ${definition.nesting} blocks; from ${deep} on it is deep for this project.`
      }))
  }
})
