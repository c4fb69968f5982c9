import { normalizeName } from "../../domain/AnchorName.ts"
import type { Flag, Region } from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { Match } from "./answers.ts"

/** Equal for copies of a region on different commits, even if the file was renamed in between. */
const contentKey = ({ ast_anchor, constraints, intent, reasoning }: Region): string =>
  canonicalJson([normalizeName(ast_anchor.name), intent, reasoning ?? null, constraints])

/** Equal for copies of a region in one file, as a rebase or cherry-pick leaves them on another commit. */
const fileContentKey = (region: Region): string => canonicalJson([region.file, contentKey(region)])

/** Equal for regions of one file that have the same texts under different anchors. */
const echoKey = ({ constraints, file, intent, reasoning, risk_notes }: Region): string =>
  canonicalJson([file, intent, reasoning ?? null, constraints, risk_notes ?? null])

/** A region on a commit. */
interface RegionOfCommit {
  readonly region: Region
  readonly annotation: { readonly commit: string }
}

/** Whether two regions are in one file. */
export const inSameFile = (a: RegionOfCommit, b: RegionOfCommit): boolean => a.region.file === b.region.file

/**
 * Removes copies: of entries with the same content on several commits, keeps those of one commit, the first by `better`.
 * `copies` decides whether two entries with the same content and name are copies.
 */
export const withoutCopies = <A extends RegionOfCommit>(
  entries: ReadonlyArray<A>,
  better: (a: A, b: A) => number,
  copies: (a: A, b: A) => boolean = inSameFile
): ReadonlyArray<A> => {
  const kept = new Map<string, Array<A>>()
  for (const entry of entries.toSorted(better)) {
    const key = contentKey(entry.region)
    const others = kept.get(key) ?? []
    const isCopy = others.some((other) => other.annotation.commit !== entry.annotation.commit && copies(other, entry))
    if (!isCopy) kept.set(key, [...others, entry])
  }
  const left = new Set([...kept.values()].flat())
  return entries.filter((entry) => left.has(entry))
}

/**
 * Removes echoes. A reason given for a whole commit is on every unit that the commit changed, so a query for a method would
 * also return it from the class around the method. Where an entry matches by name, entries of the same commit with the
 * same texts that match only by lines are removed.
 */
export const withoutEchoes = <A extends RegionOfCommit & { readonly match: Match }>(
  entries: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const key = (entry: A) => `${entry.annotation.commit} ${echoKey(entry.region)}`
  const named = new Set(entries.filter(({ match }) => match !== "lines" && match !== "file").map(key))
  return named.size === 0 ? entries : entries.filter((entry) => entry.match !== "lines" || !named.has(key(entry)))
}

/** Returns a function that adds the flags of all copies to a region: a flag is about the content, not the commit. */
export const shareFlagsOfCopies = (regions: Iterable<Region>): ((region: Region) => Region) => {
  const flagged = new Map<string, ReadonlyMap<string, Flag>>()
  for (const region of regions) {
    if (region.flags === undefined) continue
    const key = fileContentKey(region)
    const flags = region.flags.map((flag): readonly [string, Flag] => [canonicalJson(flag), flag])
    flagged.set(key, new Map([...(flagged.get(key) ?? []), ...flags]))
  }
  return (region) => {
    const flags = flagged.size === 0 ? undefined : flagged.get(fileContentKey(region))
    return flags === undefined ? region : { ...region, flags: [...flags.values()] }
  }
}
