import { declareInFile } from "../Detector.ts"
import { placeOfFile } from "../Project.ts"

export const wildcardImport = declareInFile({
  id: "wildcard-import",
  category: "design",
  finds: "from module import * in Python, outside of a package's __init__.",
  why: "Where a name comes from cannot be seen, and a new name there can hide one here.",
  fix: "Import the names that are used.",
  confidence: 0.4,
  off: "Of 30 that were judged 13 helped: modules that gather names, bindings of C and bundled libraries import so on purpose.",
  inFile: ({ facts, file }) =>
    file.language !== "python" || /(?:^|\/)__init__\.pyi?$/.test(file.path)
      ? []
      : facts.imports
          .filter(({ imported, kind, local }) => imported === "*" && local === "" && kind === "static")
          .map(({ line, module }) => ({
            severity: "low" as const,
            ...placeOfFile(file.path, line),
            title: `All names of ${module} are imported.`,
            key: module
          }))
})
