import { normalizeName } from "../../domain/AnchorName.ts"
import type { Flag, Region } from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { Match } from "./answers.ts"

/** What a region says of which name: the same of a copy on another commit, were its file renamed between them. */
const saidOf = ({ ast_anchor, constraints, intent, reasoning }: Region): string =>
  canonicalJson([normalizeName(ast_anchor.name), intent, reasoning ?? null, constraints])

/** What a region says of which place: the same of a copy that a rebase or cherry-pick left on another commit. */
const saidBy = (region: Region): string => canonicalJson([region.file, saidOf(region)])

/** The words of a region, whatever they speak of. */
const wordsOf = ({ constraints, file, intent, reasoning, risk_notes }: Region): string =>
  canonicalJson([file, intent, reasoning ?? null, constraints, risk_notes ?? null])

/** A region on a commit. */
export interface Told {
  readonly region: Region
  readonly annotation: { readonly commit: string }
}

/** Whether two regions are in one file. */
export const inSameFile = (a: Told, b: Told): boolean => a.region.file === b.region.file

/**
 * Entries without copies: of those that say the same on several commits the best, `better` first, with all that its own
 * commit says. `copies`: whether two that say the same of one name are copies at all.
 */
export const withoutCopies = <A extends Told>(
  entries: ReadonlyArray<A>,
  better: (a: A, b: A) => number,
  copies: (a: A, b: A) => boolean = inSameFile
): ReadonlyArray<A> => {
  const kept = new Map<string, Array<A>>()
  for (const entry of entries.toSorted(better)) {
    const key = saidOf(entry.region)
    const others = kept.get(key) ?? []
    const known = others.some((other) => other.annotation.commit !== entry.annotation.commit && copies(other, entry))
    if (!known) kept.set(key, [...others, entry])
  }
  const left = new Set([...kept.values()].flat())
  return entries.filter((entry) => left.has(entry))
}

/**
 * Entries without echoes: a reason given for a whole commit is on every unit that it changed, so that who asks for a
 * method would hear it of the class around it once more. Where a name was found, the same words of lines are left out.
 */
export const withoutEchoes = <A extends Told & { readonly match: Match }>(
  entries: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const said = (entry: A) => `${entry.annotation.commit} ${wordsOf(entry.region)}`
  const named = new Set(entries.filter(({ match }) => match !== "lines" && match !== "file").map(said))
  return named.size === 0 ? entries : entries.filter((entry) => entry.match !== "lines" || !named.has(said(entry)))
}

/** Gives each region the flags of all its copies: who flagged one meant what it says. */
export const flagsOfCopies = (regions: Iterable<Region>): ((region: Region) => Region) => {
  const flagged = new Map<string, ReadonlyMap<string, Flag>>()
  for (const region of regions) {
    if (region.flags === undefined) continue
    const key = saidBy(region)
    const flags = region.flags.map((flag): readonly [string, Flag] => [canonicalJson(flag), flag])
    flagged.set(key, new Map([...(flagged.get(key) ?? []), ...flags]))
  }
  return (region) => {
    const flags = flagged.size === 0 ? undefined : flagged.get(saidBy(region))
    return flags === undefined ? region : { ...region, flags: [...flags.values()] }
  }
}
