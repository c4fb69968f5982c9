import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

const mutable = /(\w+)\s*(?::[^=,]*)?=\s*(?:\[\s*\]|\{\s*\}|list\(\s*\)|dict\(\s*\)|set\(\s*\))\s*[,)]/

export const mutableDefault = declareInFile({
  id: "mutable-default",
  category: "correctness",
  finds: "A parameter of Python whose default is a list, dict or set.",
  why: "All calls share it: what one call adds, the next one finds.",
  fix: "Use None as the default, and make the value in the function.",
  confidence: 0.8,
  inFile: (file) =>
    file.file.language !== "python"
      ? []
      : file.facts.definitions.flatMap((definition) => {
          const found = mutable.exec(definition.signature)
          if (found === null || !["function", "method"].includes(definition.kind)) return []
          return [
            {
              severity: "medium" as const,
              ...placeOfDefinition(file, definition),
              title: `All calls of ${definition.qualifiedName} share the default of ${found[1] ?? ""}.`
            }
          ]
        })
})
