import { posix } from "node:path"
import { declareInFile } from "../Detector.ts"
import { placeOfFile } from "../Project.ts"

const isCode = (module: string): boolean => /^\.{1,2}\//.test(module) && /\.[cm]?[jt]sx?$/.test(module)

export const brokenImport = declareInFile({
  id: "broken-import",
  category: "correctness",
  finds: "An import of a file of this project that is not there.",
  why: "The program fails where it is imported.",
  fix: "Correct the path, or remove the import.",
  confidence: 0.5,
  off: "What a build or an installation makes is not in the repository.",
  inFile: ({ facts, file }, { files, imports }) => {
    if (!/script|tsx/.test(file.language)) return []
    const resolved = new Set(imports.filter(({ from }) => from === file.path).map(({ line }) => line))
    const all = new Set(files.map(({ path }) => path))
    const found = facts.imports.filter(
      ({ kind, line, module }) =>
        kind === "static" &&
        isCode(module) &&
        !resolved.has(line) &&
        !all.has(posix.join(posix.dirname(file.path), module))
    )
    return [...new Map(found.map((each) => [each.module, each])).values()].map(({ line, module }) => ({
      severity: "high" as const,
      ...placeOfFile(file.path, line),
      title: `${module} is not there.`,
      key: module
    }))
  }
})
