import { Effect, Option, Result } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { Settings } from "../../config/Settings.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { FileDiff } from "../../adapters/git/FileDiff.ts"
import { Git } from "../../adapters/git/Git.ts"
import { makeOwner } from "../../domain/RegionKey.ts"
import { type Facts, isWordless, mergeWords, noFacts, type Words } from "../context/Facts.ts"
import { type NamedPlace, placeText } from "../context/places.ts"
import { amendedFrom } from "./amended.ts"
import { type Change, sourcesAt } from "./Change.ts"
import { blankLines, type ChangedPlace, changedUnits } from "./changedUnits.ts"
import { namedPlaces } from "./namedPlaces.ts"

/** Files that are parsed. */
const maxFiles = 200

/** Words, and the places of the commit that they belong to. */
interface Assignment {
  readonly words: Words
  readonly places: ReadonlyArray<ChangedPlace>
  /** The author named the places. */
  readonly named: boolean
}

/** A place with all that is said of it. */
export interface WordedPlace {
  readonly place: ChangedPlace
  readonly words: Words
  /** Some of it was said of several places at once. */
  readonly spread: boolean
  readonly named: boolean
}

/** Words for a place that the commit does not have. */
export interface Unplaced {
  readonly at: string
  readonly words: Words
  /** A sentence. */
  readonly problem: string
}

const linesChanged = (file: FileDiff): number =>
  file.hunks.reduce((sum, { after, before }) => sum + Math.max(after.count, before.count), 0)

const inOrder = (a: ChangedPlace, b: ChangedPlace): number =>
  b.changed - a.changed || (a.file === b.file ? a.lines.start - b.lines.start : a.file < b.file ? -1 : 1)

const keyOf = ({ ast_anchor, file }: ChangedPlace): string =>
  canonicalJson(makeOwner(file, ast_anchor.name, ast_anchor.signature))

/** Finds what differences change in files of a commit, each file parsed once. */
const makeFinder = (change: Change) => {
  const sourceOf = sourcesAt(change.commit.id)
  const inFile = Effect.fnUntraced(function* (file: FileDiff) {
    return Result.map(yield* sourceOf(file.path), (source) => {
      const blank = blankLines(Buffer.from(source.content).toString("latin1"))
      return { source, places: changedUnits(file.hunks, source, (line) => blank[line] === true) }
    })
  })
  const inFiles = Effect.fnUntraced(function* (files: ReadonlyArray<FileDiff>) {
    const found = yield* Effect.forEach(files, inFile)
    return found.flatMap((each) => (Result.isSuccess(each) ? each.success.places : [])).toSorted(inOrder)
  })
  return { sourceOf, inFile, inFiles }
}

type Finder = ReturnType<typeof makeFinder>

/** What a commit changed: places with lines, largest change first, and names of what has none to speak of. */
const changedPlaces = Effect.fnUntraced(function* (change: Change, { inFiles }: Finder) {
  const settings = yield* Settings
  const { exclude, include } = yield* settings.values
  const excluded = makePathFilter(include, exclude)
  const files = change.files.filter((file) => Option.isNone(excluded(file.path)))
  const changed = files
    .filter((file) => file.kind !== "deleted" && file.hunks.length > 0)
    .toSorted((a, b) => linesChanged(b) - linesChanged(a))
  return {
    places: yield* inFiles(changed.slice(0, maxFiles)),
    unread: changed.slice(maxFiles).map((file) => file.path),
    deleted: files.filter((file) => file.kind === "deleted").map((file) => file.path)
  }
})

/** Those of an amended commit's places that the amend changed; all where it changed none of them, or is no amend. */
const amendedPlaces = Effect.fnUntraced(function* (
  change: Change,
  places: ReadonlyArray<ChangedPlace>,
  { inFiles }: Finder
) {
  const git = yield* Git
  const from = yield* amendedFrom(change.commit)
  if (Option.isNone(from)) return places
  const files = yield* git.diff({ from, to: change.commit.id })
  const changed = files.filter((file) => file.kind !== "deleted" && file.hunks.length > 0).slice(0, maxFiles)
  const amended = new Set((yield* inFiles(changed)).map(keyOf))
  const kept = places.filter((place) => amended.has(keyOf(place)))
  return kept.length === 0 ? places : kept
})

/** The words that have a place, by the commit's places; and those for places that it does not have. */
const namedAssignments = Effect.fnUntraced(function* (change: Change, facts: Facts, { inFile }: Finder) {
  const { workTree } = yield* (yield* Git).repository
  const changedIn = Effect.fnUntraced(function* (path: string) {
    const file = change.files.find((each) => each.path === path)
    return file === undefined ? Result.fail("The commit does not change it.") : yield* inFile(file)
  })
  const assignments: Array<Assignment> = []
  const unplaced: Array<Unplaced> = []
  const placing = (facts.placed ?? []).flatMap(({ at, ...words }) =>
    at.map((place): readonly [NamedPlace, Words] => [place, words])
  )
  for (const [place, words] of placing) {
    const found = yield* namedPlaces(place, change, changedIn, workTree)
    if (Result.isSuccess(found)) assignments.push({ words, places: found.success, named: true })
    else unplaced.push({ at: placeText(place), words, problem: found.failure })
  }
  return { assignments, unplaced }
})

const mergeAll = (assignments: ReadonlyArray<Assignment>): Words =>
  assignments.reduce<Words>((all, { words }) => mergeWords(all, words), noFacts)

const worded = (place: ChangedPlace, assignments: ReadonlyArray<Assignment>): WordedPlace => {
  const single = assignments.filter(({ places }) => places.length === 1)
  const words = mergeAll(assignments)
  return {
    place,
    words,
    spread:
      single.length < assignments.length &&
      (single.length === 0 || canonicalJson(mergeAll(single)) !== canonicalJson(words)),
    named: assignments.some(({ named }) => named)
  }
}

/** Every place with what is said of it: the named ones first, then by the size of the change. */
const byPlace = (assignments: ReadonlyArray<Assignment>): ReadonlyArray<WordedPlace> => {
  const all = new Map<string, { readonly place: ChangedPlace; readonly own: Array<Assignment> }>()
  for (const assignment of assignments) {
    for (const place of assignment.places) {
      const known = all.get(keyOf(place)) ?? { place, own: [] }
      known.own.push(assignment)
      all.set(keyOf(place), known)
    }
  }
  const found = [...all.values()].map(({ own, place }) => worded(place, own))
  return found.toSorted((a, b) => Number(b.named) - Number(a.named) || inOrder(a.place, b.place))
}

/**
 * Which places of a commit facts belong to (spec writing §1): what is placed to what it names; the rest of what was given
 * to everything that the commit, or the amend that made it, changes; what trailers say to everything that it changes.
 */
export const assign = Effect.fn("Authoring.assign")(function* (change: Change, given: Facts, trailers: Facts) {
  const finder = makeFinder(change)
  const { deleted, places, unread } = yield* changedPlaces(change, finder)
  const own = yield* namedAssignments(change, given, finder)
  const others = yield* namedAssignments(change, trailers, finder)
  const isPlaced = [given, trailers].some(({ placed = [] }) => placed.length > 0)
  const general: Array<Assignment> = []
  if (!isWordless(given)) {
    general.push({ words: given, places: yield* amendedPlaces(change, places, finder), named: false })
  }
  // A task alone is noted with everything, by the subject.
  if (!isWordless(trailers) || (general.length === 0 && !isPlaced)) {
    general.push({ words: trailers, places, named: false })
  }
  const found = byPlace([...own.assignments, ...others.assignments, ...general])
  return { places: found, unplaced: [...own.unplaced, ...others.unplaced], unread, deleted, sourceOf: finder.sourceOf }
})
