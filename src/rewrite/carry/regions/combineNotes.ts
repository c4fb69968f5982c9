import { normalizeName } from "../../../domain/AnchorName.ts"
import type { Annotation, Provenance, Region } from "../../../domain/Annotation.ts"
import { asArray, canonicalJson, isObject } from "../../../domain/Json.ts"
import { ownerOfRegion } from "../../../domain/RegionKey.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { mergeAnnotations, mergeOver } from "../../../notes/merge/Merge.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { isAbout } from "./selectRegions.ts"
import { replaceSubjects, type Subjects, restoreIntents } from "./replaceSubjects.ts"
import { moveConcerns, moveReferences, type Moves } from "./moveReferences.ts"
import type { Placed, Resolved } from "./resolveNote.ts"
import type { Successors } from "../rewrites/successors.ts"

/** The note to carry to a commit. */
export interface Carried {
  readonly content: NoteContent
  /** Number of notes combined in it. */
  readonly count: number
  readonly placed: ReadonlyArray<Placed>
  readonly moves: Moves
  /** Regions that git may have copied here but that belong to another commit. */
  readonly otherRegions?: ReadonlyArray<Region>
  /** Summaries and tasks of notes that belong to another commit. */
  readonly otherTexts?: ReadonlySet<string>
  /** Subject lines, for an amended or reworded commit. */
  readonly subjects?: Subjects
}

/** Whether no part of the carried notes belongs to the commit. */
export const hasNothing = ({ otherRegions = [], content: { annotation }, otherTexts }: Carried): boolean =>
  (otherRegions.length > 0 || otherTexts !== undefined) &&
  annotation.regions.length === 0 &&
  annotation.cross_cutting.length === 0

/**
 * Combines the notes of several commits, oldest first. If several notes describe the same code, the last commit wins,
 * regardless of when its note was written, because it describes the current code.
 */
export const combineNotes = (resolved: readonly [Resolved, ...ReadonlyArray<Resolved>]): Carried => {
  const [first, ...rest] = resolved
  return {
    count: resolved.length,
    content: rest.reduce<NoteContent>((all, { content }) => mergeOver(all, content, "always"), first.content),
    placed: resolved.flatMap(({ placed }) => placed),
    moves: new Map(resolved.flatMap(({ moves }) => [...moves]))
  }
}

/** Maximum commits in `derived_from`. */
const maxOrigins = 50

/**
 * Returns the commits that a note is derived from: its sources and their origins. A source may be gone from the history
 * while its origin is still there.
 */
export const originsOf = (
  sources: ReadonlyArray<{ readonly commit: ObjectId; readonly content: NoteContent }>
): ReadonlyArray<string> => {
  const earlier = sources.flatMap(({ content }) => content.annotation.provenance.derived_from)
  return [...new Set([...sources.map(({ commit }): string => commit), ...earlier])].slice(0, maxOrigins)
}

/** Replaces the provenance of a note. */
export const withProvenance = ({ annotation, ...rest }: NoteContent, provenance: Provenance): NoteContent => ({
  ...rest,
  annotation: { ...annotation, provenance }
})

const keyOf = ({ ast_anchor, file }: Region): string => `${file}\0${normalizeName(ast_anchor.name) || ast_anchor.name}`

const isSameOverload = (a: Region, b: Region): boolean => a.ast_anchor.signature === b.ast_anchor.signature

/** Whether a signature is missing, so that overloads cannot be distinguished. */
const isUnsigned = (a: Region, b: Region): boolean =>
  a.ast_anchor.signature === undefined || b.ast_anchor.signature === undefined

/**
 * Moves a region to the resolved position of the carried region with the same name: a region that git copied still has
 * its old position. Leaves regions of other overloads alone.
 */
const moveToPlaced = (region: Region, placed: ReadonlyArray<Placed>): Region => {
  const same = placed.filter(({ after, before }) => [after, before].some((each) => keyOf(each) === keyOf(region)))
  const found =
    same.find(({ before }) => isSameOverload(before, region)) ??
    same.find(({ after }) => isSameOverload(after, region)) ??
    same.find(({ before }) => isUnsigned(before, region))
  if (found === undefined) return region
  const { ast_anchor, file, lines } = found.after
  return { ...region, file, ast_anchor, lines }
}

/** Leaves out superseded positions of regions: they say where code was in another commit. */
const withoutPositions = ({ superseded = [], ...annotation }: Annotation): Annotation => {
  const others = superseded.filter(({ field }) => field !== "ast_anchor")
  return others.length === 0 ? annotation : { ...annotation, superseded: others }
}

/** Normalizes the order of all lists and keys in a value. */
const normalizeOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(normalizeOrder(entry))).toSorted()
  if (!isObject(value)) return value
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, normalizeOrder(value[key])])
}

const comparableRegion = (region: Region): string => {
  const { field_times: _, ...rest } = region
  return JSON.stringify(normalizeOrder(rest))
}

const isSameRegion = (a: Region, b: Region): boolean => comparableRegion(a) === comparableRegion(b)

/** Removes texts that belong to regions or notes of other commits. */
const withoutOtherTexts = (annotation: Annotation, { otherRegions = [], content, otherTexts }: Carried): Annotation => {
  if (otherTexts === undefined) return annotation
  const { superseded = [], task, ...rest } = annotation
  const isOther = (value: unknown): boolean => typeof value === "string" && otherTexts.has(value)
  const others = superseded.filter(
    (each) => !isOther(each.value) && !otherRegions.some((region) => isAbout(region, each))
  )
  return {
    ...rest,
    ...(task === undefined || isOther(task) ? {} : { task }),
    summary: isOther(rest.summary) ? content.annotation.summary : rest.summary,
    ...(others.length === 0 ? {} : { superseded: others })
  }
}

/** Resolves the existing note of the commit and removes what belongs to other commits. */
const prepareExisting = (
  { annotation, original }: NoteContent,
  carried: Carried,
  successors: Successors
): NoteContent => {
  const { otherRegions = [], moves, placed } = carried
  const regions = annotation.regions.map((region) => moveReferences(moveToPlaced(region, placed), moves, successors))
  const isHere = regions.map((region) => !otherRegions.some((other) => isSameRegion(region, other)))
  const concerns = withoutOtherTexts(withoutPositions(moveConcerns(annotation, moves)), carried)
  const kept = { ...concerns, regions: regions.filter((_, index) => isHere[index]) }
  if (original === undefined) return { annotation: kept }
  const originals = asArray(original["regions"]).filter((_, index) => isHere[index] === true)
  return { annotation: kept, original: { ...original, regions: originals } }
}

/** The content of a note, ignoring order, times and provenance. */
const comparableContent = ({ annotation }: NoteContent): string => {
  const { field_times: _, provenance: __, regions, timestamp: ___, ...rest } = withoutPositions(annotation)
  return JSON.stringify(normalizeOrder({ ...rest, regions: regions.map(comparableRegion) }))
}

/** The note without regions, concerns and superseded positions. */
const withoutRegions = ({ annotation, original }: NoteContent): NoteContent => ({
  ...(original === undefined ? {} : { original: { ...original, regions: [] } }),
  annotation: { ...withoutPositions(annotation), regions: [], cross_cutting: [] }
})

/** Whether the content of one note is contained in another. */
const isContained = (part: NoteContent, whole: NoteContent): boolean =>
  comparableContent(part) === comparableContent(whole) ||
  comparableContent(mergeAnnotations(part, whole)) === comparableContent(mergeAnnotations(withoutRegions(whole), whole))

const ownerKey = (region: Region): string => canonicalJson(ownerOfRegion(region))

/** The existing note of an amended commit, with subject lines replaced by earlier intents. */
const withEarlierIntents = (own: NoteContent, { content, subjects }: Carried): NoteContent => {
  const regions = new Map(content.annotation.regions.map((region) => [ownerKey(region), region]))
  return subjects === undefined
    ? own
    : restoreIntents(own, content, subjects, (region) => regions.get(ownerKey(region)))
}

const updateSubjects = (content: NoteContent, { subjects }: Carried): NoteContent =>
  subjects === undefined ? content : replaceSubjects(content, subjects)

/** The carried note for a commit without one: where it has only the old subject line, it gets the new one. */
export const carriedContent = (carried: Carried): NoteContent => updateSubjects(carried.content, carried)

/**
 * Combines the carried note with the existing note of the commit. Returns the carried note alone if the existing one is
 * its copy, made by git or by an earlier run. Otherwise merges them; the existing note wins if both have the same time.
 * Compares only content, so that it is idempotent.
 */
export const mergeWithExisting = (carried: Carried, existing: NoteContent, successors: Successors): NoteContent => {
  const own = withEarlierIntents(prepareExisting(existing, carried, successors), carried)
  if (hasNothing(carried)) return own
  const content = carriedContent(carried)
  // Git's copy has the old subject line, too.
  const existed = updateSubjects(own, carried)
  return isContained(existed, content) ? content : mergeOver(content, existed, "same moment")
}
