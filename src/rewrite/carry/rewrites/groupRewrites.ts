import type { ObjectId } from "../../../domain/ObjectId.ts"

/** A commit, and the one that took its place; zeros where none did. */
export interface Pair {
  readonly from: ObjectId
  readonly to: ObjectId
}

/** A commit, and the ones whose place it took, in the order given. */
export interface Group {
  readonly to: ObjectId
  readonly from: ReadonlyArray<ObjectId>
}

/** What a list of pairs asks for. */
export interface Grouped {
  /** A commit that is rewritten again comes before the one that takes its place. */
  readonly groups: ReadonlyArray<Group>
  /** Commits that nothing took the place of. */
  readonly dropped: number
}

export const isZero = (id: string): boolean => /^0+$/.test(id)

/** Every commit after those it was made from; where ids go round in a circle, each once. */
const sourcesFirst = (sources: ReadonlyMap<ObjectId, ReadonlySet<ObjectId>>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  const met = new Set<ObjectId>()
  // A chain can be as long as the list: a stack of our own.
  const open = [...sources.keys()].toReversed().map((to) => ({ to, areSourcesDone: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { areSourcesDone, to } = next
    const from = [...(sources.get(to) ?? [])]
    if (areSourcesDone) groups.push({ to, from })
    if (met.has(to) || from.length === 0) continue
    met.add(to)
    open.push({ to, areSourcesDone: true })
    open.push(...from.toReversed().map((id) => ({ to: id, areSourcesDone: false })))
  }
  return groups
}

/** Puts together what became one commit. Commits that stayed what they were are passed over. */
export const group = (pairs: ReadonlyArray<Pair>): Grouped => {
  const sources = new Map<ObjectId, Set<ObjectId>>()
  const dropped = new Set<ObjectId>()
  for (const { from, to } of pairs) {
    if (isZero(to)) dropped.add(from)
    else if (from !== to) sources.set(to, (sources.get(to) ?? new Set()).add(from))
  }
  return { groups: sourcesFirst(sources), dropped: dropped.size }
}
