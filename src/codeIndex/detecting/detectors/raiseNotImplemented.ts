import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

export const raiseNotImplemented = declareInFile({
  id: "raise-not-implemented",
  category: "correctness",
  finds: "Python's NotImplemented raised as if it were an exception.",
  why: "It is a value: raising it gives a TypeError about exceptions, which a handler of NotImplementedError does not catch.",
  fix: "Raise NotImplementedError.",
  confidence: 0.95,
  includesTests: true,
  inFile: (file) =>
    file.file.language !== "python"
      ? []
      : findUses(file, ["call", "raise"], (origin) => (origin === "NotImplemented" ? true : undefined)).map(
          ({ reference }) => ({
            severity: "medium" as const,
            ...placeOfReference(file, reference),
            lineMustMatch: String.raw`\braise\s+NotImplemented\b`,
            title: "NotImplemented is no exception and cannot be raised."
          })
        )
})
