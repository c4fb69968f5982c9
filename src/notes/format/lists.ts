import {
  type Annotation,
  strongerContextLevel,
  type Constraint,
  type ContextLevel,
  contextLevelOf,
  type Region
} from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { type FieldOwner, ownerOfRegion } from "../../domain/RegionKey.ts"

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const united = <A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  known: (entry: A) => string,
  better: (a: A, b: A) => A
): ReadonlyArray<A> => {
  if (a.length === 0) return b
  if (b.length === 0 || canonicalJson(a) === canonicalJson(b)) return a
  const entries = new Map<string, A>()
  for (const entry of [...a, ...b]) {
    const key = known(entry)
    const other = entries.get(key)
    entries.set(key, other === undefined ? entry : better(other, entry))
  }
  return [...entries].toSorted(byText).map(([, entry]) => entry)
}

/** Both lists' entries, each once: equal lists stay as they are, others are sorted, so that the order of merging is nothing. */
export const unite = <A>(a: ReadonlyArray<A>, b: ReadonlyArray<A>): ReadonlyArray<A> =>
  united(a, b, canonicalJson, (first) => first)

/** Constraints by their text; where both have one, an author's word beats a deduction. */
export const uniteConstraints = (
  a: ReadonlyArray<Constraint>,
  b: ReadonlyArray<Constraint>
): ReadonlyArray<Constraint> =>
  united(
    a,
    b,
    ({ text }) => text,
    (first, second) => (first.source === "author" ? first : second)
  )

type RegionLists = Pick<Region, "constraints" | "semantic_dependencies" | "related_annotations" | "tags">
/** A region of one or both sides: what it is known by, who says it, and its lists. */
export interface Joint {
  readonly key: string
  readonly owner: FieldOwner
  readonly file: string
  readonly level: ContextLevel
  readonly lists: RegionLists
}

const listsOf = ({ constraints, related_annotations, semantic_dependencies, tags }: Region): RegionLists => ({
  constraints,
  semantic_dependencies,
  related_annotations,
  tags
})

const uniteLists = (a: RegionLists, b: RegionLists): RegionLists => ({
  constraints: uniteConstraints(a.constraints, b.constraints),
  semantic_dependencies: unite(a.semantic_dependencies, b.semantic_dependencies),
  related_annotations: unite(a.related_annotations, b.related_annotations),
  tags: unite(a.tags, b.tags)
})

const both = (a: Joint | undefined, b: Joint): Joint =>
  a === undefined ? b : { ...b, level: strongerContextLevel(a.level, b.level), lists: uniteLists(a.lists, b.lists) }

const jointRegions = (annotation: Annotation): ReadonlyMap<string, Joint> => {
  const joint = new Map<string, Joint>()
  for (const region of annotation.regions) {
    const owner = ownerOfRegion(region)
    const key = canonicalJson(owner)
    const own = { key, owner, file: region.file, level: contextLevelOf(annotation, region), lists: listsOf(region) }
    joint.set(key, both(joint.get(key), own))
  }
  return joint
}

/** The regions of two notes, each (file, anchor, signature) once. */
export const joinRegions = (a: Annotation, b: Annotation): ReadonlyArray<Joint> => {
  const joint = new Map(jointRegions(a))
  for (const [key, region] of jointRegions(b)) joint.set(key, both(joint.get(key), region))
  return [...joint.values()]
}
