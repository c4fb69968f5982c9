import { childrenOf } from "../../../adapters/parser/facts/childrenOf.ts"
import type { Facts, Import } from "../../../adapters/parser/facts/Facts.ts"
import { declareInFile } from "../Detector.ts"
import type { FileFacts } from "../FileFacts.ts"
import { placeOfFile, type Project } from "../Project.ts"

/** Files whose imports are there to be imported from them. */
const passesOn = /(?:^|\/)(?:__init__\.pyi?|index\.[cm]?[jt]sx?|conftest\.py|compat\.py|_compat\.py)$/

/** Names that a compiler uses without a reference. */
const usedByCompiler = /^(?:React|h|jsx|Fragment|annotations|_)$/

const findUsed = ({ definitions, exports, references, values }: Facts): ReadonlySet<number> => {
  const used = new Set<number>()
  const visited = new Set<number>()
  const roots = [
    ...references.map(({ value }) => value),
    ...exports.map(({ value }) => value),
    ...definitions.flatMap(({ bases, parameters, value, yields }) => [
      value,
      yields,
      ...bases,
      ...parameters.map((parameter) => parameter.value)
    ])
  ]
  const pending = [...roots]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const value = values[at]
    if (value === undefined || visited.has(at)) continue
    visited.add(at)
    if (value.tag === "import") used.add(value.import)
    if ("of" in value) pending.push(...(typeof value.of === "number" ? [value.of] : value.of))
    if (value.tag === "apply") pending.push(...value.arguments)
    if (value.tag === "function") pending.push(value.yields)
    if (value.tag === "object") pending.push(...childrenOf(value))
  }
  return used
}

const isNamed = ({ exports, imports }: Facts, { local }: Import): boolean =>
  exports.some(({ name }) => name === local) || imports.filter((each) => each.local === local).length > 1

/** Imports in functions of Python often only try whether something is installed. */
const isWithinFunction = ({ definitions }: Facts, { line }: Import): boolean =>
  definitions.some(({ kind, lines }) => kind !== "class" && lines.start < line && line <= lines.end)

/** Whether a file of Python does nothing but import names, which is what it is there for. */
const isOfNames = ({ definitions, references }: Facts): boolean => definitions.length + references.length === 0

const detect = ({ facts, file }: FileFacts, { imports }: Project) => {
  if (passesOn.test(file.path)) return []
  // Other files of Python may take the name from this one.
  if (file.language === "python" && imports.some(({ to }) => to === file.path)) return []
  const isGathered = file.language === "python" && isOfNames(facts)
  const used = findUsed(facts)
  return facts.imports.flatMap((each, index) => {
    if (file.language === "python" && (each.kind === "type" || isWithinFunction(facts, each))) return []
    const isLocal = each.local !== "" && each.imported !== "" && (each.kind === "static" || each.kind === "type")
    if (!isLocal || used.has(index) || usedByCompiler.test(each.local) || isNamed(facts, each)) return []
    if (isGathered && each.imported !== "*") return []
    if (each.module === "__future__" || each.imported === each.local.replace(/^.* as /, "") + "__") return []
    return [
      {
        severity: "info" as const,
        ...placeOfFile(file.path, each.line),
        title: `${each.local} of ${each.module} is not used.`,
        refutedBy: each.local,
        mayProbe: file.language === "python",
        key: `${each.module}\0${each.local}`
      }
    ]
  })
}

export const unusedImport = declareInFile({
  id: "unused-import",
  category: "dead-code",
  finds: "An imported name that its file does not use.",
  why: "It loads code for nothing, and readers look for what it is for.",
  fix: "Remove the import.",
  confidence: 0.8,
  inFile: (file, project) =>
    /^(?:typescript|javascript|tsx|python)$/.test(file.file.language) ? detect(file, project) : []
})
