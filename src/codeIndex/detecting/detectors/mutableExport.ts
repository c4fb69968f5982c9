import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

export const mutableExport = declareInFile({
  id: "mutable-export",
  category: "design",
  finds: "A variable that is exported with let or var.",
  why: "Its value changes under those who import it, and nothing says when.",
  fix: "Export a function that gives the value, or a constant.",
  confidence: 0.8,
  off: "Judged useful in 1 of 19: nearly all are bindings that follow their module's state on purpose, with a function that sets them.",
  inFile: (file) =>
    /script|tsx/.test(file.file.language)
      ? file.facts.definitions
          .filter(
            ({ isExported, owner, signature }) => isExported && owner === -1 && /^export (?:let|var) /.test(signature)
          )
          .map((definition) => ({
            severity: "low" as const,
            ...placeOfDefinition(file, definition),
            title: `${definition.name} is exported and can change.`
          }))
      : []
})
