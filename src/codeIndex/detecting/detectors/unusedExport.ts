import { declareInProject } from "../Detector.ts"
import { placeOf } from "../Project.ts"

export const unusedExport = declareInProject({
  id: "unused-export",
  category: "dead-code",
  finds: "An exported function or type that no other file of this project refers to.",
  why: "It is kept stable for users that may not exist.",
  fix: "Do not export it, unless other projects use it.",
  confidence: 0.3,
  off: "Other projects may use what a library exports, which its own code cannot tell.",
  inProject: ({ isNamedSomewhere, production, usageOf }) =>
    production.flatMap(({ definitions, path }) =>
      definitions
        .filter(
          ({ isExported, kind, name, qualifiedName }) =>
            isExported &&
            name === qualifiedName &&
            ["function", "class"].includes(kind) &&
            !isNamedSomewhere(name) &&
            usageOf(path, qualifiedName).otherFiles === 0
        )
        .map((definition) => ({
          severity: "info" as const,
          ...placeOf(definition),
          title: `No other file refers to ${definition.qualifiedName}.`
        }))
    )
})
