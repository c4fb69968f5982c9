import { Option } from "effect"
import { formatAlternative, parseAlternative, toAlternativesField } from "../../domain/Alternative.ts"
import type { Annotation, Correction, Region, SemanticDependency } from "../../domain/Annotation.ts"
import { compareTimestamps } from "../../domain/Instant.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { normalizeAnchor } from "../../domain/RegionKey.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

/** Formats a dependency as on the command line: `file:anchor=nature`. */
const formatDependency = ({ anchor, file, nature }: SemanticDependency): string => `${file}:${anchor}=${nature}`

const parseDependency = (value: string): ReadonlyArray<SemanticDependency> => {
  const found = /^(.+?[^:]):(?!:)([^=]*)=(.*)$/s.exec(value)
  return found === null ? [] : [{ file: groupOf(found, 1), anchor: groupOf(found, 2), nature: groupOf(found, 3) }]
}

/** Appends the entries whose text is not in the list yet. */
const appendMissing = <A>(entries: ReadonlyArray<A>, more: ReadonlyArray<A>, textOf: (entry: A) => string) => [
  ...entries,
  ...more.filter((one) => !entries.some((entry) => textOf(entry) === textOf(one)))
]

const identity = (text: string): string => text

const add = (region: Region, { field, value }: Correction): Region => {
  switch (field) {
    case "constraints":
      return {
        ...region,
        constraints: appendMissing(
          region.constraints.map((entry) => (entry.text === value ? { text: value, source: "author" } : entry)),
          [{ text: value, source: "author" }],
          ({ text }) => text
        )
      }
    case "alternatives":
      return {
        ...region,
        ...toAlternativesField(
          appendMissing(region.alternatives ?? [], Option.toArray(parseAlternative(value)), formatAlternative)
        )
      }
    case "tags":
      return { ...region, tags: appendMissing(region.tags, [value], identity) }
    case "semantic_dependencies":
      return {
        ...region,
        semantic_dependencies: appendMissing(region.semantic_dependencies, parseDependency(value), formatDependency)
      }
    case undefined:
    default:
      return region
  }
}

const withoutText = (region: Region, field: "reasoning" | "risk_notes", value: string): Region => {
  if (region[field] !== value) return region
  const { [field]: _, ...rest } = region
  return rest
}

const withoutAlternative = ({ alternatives, ...region }: Region, value: string): Region => ({
  ...region,
  ...toAlternativesField((alternatives ?? []).filter((each) => ![each.text, formatAlternative(each)].includes(value)))
})

const remove = (region: Region, { field, value }: Correction): Region => {
  switch (field) {
    case "constraints":
      return { ...region, constraints: region.constraints.filter(({ text }) => text !== value) }
    case "alternatives":
      return withoutAlternative(region, value)
    case "tags":
      return { ...region, tags: region.tags.filter((tag) => tag !== value) }
    case "semantic_dependencies":
      return {
        ...region,
        semantic_dependencies: region.semantic_dependencies.filter(
          (entry) => ![entry.nature, `${entry.file}:${entry.anchor}`, formatDependency(entry)].includes(value)
        )
      }
    case "reasoning":
    case "risk_notes":
      return withoutText(region, field, value)
    case undefined:
    default:
      return region
  }
}

const set = (region: Region, { field, value }: Correction): Region => {
  switch (field) {
    case "intent":
      return value === "" ? region : { ...region, intent: value }
    case "reasoning":
    case "risk_notes":
      return { ...region, [field]: value }
    case undefined:
    default:
      return region
  }
}

const flag = (region: Region, { author, timestamp, value }: Correction): Region => ({
  ...region,
  flags: [...(region.flags ?? []), { reason: value, author, timestamp }]
})

const actions: Record<Correction["action"], (region: Region, correction: Correction) => Region> = {
  add,
  remove,
  set,
  flag
}

const byTime = (a: Correction, b: Correction): number =>
  compareTimestamps(a.timestamp, b.timestamp) || (canonicalJson(a) < canonicalJson(b) ? -1 : 1)

/** Identifies what corrections are about: a file and an anchor in any spelling. */
const placeOf = (file: string, anchor: string): string => JSON.stringify([file, normalizeAnchor(anchor)])

/**
 * Applies the corrections of an annotation, oldest first (spec writing §4). A correction has no effect if its region
 * does not exist or if it does not apply to the field.
 */
export const applyCorrections = (annotation: Annotation): Annotation => {
  const { corrections = [] } = annotation
  if (corrections.length === 0) return annotation
  const byPlace = Map.groupBy(corrections.toSorted(byTime), ({ anchor, file }) => placeOf(file, anchor))
  return {
    ...annotation,
    regions: annotation.regions.map((region) =>
      (byPlace.get(placeOf(region.file, region.ast_anchor.name)) ?? []).reduce(
        (current, correction) => actions[correction.action](current, correction),
        region
      )
    )
  }
}
