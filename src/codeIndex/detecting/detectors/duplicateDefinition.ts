import type { Definition, Facts, ValueIndex } from "../../../adapters/parser/facts/Facts.ts"
import { declareInFile } from "../Detector.ts"
import { type FileFacts, placeOfDefinition } from "../FileFacts.ts"

/** The definitions that a value may be, or is built on. */
const definitionsOf = ({ values }: Facts, index: ValueIndex): ReadonlySet<number> => {
  const found = new Set<number>()
  // A walk over a set comes to what is added on the way. Chains of members may be too long for calls within calls.
  const reached = new Set([index])
  for (const each of reached) {
    const value = values[each]
    if (value?.tag === "definition") found.add(value.definition)
    else if (value?.tag === "union") for (const part of value.of) reached.add(part)
    else if (value !== undefined && "of" in value && typeof value.of === "number") reached.add(value.of)
  }
  return found
}

/** Whether a definition is used while the file loads, before another of its name replaces it. */
const isUsedBetween = (facts: Facts, number: number, nextLine: number): boolean => {
  const { definitions, references } = facts
  const runsLater = (at: number): boolean => {
    const around = definitions[at]
    return around !== undefined && (/^(?:function|method)$/.test(around.kind) || runsLater(around.owner))
  }
  const end = definitions[number]?.lines.end ?? 0
  return references.some(
    ({ line, value, within }) =>
      line > end && line < nextLine && !runsLater(within) && definitionsOf(facts, value).has(number)
  )
}

const detect = (file: FileFacts) => {
  const { definitions, references } = file.facts
  const decorated = new Set(references.flatMap(({ kind, within }) => (kind === "decorator" ? [within] : [])))
  /** Those that stand further right are in branches, of which only one may run. */
  const isUnconditional = ({ column, kind, owner }: Definition): boolean => {
    const indent = column - (kind === "class" ? "class " : "def ").length
    const outer = definitions[owner]
    return outer === undefined ? indent === 0 : outer.kind === "class" && indent === outer.column - 2
  }
  const isPlain = (definition: Definition, number: number): boolean =>
    ["function", "method", "class"].includes(definition.kind) &&
    isUnconditional(definition) &&
    !decorated.has(number) &&
    definition.lines.start === definition.line
  const seen = new Map<string, { readonly definition: Definition; readonly number: number }>()
  return definitions.flatMap((definition, number) => {
    const before = seen.get(`${definition.owner} ${definition.qualifiedName}`)
    seen.set(`${definition.owner} ${definition.qualifiedName}`, { definition, number })
    if (before === undefined || !isPlain(definition, number) || !isPlain(before.definition, before.number)) return []
    if (before.definition.kind !== definition.kind) return []
    if (isUsedBetween(file.facts, before.number, definition.lines.start)) return []
    return [
      {
        severity: "medium" as const,
        ...placeOfDefinition(file, definition),
        title: `${definition.qualifiedName} replaces the one of line ${before.definition.line}, which can never be called.`
      }
    ]
  })
}

export const duplicateDefinition = declareInFile({
  id: "duplicate-definition",
  category: "correctness",
  finds: "A function, method or class of Python that is defined twice in one place.",
  why: "Only the last one counts; of two tests with one name, one never runs.",
  fix: "Rename one of them, or remove the one that nobody misses.",
  confidence: 0.93,
  includesTests: true,
  inFile: (file) => (file.file.language === "python" ? detect(file) : [])
})
