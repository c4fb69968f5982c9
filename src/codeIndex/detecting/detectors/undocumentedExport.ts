import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

export const undocumentedExport = declareInFile({
  id: "undocumented-export",
  category: "documentation",
  finds: "An exported function or class without a doc comment.",
  why: "Others have to read it to use it.",
  fix: "Say in a sentence what it gives, and what it needs.",
  confidence: 0.5,
  off: "Whether a name says enough is a matter of the project's style.",
  inFile: (file) =>
    file.facts.definitions
      .filter(
        ({ documentation, isExported, kind, owner }) =>
          isExported && owner === -1 && documentation === "" && ["function", "class"].includes(kind)
      )
      .map((definition) => ({
        severity: "info" as const,
        ...placeOfDefinition(file, definition),
        title: `${definition.qualifiedName} has no documentation.`
      }))
})
