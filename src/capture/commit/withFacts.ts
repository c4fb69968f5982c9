import { matchNames } from "../../domain/AnchorName.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { type Facts, isWordless, type Words } from "../../writing/context/Facts.ts"
import type { NamedPlace } from "../../writing/context/places.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? asArray(value) : [value]

const filled = (object: JsonObject, field: string, text: string | undefined): JsonObject =>
  text === undefined || listOf(object[field]).some((value) => value !== "") ? {} : { [field]: text }

const added = (object: JsonObject, field: string, entries: ReadonlyArray<unknown>): JsonObject =>
  entries.length === 0 ? {} : { [field]: [...listOf(object[field]), ...entries] }

const withWords = (region: JsonObject, words: Words): JsonObject => ({
  ...region,
  ...filled(region, "reasoning", words.reason),
  ...filled(region, "risk_notes", words.risk),
  ...added(region, "constraints", words.constraints),
  ...added(region, "semantic_dependencies", words.dependencies),
  ...added(region, "tags", words.tags)
})

const anchorOf = (region: JsonObject): string => {
  const anchor = region["anchor"] ?? region["ast_anchor"]
  const name = isObject(anchor) ? anchor["name"] : anchor
  return typeof name === "string" ? name : ""
}

/** Whether a region of the annotation is at a place. */
const isAt = (region: unknown, { anchor, file }: NamedPlace): region is JsonObject =>
  isObject(region) &&
  region["file"] === file &&
  (anchor === undefined || matchNames(anchorOf(region), anchor) !== undefined)

/** The regions with words for one place: in the region that is there, or in one of their own. */
const withPlaced = (
  regions: ReadonlyArray<unknown>,
  place: NamedPlace,
  words: Words,
  intent: unknown
): ReadonlyArray<unknown> =>
  regions.some((region) => isAt(region, place))
    ? regions.map((region) => (isAt(region, place) ? withWords(region, words) : region))
    : [...regions, withWords({ ...place, intent }, words)]

/** The regions with words for all of them: given to several at once, they are marked so. */
const withGeneral = (regions: ReadonlyArray<unknown>, words: Words): ReadonlyArray<unknown> =>
  isWordless(words)
    ? regions
    : regions.map((region) =>
        isObject(region) ? { ...withWords(region, words), ...(regions.length > 1 ? { spread: true } : {}) } : region
      )

/**
 * An annotation with the facts of its commit: where it says which code it speaks of, the facts belong to that code, or to
 * the places that they name, and fill in what it leaves unsaid.
 */
export const withFacts = (given: unknown, facts: Facts): unknown => {
  if (!isObject(given)) return given
  const placing = (facts.placed ?? []).flatMap(({ at, ...words }) => at.map((place) => ({ place, words })))
  const regions = placing.reduce(
    (all, { place, words }) => withPlaced(all, place, words, given["summary"]),
    withGeneral(listOf(given["regions"]), facts)
  )
  return { ...given, ...filled(given, "task", facts.task), regions }
}
