import type { Evidence } from "../../domain/Evidence.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { addLinks, saysMore } from "./joinMerges.ts"

/** The quotes of a history, each of another commit. */
interface Quotes {
  /** Of the commits that changed the code, newest first. */
  readonly changes: ReadonlyArray<Evidence>
  /** Of merges that brought some of them in. */
  readonly merges: ReadonlyArray<Evidence>
  /** The merge that brought each commit in. */
  readonly broughtBy: ReadonlyMap<ObjectId, ObjectId>
  /** Maximum quotes. */
  readonly limit: number
}

/**
 * Places merges among the commits that they brought in, within the limit: those with a text of their own after the newest of their
 * commits, those with only a title where commits leave room. Commits get the links of their merges that have no place.
 */
export const placeMerges = ({ broughtBy, changes, limit, merges }: Quotes): ReadonlyArray<Evidence> => {
  const mergeOf = new Map(merges.map((merge) => [merge.commit, merge]))
  const findMerge = ({ commit }: Evidence): Evidence | undefined => mergeOf.get(broughtBy.get(commit) ?? commit)
  const listed: Array<Evidence> = []
  const placed = new Set<Evidence>()
  for (const change of changes) {
    if (listed.length + placed.size >= limit) break
    listed.push(change)
    const merge = findMerge(change)
    const isInformative = merge !== undefined && merge.quality !== "names_only" && saysMore(merge, change)
    if (isInformative && listed.length + placed.size < limit) placed.add(merge)
  }
  for (const change of listed) {
    if (listed.length + placed.size >= limit) break
    const merge = findMerge(change)
    if (merge === undefined) continue
    const brought = listed.filter((other) => findMerge(other) === merge)
    if (brought.every((other) => saysMore(merge, other))) placed.add(merge)
  }
  const linked = listed.map((change) => {
    const merge = findMerge(change)
    return merge === undefined || placed.has(merge) ? change : addLinks(change, merge)
  })
  return [...linked, ...placed]
}
