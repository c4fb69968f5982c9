import { normalizeName } from "../../../domain/AnchorName.ts"
import type { Annotation, Provenance, Region } from "../../../domain/Annotation.ts"
import { asArray, canonicalJson, isObject } from "../../../domain/Json.ts"
import { ownerOfRegion } from "../../../domain/RegionKey.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { mergeAnnotations, mergeOver } from "../../../notes/merge/Merge.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { isAbout } from "./selectRegions.ts"
import { type Subjects, yielding } from "./replaceSubjects.ts"
import { moveConcerns, moveReferences, type Moves } from "./moveReferences.ts"
import type { Placed, Resolved } from "./resolveNote.ts"
import type { Successors } from "../rewrites/successors.ts"

/** What is to hang on a commit because of the commits whose place it took. */
export interface Carried {
  readonly content: NoteContent
  /** Notes that it was made of. */
  readonly count: number
  readonly placed: ReadonlyArray<Placed>
  readonly moves: Moves
  /** Regions that git has, or may have, copied here and that belong to another commit. */
  readonly away?: ReadonlyArray<Region>
  /** Summaries and tasks of notes that do not belong here at all. */
  readonly strange?: ReadonlySet<string>
  /** Of an amended commit. */
  readonly subjects?: Subjects
}

/** Whether nothing is to hang here of all that was on its way. */
export const isEmpty = ({ away = [], content: { annotation }, strange }: Carried): boolean =>
  (away.length > 0 || strange !== undefined) && annotation.regions.length === 0 && annotation.cross_cutting.length === 0

/**
 * Notes of several commits as one, oldest commit first. Of what several say of the same code the last one counts,
 * whenever it was noted: it speaks of the code as it is.
 */
export const together = (resolved: readonly [Resolved, ...ReadonlyArray<Resolved>]): Carried => {
  const [first, ...rest] = resolved
  return {
    count: resolved.length,
    content: rest.reduce<NoteContent>((all, { content }) => mergeOver(all, content, "always"), first.content),
    placed: resolved.flatMap(({ placed }) => placed),
    moves: new Map(resolved.flatMap(({ moves }) => [...moves]))
  }
}

/** Commits that a note is said to come from. */
const maxOrigins = 50

/**
 * The commits that a note comes from: its sources, and what these came from. A source may be gone from the history while
 * the commit that it was copied from is still there: then both say the same.
 */
export const originsOf = (
  sources: ReadonlyArray<{ readonly commit: ObjectId; readonly content: NoteContent }>
): ReadonlyArray<string> => {
  const earlier = sources.flatMap(({ content }) => content.annotation.provenance.derived_from)
  return [...new Set([...sources.map(({ commit }): string => commit), ...earlier])].slice(0, maxOrigins)
}

/** The same with another provenance. */
export const withProvenance = ({ annotation, ...rest }: NoteContent, provenance: Provenance): NoteContent => ({
  ...rest,
  annotation: { ...annotation, provenance }
})

const keyOf = ({ ast_anchor, file }: Region): string => `${file}\0${normalizeName(ast_anchor.name) || ast_anchor.name}`

const isSameOverload = (a: Region, b: Region): boolean => a.ast_anchor.signature === b.ast_anchor.signature

/** Whether signatures cannot tell which overload each of two regions speaks of. */
const isUnsigned = (a: Region, b: Region): boolean =>
  a.ast_anchor.signature === undefined || b.ast_anchor.signature === undefined

/**
 * Where the carried region of the same name is: a region that git copied still has the place it had before. One of
 * another overload stays where it is.
 */
const replaced = (region: Region, placed: ReadonlyArray<Placed>): Region => {
  const same = placed.filter(({ after, before }) => [after, before].some((each) => keyOf(each) === keyOf(region)))
  const found =
    same.find(({ before }) => isSameOverload(before, region)) ??
    same.find(({ after }) => isSameOverload(after, region)) ??
    same.find(({ before }) => isUnsigned(before, region))
  if (found === undefined) return region
  const { ast_anchor, file, lines } = found.after
  return { ...region, file, ast_anchor, lines }
}

const withoutPlaces = ({ superseded = [], ...annotation }: Annotation): Annotation => {
  const others = superseded.filter(({ field }) => field !== "ast_anchor")
  return others.length === 0 ? annotation : { ...annotation, superseded: others }
}

/** One text for all orders of all lists in a value. */
const unordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(unordered(entry))).toSorted()
  if (!isObject(value)) return value
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, unordered(value[key])])
}

const regionWords = (region: Region): string => {
  const { field_times: _, ...rest } = region
  return JSON.stringify(unordered(rest))
}

const isSameRegion = (a: Region, b: Region): boolean => regionWords(a) === regionWords(b)

/** A note without what it says of regions that are away, and without the words of strange notes. */
const withoutStrange = (annotation: Annotation, { away = [], content, strange }: Carried): Annotation => {
  if (strange === undefined) return annotation
  const { superseded = [], task, ...rest } = annotation
  const isStrange = (value: unknown): boolean => typeof value === "string" && strange.has(value)
  const others = superseded.filter((each) => !isStrange(each.value) && !away.some((region) => isAbout(region, each)))
  return {
    ...rest,
    ...(task === undefined || isStrange(task) ? {} : { task }),
    summary: isStrange(rest.summary) ? content.annotation.summary : rest.summary,
    ...(others.length === 0 ? {} : { superseded: others })
  }
}

/** A note that stands on the commit already, with everything where it is now, and nothing that belongs elsewhere. */
const settled = ({ annotation, original }: NoteContent, carried: Carried, successors: Successors): NoteContent => {
  const { away = [], moves, placed } = carried
  const regions = annotation.regions.map((region) => moveReferences(replaced(region, placed), moves, successors))
  const isHere = regions.map((region) => !away.some((other) => isSameRegion(region, other)))
  const concerns = withoutStrange(withoutPlaces(moveConcerns(annotation, moves)), carried)
  const kept = { ...concerns, regions: regions.filter((_, index) => isHere[index]) }
  if (original === undefined) return { annotation: kept }
  const originals = asArray(original["regions"]).filter((_, index) => isHere[index] === true)
  return { annotation: kept, original: { ...original, regions: originals } }
}

/** What a note says, whatever the order, the time and the way it came here. */
const words = ({ annotation }: NoteContent): string => {
  const { field_times: _, provenance: __, regions, timestamp: ___, ...rest } = withoutPlaces(annotation)
  return JSON.stringify(unordered({ ...rest, regions: regions.map(regionWords) }))
}

/** A note of the same commit that says nothing by itself. */
const bare = ({ annotation, original }: NoteContent): NoteContent => ({
  ...(original === undefined ? {} : { original: { ...original, regions: [] } }),
  annotation: { ...withoutPlaces(annotation), regions: [], cross_cutting: [] }
})

/** Whether one note says nothing that another does not. */
const isWithin = (part: NoteContent, whole: NoteContent): boolean =>
  words(part) === words(whole) || words(mergeAnnotations(part, whole)) === words(mergeAnnotations(bare(whole), whole))

const ownerKey = (region: Region): string => canonicalJson(ownerOfRegion(region))

/** What was noted with an amended commit, its subject line no match for what was said before. */
const reasoned = (own: NoteContent, { content, subjects }: Carried): NoteContent => {
  const regions = new Map(content.annotation.regions.map((region) => [ownerKey(region), region]))
  return subjects === undefined ? own : yielding(own, content, subjects, (region) => regions.get(ownerKey(region)))
}

/** What is carried, with the subject line of today in place of the amended commit's: its reasons are reasons of that. */
const renamed = ({ content, subjects }: Carried, own: NoteContent): NoteContent => {
  if (subjects === undefined) return content
  const { from, to } = subjects
  const subjectOnly = new Set(own.annotation.regions.filter(({ intent }) => intent === to).map(ownerKey))
  const regions = content.annotation.regions.map((region) =>
    region.intent === from && subjectOnly.has(ownerKey(region)) ? { ...region, intent: to } : region
  )
  return { ...content, annotation: { ...content.annotation, regions } }
}

/**
 * What a commit's note shall say where it has one already: what is carried alone where the note is its copy, as git
 * makes them, or what an earlier run left; merged with it where something was written there in its own right, which
 * counts where both were written in one second. By content only, so that doing it twice is doing it once.
 */
export const combine = (carried: Carried, standing: NoteContent, successors: Successors): NoteContent => {
  const own = reasoned(settled(standing, carried, successors), carried)
  if (isEmpty(carried)) return own
  const content = renamed(carried, own)
  return isWithin(own, content) ? content : mergeOver(content, own, "same moment")
}
