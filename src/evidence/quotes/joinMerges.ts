import { Option } from "effect"
import { type Evidence, isBetterQuality } from "../../domain/Evidence.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readMerge } from "../messages/merges.ts"
import { namesRequest, withoutRequest } from "../messages/references.ts"

const wordsOf = (...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts
    .join(" ")
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? []

/** Whether a merge has words that a commit does not have, other than what git or a host calls it, or says better why. */
export const saysMore = (merge: Evidence, commit: Evidence): boolean => {
  if (isBetterQuality(merge.quality, commit.quality)) return true
  const known = new Set(wordsOf(commit.subject, commit.reason ?? "", commit.text ?? ""))
  const title = Option.isSome(readMerge(merge.subject, "")) ? "" : withoutRequest(merge.subject)
  return wordsOf(title, merge.reason ?? "", merge.text ?? "").some((word) => !known.has(word))
}

/** Adds the links of a merge to a commit that it brought in; one that names a pull request itself came with that. */
export const addLinks = (commit: Evidence, merge: Evidence): Evidence =>
  namesRequest(commit.subject) ? commit : { ...commit, links: [...new Set([...commit.links, ...merge.links])] }

/**
 * Joins merges that say no more than a commit that they brought in with their commits, which get their links. `broughtBy`: the
 * merge that brought each commit in.
 */
export const joinMerges = (
  entries: ReadonlyArray<Evidence>,
  broughtBy: ReadonlyMap<ObjectId, ObjectId>
): ReadonlyArray<Evidence> => {
  const merges = entries.filter(({ kind }) => kind === "merge")
  const isBroughtBy = (merge: Evidence) => (entry: Evidence) =>
    entry.kind === "commit" && broughtBy.get(entry.commit) === merge.commit
  const joined = new Map(
    merges
      .filter((merge) => entries.filter(isBroughtBy(merge)).some((commit) => !saysMore(merge, commit)))
      .map((merge) => [merge.commit, merge])
  )
  return entries
    .filter((entry) => joined.get(entry.commit) !== entry)
    .map((entry) => {
      const merge = joined.get(broughtBy.get(entry.commit) ?? entry.commit)
      return merge === undefined || entry.kind !== "commit" ? entry : addLinks(entry, merge)
    })
}
