import type { ObjectId } from "../../../domain/ObjectId.ts"

/** A rewritten commit and its successor; zeros if it was dropped. */
export interface Pair {
  readonly from: ObjectId
  readonly to: ObjectId
}

/** A successor and the commits rewritten into it, in the given order. */
export interface Group {
  readonly to: ObjectId
  readonly from: ReadonlyArray<ObjectId>
}

/** The groups of a list of pairs. */
interface Grouped {
  /** A commit that is rewritten again comes before its successor. */
  readonly groups: ReadonlyArray<Group>
  /** Number of dropped commits. */
  readonly dropped: number
}

export const isZero = (id: string): boolean => /^0+$/.test(id)

/** Topological order, sources first. In a cycle of ids, each commit occurs once. */
const sourcesFirst = (sources: ReadonlyMap<ObjectId, ReadonlySet<ObjectId>>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  const met = new Set<ObjectId>()
  // A chain can be as long as the list, so use an explicit stack instead of recursion.
  const open = [...sources.keys()].toReversed().map((to) => ({ to, areSourcesDone: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { areSourcesDone, to } = next
    const from = [...(sources.get(to) ?? [])]
    if (areSourcesDone) groups.push({ to, from })
    if (met.has(to) || from.length === 0) continue
    met.add(to)
    open.push({ to, areSourcesDone: true })
    for (const id of from.toReversed()) open.push({ to: id, areSourcesDone: false })
  }
  return groups
}

/** Groups pairs by successor. Skips commits that did not change. */
export const group = (pairs: ReadonlyArray<Pair>): Grouped => {
  const sources = new Map<ObjectId, Set<ObjectId>>()
  const dropped = new Set<ObjectId>()
  for (const { from, to } of pairs) {
    if (isZero(to)) dropped.add(from)
    else if (from !== to) sources.set(to, (sources.get(to) ?? new Set()).add(from))
  }
  return { groups: sourcesFirst(sources), dropped: dropped.size }
}
