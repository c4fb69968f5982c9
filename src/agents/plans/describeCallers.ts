import { Effect, Option } from "effect"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { type FoundReference, KnownReferences } from "../../codeIndex/service/KnownReferences.ts"
import { isTestPath } from "../../domain/pathConventions.ts"
import { formatCount } from "../../domain/Text.ts"

/** References that are named; others are counted. */
const maxNamed = 3

/** Says where a unit of a file is referred to: first other files, which who edits this one does not see, then this one, then tests. */
export const formatReferences = (path: string, name: string, references: ReadonlyArray<FoundReference>): string => {
  const rank = (each: string): number => (each === path ? 1 : isTestPath(each) ? 2 : 0)
  const named = references
    .toSorted((a, b) => rank(a.path) - rank(b.path))
    .slice(0, maxNamed)
    .map(({ line, path: file, within }) => {
      const place = file === path ? `line ${line}` : `${file}:${line}`
      return within === undefined ? place : `${place} ${within}`
    })
  const more = references.length - named.length
  const list = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
  return `${name} is referred to in ${formatCount(references.length, "place")}: ${list}`
}

/** Looks up what refers to each unit, by the code index; nothing where there is none. */
export const describeCallers = Effect.fnUntraced(function* (path: string, units: ReadonlyArray<Unit>) {
  const known = yield* KnownReferences
  const described = new Map<number, string>()
  for (const [index, { name }] of units.entries()) {
    const found = yield* known.find({ path, name })
    if (Option.isNone(found)) return described
    const references = found.value.references.filter(({ how, through }) => how !== "name_only" && through === undefined)
    if (references.length > 0) described.set(index, formatReferences(path, name, references))
  }
  return described
})
