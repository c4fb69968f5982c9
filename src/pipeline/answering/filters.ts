import { Effect } from "effect"
import { type Annotation, type ContextLevel, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import { invalid } from "./checkNumbers.ts"
import type { Filters } from "./queries.ts"
import { timeOf } from "../subject/since.ts"

/** {@link Filters} as they are applied; absent where nobody asked. */
export interface Sieve {
  /** Seconds since 1970. */
  readonly since: number | undefined
  /** In lower case. */
  readonly tags: ReadonlySet<string> | undefined
  readonly contextLevel: ContextLevel | undefined
  readonly minConfidence: number | undefined
}

/** In the order in which they are asked. */
const filterNames = ["since", "tags", "context-level", "min-confidence"] as const

/** What left a region out, as the command line calls it. */
export type FilterName = (typeof filterNames)[number]

/** A region with what filters look at. */
export interface Sifted {
  readonly annotation: Annotation
  readonly region: Region
  /** Author time of the annotated commit, in seconds. */
  readonly written: number
  /** Absent where confidence does not count. */
  readonly confidence?: number
}

const folded = (tag: string): string => tag.trim().toLowerCase()

const tagsOf = Effect.fnUntraced(function* (tags: ReadonlyArray<string> | undefined) {
  if (tags === undefined) return undefined
  const named = new Set(tags.map(folded).filter((tag) => tag !== ""))
  return named.size > 0 ? named : yield* invalid("tags", "at least one tag", "")
})

/** Checks filters and looks up what `since` means. */
export const makeSieve = Effect.fn("Pipeline.makeSieve")(function* (
  asked: Filters & { readonly min_confidence?: number }
) {
  const { context_level: contextLevel, min_confidence: minConfidence } = asked
  const tags = yield* tagsOf(asked.tags)
  if (contextLevel !== undefined && contextLevel !== "enhanced" && contextLevel !== "inferred") {
    return yield* invalid("context_level", "enhanced or inferred", contextLevel)
  }
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1)) {
    return yield* invalid("min_confidence", "a number from 0 to 1", minConfidence)
  }
  const since = asked.since === undefined ? undefined : yield* timeOf(asked.since)
  return { since, tags, contextLevel, minConfidence } satisfies Sieve
})

/** What leaves a region out; undefined when it counts. */
export const objection = (sieve: Sieve, each: Sifted): FilterName | undefined => {
  const { annotation, confidence, region, written } = each
  const { contextLevel, minConfidence, since, tags } = sieve
  if (since !== undefined && written < since) return "since"
  if (tags !== undefined && !region.tags.some((tag) => tags.has(folded(tag)))) return "tags"
  if (contextLevel !== undefined && contextLevelOf(annotation, region) !== contextLevel) return "context-level"
  if (minConfidence !== undefined && confidence !== undefined && confidence < minConfidence) return "min-confidence"
  return undefined
}

/** Puts what counts before what does not: of copies one that counts is told. */
export const countingFirst =
  <A extends Sifted>(sieve: Sieve, better: (a: A, b: A) => number) =>
  (a: A, b: A): number =>
    Number(objection(sieve, a) !== undefined) - Number(objection(sieve, b) !== undefined) || better(a, b)

/** What counts of some entries, in their order, and for each that does not what left it out. */
export const sift = <A extends Sifted>(
  sieve: Sieve,
  entries: ReadonlyArray<A>
): { readonly kept: ReadonlyArray<A>; readonly leftOut: ReadonlyArray<FilterName> } => {
  const judged = entries.map((entry) => ({ entry, left: objection(sieve, entry) }))
  return {
    kept: judged.filter(({ left }) => left === undefined).map(({ entry }) => entry),
    leftOut: judged.flatMap(({ left }) => (left === undefined ? [] : [left]))
  }
}

/** `3 regions left out by tags, 12 by min-confidence.`, for an answer's warnings; none when nothing was left out. */
export const leftOutWarning = (leftOut: ReadonlyArray<FilterName>, one: string): ReadonlyArray<string> => {
  const counts = filterNames.flatMap((name) => {
    const count = leftOut.filter((left) => left === name).length
    return count === 0 ? [] : [{ name, count }]
  })
  const [first, ...others] = counts
  if (first === undefined) return []
  const more = others.map(({ count, name }) => `, ${count} by ${name}`)
  return [`${first.count} ${first.count === 1 ? one : `${one}s`} left out by ${first.name}${more.join("")}.`]
}
