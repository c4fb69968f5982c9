import { matchNames } from "../../domain/AnchorName.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { type CommitContext, isRationaleEmpty, type Rationale } from "../../writing/context/CommitContext.ts"
import type { NamedPlace } from "../../writing/context/places.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? asArray(value) : [value]

const fillField = (object: JsonObject, field: string, text: string | undefined): JsonObject =>
  text === undefined || listOf(object[field]).some((value) => value !== "") ? {} : { [field]: text }

const appendTo = (object: JsonObject, field: string, entries: ReadonlyArray<unknown>): JsonObject =>
  entries.length === 0 ? {} : { [field]: [...listOf(object[field]), ...entries] }

const addWords = (region: JsonObject, words: Rationale): JsonObject => ({
  ...region,
  ...fillField(region, "reasoning", words.reason),
  ...fillField(region, "risk_notes", words.risk),
  ...appendTo(region, "constraints", words.constraints),
  ...appendTo(region, "alternatives", words.alternatives),
  ...appendTo(region, "semantic_dependencies", words.dependencies),
  ...appendTo(region, "tags", words.tags)
})

const anchorOf = (region: JsonObject): string => {
  const anchor = region["anchor"] ?? region["ast_anchor"]
  const name = isObject(anchor) ? anchor["name"] : anchor
  return typeof name === "string" ? name : ""
}

/** Whether a region is about a named place. */
const isAt = (region: unknown, { anchor, file }: NamedPlace): region is JsonObject =>
  isObject(region) &&
  region["file"] === file &&
  (anchor === undefined || matchNames(anchorOf(region), anchor) !== undefined)

/** Adds the rationale of one place to the regions about it, or to a new region. */
const addToPlace = (
  regions: ReadonlyArray<unknown>,
  place: NamedPlace,
  words: Rationale,
  intent: unknown
): ReadonlyArray<unknown> =>
  regions.some((region) => isAt(region, place))
    ? regions.map((region) => (isAt(region, place) ? addWords(region, words) : region))
    : [...regions, addWords({ ...place, intent }, words)]

/** Adds the rationale of the whole commit to all regions; marks several regions as spread. */
const addToAll = (regions: ReadonlyArray<unknown>, words: Rationale): ReadonlyArray<unknown> =>
  isRationaleEmpty(words)
    ? regions
    : regions.map((region) =>
        isObject(region) ? { ...addWords(region, words), ...(regions.length > 1 ? { spread: true } : {}) } : region
      )

/**
 * Adds the context of a commit to its annotation. Rationales of named places go to the regions about them, the others to all
 * regions. Texts fill fields that the annotation leaves empty; list entries are appended.
 */
export const addContext = (given: unknown, context: CommitContext): unknown => {
  if (!isObject(given)) return given
  const placing = (context.placed ?? []).flatMap(({ at, ...words }) => at.map((place) => ({ place, words })))
  const regions = placing.reduce(
    (all, { place, words }) => addToPlace(all, place, words, given["summary"]),
    addToAll(listOf(given["regions"]), context)
  )
  return { ...given, ...fillField(given, "task", context.task), regions }
}
