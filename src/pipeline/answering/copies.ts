import { normalizeName } from "../../domain/AnchorName.ts"
import type { Annotation, Flag, Region } from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { Match } from "./answers.ts"

/** Equal for copies of a region on different commits, even if the file was renamed in between. */
const contentKey = ({ alternatives, ast_anchor, constraints, intent, reasoning }: Region): string =>
  canonicalJson([normalizeName(ast_anchor.name), intent, reasoning ?? null, constraints, alternatives ?? null])

/** Equal for regions of one file that have the same texts under different anchors. */
const echoKey = ({ alternatives, constraints, file, intent, reasoning, risk_notes }: Region): string =>
  canonicalJson([file, intent, reasoning ?? null, constraints, risk_notes ?? null, alternatives ?? null])

/** A region on a commit. */
interface RegionOfCommit {
  readonly region: Region
  readonly annotation: Annotation
}

/** A region with the author time of its commit, in seconds. */
interface TimedRegion extends RegionOfCommit {
  readonly written: number
}

/** Whether two regions are in one file. */
export const inSameFile = (a: RegionOfCommit, b: RegionOfCommit): boolean => a.region.file === b.region.file

const derives = (from: Annotation, to: Annotation): boolean =>
  to.provenance.derived_from.some((source) => from.commit.startsWith(source))

/** When the intent of a region was written. Copies on other commits keep this time. */
const intentTime = ({ annotation, region }: RegionOfCommit): string =>
  region.field_times?.["intent"] ?? annotation.timestamp

const isCarried = ({ annotation }: RegionOfCommit): boolean => annotation.provenance.derived_from.length > 0

/**
 * Whether the notes of two regions with the same content are copies of one note, whatever the file is called on their
 * commits: one is derived from the other, both from a third, or they have the same intent time and one was carried. A
 * rebase does not change provenance, but keeps the author time.
 */
export const areRelated = (a: TimedRegion, b: TimedRegion): boolean =>
  derives(a.annotation, b.annotation) ||
  derives(b.annotation, a.annotation) ||
  a.annotation.provenance.derived_from.some((source) => b.annotation.provenance.derived_from.includes(source)) ||
  (intentTime(a) === intentTime(b) && (isCarried(a) || isCarried(b) || a.written === b.written))

const areCopies = (a: TimedRegion, b: TimedRegion): boolean => inSameFile(a, b) || areRelated(a, b)

/**
 * Removes copies: of entries with the same content on several commits, keeps those of one commit, the first by `better`.
 * `copies` decides whether two entries with the same content and name are copies.
 */
export const withoutCopies = <A extends TimedRegion>(
  entries: ReadonlyArray<A>,
  better: (a: A, b: A) => number,
  copies: (a: A, b: A) => boolean = areCopies
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
export const shareFlagsOfCopies = (entries: Iterable<TimedRegion>): ((entry: TimedRegion) => Region) => {
  const flagged = new Map<string, Array<TimedRegion>>()
  for (const entry of entries) {
    if (entry.region.flags === undefined) continue
    const key = contentKey(entry.region)
    const others = flagged.get(key)
    if (others === undefined) flagged.set(key, [entry])
    else others.push(entry)
  }
  return (entry) => {
    const { region } = entry
    const copies = flagged.size === 0 ? [] : (flagged.get(contentKey(region)) ?? [])
    const flags = copies.filter((other) => areCopies(other, entry)).flatMap((other) => other.region.flags ?? [])
    const distinct = new Map(flags.map((flag): readonly [string, Flag] => [canonicalJson(flag), flag]))
    return distinct.size === 0 ? region : { ...region, flags: [...distinct.values()] }
  }
}
