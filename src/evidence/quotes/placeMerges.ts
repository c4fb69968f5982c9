import { Option } from "effect"
import type { Evidence } from "../../domain/Evidence.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readMerge } from "../messages/merges.ts"
import { namesRequest, withoutRequest } from "../messages/references.ts"

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

const wordsOf = (...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts
    .join(" ")
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? []

/** Whether a title has words that a commit does not have, and is not only what git or a host calls a merge. */
const isNewTitle = (title: string, { reason = "", subject, text = "" }: Evidence): boolean => {
  if (Option.isSome(readMerge(title, ""))) return false
  const known = new Set(wordsOf(subject, reason, text))
  return wordsOf(withoutRequest(title)).some((word) => !known.has(word))
}

/**
 * Places merges among the commits that they brought in, within the limit: those with a text after the newest of their commits, those
 * with only a title of their own where commits leave room. Commits get the links of their merges that have no place.
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
    const hasText = merge !== undefined && merge.quality !== "names_only"
    if (hasText && listed.length + placed.size < limit) placed.add(merge)
  }
  for (const change of listed) {
    if (listed.length + placed.size >= limit) break
    const merge = findMerge(change)
    if (merge === undefined) continue
    const brought = listed.filter((other) => findMerge(other) === merge)
    if (brought.every((other) => isNewTitle(merge.subject, other))) placed.add(merge)
  }
  const linked = listed.map((change) => {
    const merge = findMerge(change)
    // One that names a pull request itself came with it.
    if (merge === undefined || placed.has(merge) || namesRequest(change.subject)) return change
    return { ...change, links: [...new Set([...change.links, ...merge.links])] }
  })
  return [...linked, ...placed]
}
