import { declareInProject } from "../Detector.ts"
import { placeOfFile } from "../Project.ts"

export const unusedFile = declareInProject({
  id: "unused-file",
  category: "dead-code",
  finds: "A file that nothing imports or refers to.",
  why: "It may be left over from code that is gone.",
  fix: "Remove it, unless something outside of the code starts it.",
  confidence: 0.3,
  off: "Configuration, command lines and frameworks start files by their names, which imports do not show.",
  inProject: ({ edges, imports, production }) => {
    const used = new Set([...imports.map(({ to }) => to), ...edges.map(({ from, to }) => (from === to ? "" : to))])
    return production
      .filter(({ definitions, path }) => !used.has(path) && definitions.length > 0)
      .map(({ definitions, path }) => ({
        severity: "info" as const,
        ...placeOfFile(path),
        title: `Nothing imports this file with ${definitions.length} definitions.`
      }))
  }
})
