import { Effect, Option, Result } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { Settings } from "../../config/Settings.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { FileDiff } from "../../adapters/git/FileDiff.ts"
import { Git } from "../../adapters/git/Git.ts"
import { makeOwner } from "../../domain/RegionKey.ts"
import {
  type CommitContext,
  isRationaleEmpty,
  mergeRationales,
  emptyContext,
  type Rationale
} from "../context/CommitContext.ts"
import { type NamedPlace, formatPlace } from "../context/places.ts"
import { findAmendedCommit } from "./amended.ts"
import { type Change, makeSourceReader } from "./Change.ts"
import { blankLines, type ChangedPlace, changedUnits } from "./changedUnits.ts"
import { namedPlaces } from "./namedPlaces.ts"

/** Maximum number of files to parse. */
const maxFiles = 200

/** Rationale, and the places of the commit that they belong to. */
interface Assignment {
  readonly rationale: Rationale
  readonly places: ReadonlyArray<ChangedPlace>
  /** Whether the author named the places. */
  readonly named: boolean
}

/** A place with its merged rationale. */
export interface AnnotatedPlace {
  readonly place: ChangedPlace
  readonly rationale: Rationale
  /** Whether part of it was given for several places at once. */
  readonly spread: boolean
  readonly named: boolean
}

/** A rationale for a place that the commit does not change. */
export interface UnresolvedPlace {
  readonly at: string
  readonly rationale: Rationale
  /** A sentence. */
  readonly problem: string
}

const linesChanged = (file: FileDiff): number =>
  file.hunks.reduce((sum, { after, before }) => sum + Math.max(after.count, before.count), 0)

const inOrder = (a: ChangedPlace, b: ChangedPlace): number =>
  b.changed - a.changed || (a.file === b.file ? a.lines.start - b.lines.start : a.file < b.file ? -1 : 1)

const keyOf = ({ ast_anchor, file }: ChangedPlace): string =>
  canonicalJson(makeOwner(file, ast_anchor.name, ast_anchor.signature))

/** Makes a finder of the changed places in a commit, which parses each file once. */
const makeFinder = (change: Change) => {
  const sourceOf = makeSourceReader(change.commit.id)
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

/** Finds the changed places of a commit, largest change first, and the paths of deleted files and of files over the limit. */
const findChangedPlaces = Effect.fnUntraced(function* (change: Change, { inFiles }: Finder) {
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

/** Returns the places that an amend changed; all places if it changed none of them, or for other commits. */
const findAmendedPlaces = Effect.fnUntraced(function* (
  change: Change,
  places: ReadonlyArray<ChangedPlace>,
  { inFiles }: Finder
) {
  const git = yield* Git
  const from = yield* findAmendedCommit(change.commit)
  if (Option.isNone(from)) return places
  const files = yield* git.diff({ from, to: change.commit.id })
  const changed = files.filter((file) => file.kind !== "deleted" && file.hunks.length > 0).slice(0, maxFiles)
  const amended = new Set((yield* inFiles(changed)).map(keyOf))
  const kept = places.filter((place) => amended.has(keyOf(place)))
  return kept.length === 0 ? places : kept
})

/** Resolves the placed rationales of a context to places of the commit. */
const assignPlaced = Effect.fnUntraced(function* (change: Change, context: CommitContext, { inFile }: Finder) {
  const { workTree } = yield* (yield* Git).repository
  const changedIn = Effect.fnUntraced(function* (path: string) {
    const file = change.files.find((each) => each.path === path)
    return file === undefined ? Result.fail("The commit does not change it.") : yield* inFile(file)
  })
  const assignments: Array<Assignment> = []
  const unplaced: Array<UnresolvedPlace> = []
  const placed = (context.placed ?? []).flatMap(({ at, ...rationale }) =>
    at.map((place): readonly [NamedPlace, Rationale] => [place, rationale])
  )
  for (const [place, rationale] of placed) {
    const resolved = yield* namedPlaces(place, change, changedIn, workTree)
    if (Result.isSuccess(resolved)) assignments.push({ rationale, places: resolved.success, named: true })
    else unplaced.push({ at: formatPlace(place), rationale, problem: resolved.failure })
  }
  return { assignments, unplaced }
})

const mergeAll = (assignments: ReadonlyArray<Assignment>): Rationale =>
  assignments.reduce<Rationale>((all, { rationale }) => mergeRationales(all, rationale), emptyContext)

const annotatePlace = (place: ChangedPlace, assignments: ReadonlyArray<Assignment>): AnnotatedPlace => {
  const single = assignments.filter(({ places }) => places.length === 1)
  const rationale = mergeAll(assignments)
  return {
    place,
    rationale,
    spread:
      single.length < assignments.length &&
      (single.length === 0 || canonicalJson(mergeAll(single)) !== canonicalJson(rationale)),
    named: assignments.some(({ named }) => named)
  }
}

/** Merges assignments by place: named places first, then by the size of the change. */
const mergeByPlace = (assignments: ReadonlyArray<Assignment>): ReadonlyArray<AnnotatedPlace> => {
  const all = new Map<string, { readonly place: ChangedPlace; readonly own: Array<Assignment> }>()
  for (const assignment of assignments) {
    for (const place of assignment.places) {
      const known = all.get(keyOf(place)) ?? { place, own: [] }
      known.own.push(assignment)
      all.set(keyOf(place), known)
    }
  }
  const found = [...all.values()].map(({ own, place }) => annotatePlace(place, own))
  return found.toSorted((a, b) => Number(b.named) - Number(a.named) || inOrder(a.place, b.place))
}

/**
 * Assigns rationales to places of a commit (spec writing §1): placed ones to the places that they name, the given one to
 * everything that the commit, or the amend that made it, changes, and that of the trailers to everything that it changes.
 */
export const assign = Effect.fn("Authoring.assign")(function* (
  change: Change,
  given: CommitContext,
  trailers: CommitContext
) {
  const finder = makeFinder(change)
  const { deleted, places, unread } = yield* findChangedPlaces(change, finder)
  const own = yield* assignPlaced(change, given, finder)
  const others = yield* assignPlaced(change, trailers, finder)
  const isPlaced = [given, trailers].some(({ placed = [] }) => placed.length > 0)
  const general: Array<Assignment> = []
  if (!isRationaleEmpty(given)) {
    general.push({ rationale: given, places: yield* findAmendedPlaces(change, places, finder), named: false })
  }
  // A task without a rationale still annotates all places, with the subject as their intent.
  if (!isRationaleEmpty(trailers) || (general.length === 0 && !isPlaced)) {
    general.push({ rationale: trailers, places, named: false })
  }
  const found = mergeByPlace([...own.assignments, ...others.assignments, ...general])
  return { places: found, unplaced: [...own.unplaced, ...others.unplaced], unread, deleted, sourceOf: finder.sourceOf }
})
