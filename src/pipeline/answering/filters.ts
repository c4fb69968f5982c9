import { Effect } from "effect"
import { type Annotation, type ContextLevel, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import { invalid } from "./checkNumbers.ts"
import type { Filters } from "./queries.ts"
import { resolveSince } from "../subject/since.ts"
import { formatCount } from "../../domain/Text.ts"

/** Parsed {@link Filters}; undefined where the query has none. */
export interface FilterSet {
  /** Author time in seconds since 1970. */
  readonly since: number | undefined
  /** In lower case. */
  readonly tags: ReadonlySet<string> | undefined
  readonly contextLevel: ContextLevel | undefined
  readonly minConfidence: number | undefined
}

/** In the order in which they apply. */
const filterNames = ["since", "tags", "context-level", "min-confidence"] as const

/** A filter, by its name on the command line. */
export type FilterName = (typeof filterNames)[number]

/** A region with the data that filters need. */
export interface Filterable {
  readonly annotation: Annotation
  readonly region: Region
  /** Author time of the annotated commit, in seconds. */
  readonly written: number
  /** Absent where the filter by confidence does not apply. */
  readonly confidence?: number
}

const normalizeTag = (tag: string): string => tag.trim().toLowerCase()

const parseTags = Effect.fnUntraced(function* (tags: ReadonlyArray<string> | undefined) {
  if (tags === undefined) return undefined
  const named = new Set(tags.map(normalizeTag).filter((tag) => tag !== ""))
  return named.size > 0 ? named : yield* invalid("tags", "at least one tag", "")
})

/** Parses filters, and resolves `since` to a time. Fails with `FilterInvalid` and `SinceInvalid`. */
export const parseFilters = Effect.fn("Pipeline.parseFilters")(function* (
  query: Filters & { readonly min_confidence?: number }
) {
  const { context_level: contextLevel, min_confidence: minConfidence } = query
  const tags = yield* parseTags(query.tags)
  if (contextLevel !== undefined && contextLevel !== "enhanced" && contextLevel !== "inferred") {
    return yield* invalid("context_level", "enhanced or inferred", contextLevel)
  }
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1)) {
    return yield* invalid("min_confidence", "a number from 0 to 1", minConfidence)
  }
  const since = query.since === undefined ? undefined : yield* resolveSince(query.since)
  return { since, tags, contextLevel, minConfidence } satisfies FilterSet
})

/** Returns the first filter that a region does not pass; undefined when it passes all. */
export const findFailedFilter = (filters: FilterSet, entry: Filterable): FilterName | undefined => {
  const { annotation, confidence, region, written } = entry
  const { contextLevel, minConfidence, since, tags } = filters
  if (since !== undefined && written < since) return "since"
  if (tags !== undefined && !region.tags.some((tag) => tags.has(normalizeTag(tag)))) return "tags"
  if (contextLevel !== undefined && contextLevelOf(annotation, region) !== contextLevel) return "context-level"
  if (minConfidence !== undefined && confidence !== undefined && confidence < minConfidence) return "min-confidence"
  return undefined
}

/** Compares regions: those that pass the filters come first, so that of several copies one that passes is chosen. */
export const preferPassing =
  <A extends Filterable>(filters: FilterSet, better: (a: A, b: A) => number) =>
  (a: A, b: A): number =>
    Number(findFailedFilter(filters, a) !== undefined) - Number(findFailedFilter(filters, b) !== undefined) ||
    better(a, b)

/** Splits entries into those that pass, in their order, and the filters that the others do not pass. */
export const applyFilters = <A extends Filterable>(
  filters: FilterSet,
  entries: ReadonlyArray<A>
): { readonly passed: ReadonlyArray<A>; readonly leftOut: ReadonlyArray<FilterName> } => {
  const judged = entries.map((entry) => ({ entry, failed: findFailedFilter(filters, entry) }))
  return {
    passed: judged.filter(({ failed }) => failed === undefined).map(({ entry }) => entry),
    leftOut: judged.flatMap(({ failed }) => (failed === undefined ? [] : [failed]))
  }
}

/** Warns of filtered entries: `3 regions left out by tags, 12 by min-confidence.` Empty when nothing was left out. */
export const warnOfFiltered = (leftOut: ReadonlyArray<FilterName>, noun: string): ReadonlyArray<string> => {
  const counts = filterNames.flatMap((name) => {
    const count = leftOut.filter((failed) => failed === name).length
    return count === 0 ? [] : [{ name, count }]
  })
  const [first, ...others] = counts
  if (first === undefined) return []
  const more = others.map(({ count, name }) => `, ${count} by ${name}`)
  return [`${formatCount(first.count, noun)} left out by ${first.name}${more.join("")}.`]
}
