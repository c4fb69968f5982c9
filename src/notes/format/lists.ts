import {
  type Annotation,
  strongerContextLevel,
  type Constraint,
  type ContextLevel,
  contextLevelOf,
  type Region
} from "../../domain/Annotation.ts"
import { toAlternativesField } from "../../domain/Alternative.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { type FieldOwner, ownerOfRegion } from "../../domain/RegionKey.ts"

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const mergeByKey = <A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  keyOf: (entry: A) => string,
  better: (a: A, b: A) => A
): ReadonlyArray<A> => {
  if (a.length === 0) return b
  if (b.length === 0 || canonicalJson(a) === canonicalJson(b)) return a
  const entries = new Map<string, A>()
  for (const entry of [...a, ...b]) {
    const key = keyOf(entry)
    const other = entries.get(key)
    entries.set(key, other === undefined ? entry : better(other, entry))
  }
  return [...entries].toSorted(byText).map(([, entry]) => entry)
}

/** Merges two lists without duplicates. Equal lists keep their order; others are sorted, so that merging commutes. */
export const mergeLists = <A>(a: ReadonlyArray<A>, b: ReadonlyArray<A>): ReadonlyArray<A> =>
  mergeByKey(a, b, canonicalJson, (first) => first)

/** Merges constraints by their text; if both sides have one, the author's wins over an inferred one. */
const mergeConstraints = (a: ReadonlyArray<Constraint>, b: ReadonlyArray<Constraint>): ReadonlyArray<Constraint> =>
  mergeByKey(
    a,
    b,
    ({ text }) => text,
    (first, second) => (first.source === "author" ? first : second)
  )

type RegionLists = Pick<
  Region,
  "alternatives" | "constraints" | "semantic_dependencies" | "related_annotations" | "tags"
>

/** The list fields of a region that is in one or both notes. */
export interface MergedLists {
  readonly key: string
  readonly owner: FieldOwner
  readonly file: string
  readonly level: ContextLevel
  readonly lists: RegionLists
}

const listsOf = ({
  alternatives,
  constraints,
  related_annotations,
  semantic_dependencies,
  tags
}: Region): RegionLists => ({
  constraints,
  semantic_dependencies,
  related_annotations,
  tags,
  ...toAlternativesField(alternatives ?? [])
})

const uniteLists = (a: RegionLists, b: RegionLists): RegionLists => ({
  constraints: mergeConstraints(a.constraints, b.constraints),
  semantic_dependencies: mergeLists(a.semantic_dependencies, b.semantic_dependencies),
  related_annotations: mergeLists(a.related_annotations, b.related_annotations),
  tags: mergeLists(a.tags, b.tags),
  ...toAlternativesField(mergeLists(a.alternatives ?? [], b.alternatives ?? []))
})

const mergeEntry = (a: MergedLists | undefined, b: MergedLists): MergedLists =>
  a === undefined ? b : { ...b, level: strongerContextLevel(a.level, b.level), lists: uniteLists(a.lists, b.lists) }

const listsByRegion = (annotation: Annotation): ReadonlyMap<string, MergedLists> => {
  const lists = new Map<string, MergedLists>()
  for (const region of annotation.regions) {
    const owner = ownerOfRegion(region)
    const key = canonicalJson(owner)
    const own = { key, owner, file: region.file, level: contextLevelOf(annotation, region), lists: listsOf(region) }
    lists.set(key, mergeEntry(lists.get(key), own))
  }
  return lists
}

/** Merges the list fields of the regions of two notes; one entry for each (file, anchor, signature). */
export const mergeRegionLists = (a: Annotation, b: Annotation): ReadonlyArray<MergedLists> => {
  const lists = new Map(listsByRegion(a))
  for (const [key, region] of listsByRegion(b)) lists.set(key, mergeEntry(lists.get(key), region))
  return [...lists.values()]
}
