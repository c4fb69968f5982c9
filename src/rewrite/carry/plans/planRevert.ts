import { Effect, Option } from "effect"
import { intersect, type LineRange, overlaps, shift } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import { type BlameHunk, Git } from "../../../adapters/git/Git.ts"
import { sortByAge } from "../rewrites/sortByAge.ts"
import { type Carried, originsOf, withProvenance } from "../regions/combineNotes.ts"
import { onlyOf } from "../regions/selectRegions.ts"
import { followFiles } from "../files/followFiles.ts"
import { noSuccessors } from "../rewrites/successors.ts"
import { resolveAndCombine } from "./planInto.ts"
import { unchangedParts } from "../files/followLines.ts"
import { readCurrentNotes } from "../rewrites/readNotes.ts"
import { type Placed, resolveAt, type Source } from "../regions/resolveNote.ts"

/** Lines that a revert restored, and their origin. */
interface Restored {
  readonly commit: ObjectId
  /** Path and lines in that commit. */
  readonly path: string
  readonly origin: LineRange
  /** Path and lines in the revert. */
  readonly file: string
  readonly lines: LineRange
}

/** Intersects a range of lines with the hunks of a blame. */
const intersectWithBlame = (
  { lines, start }: { readonly lines: LineRange; readonly start: number },
  file: string,
  hunks: ReadonlyArray<BlameHunk>
): ReadonlyArray<Restored> =>
  hunks.flatMap((hunk) => {
    const offset = lines.start - start
    const shared = intersect(hunk.lines, shift(lines, -offset))
    if (Option.isNone(shared) || Option.isNone(hunk.commit)) return []
    return [
      {
        commit: hunk.commit.value,
        path: hunk.path,
        origin: shift(shared.value, hunk.originStart - hunk.lines.start),
        file,
        lines: shift(shared.value, offset)
      }
    ]
  })

/** Finds the origin of the lines that a file got back, in `before`, a parent of the reverted commit. */
const restoredIn = Effect.fnUntraced(function* (commit: ObjectId, before: ObjectId, { hunks, path }: FileDiff) {
  const git = yield* Git
  const followedFile = (yield* followFiles({ from: Option.some(commit), to: before }, [path])).get(path)
  if (followedFile === undefined || Option.isNone(followedFile.before) || Option.isNone(followedFile.after)) return []
  const changes = yield* git.blobDiff(followedFile.before.value, followedFile.after.value)
  const parts = hunks.flatMap(({ after }) =>
    after.count === 0 ? [] : unchangedParts({ start: after.start, end: after.start + after.count - 1 }, changes)
  )
  if (parts.length === 0) return []
  const blame = yield* git.blame({ commit: before, path: followedFile.path, contents: Option.none() })
  return parts.flatMap((part) => intersectWithBlame(part, path, blame))
})

/** Finds all lines that a revert restored. */
const restoredBy = Effect.fnUntraced(function* (commit: ObjectId, reverted: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const [facts = Option.none(), ...others] = yield* git.commits([commit, ...reverted])
  if (Option.isNone(facts)) return []
  const files = yield* git.diff({ from: Option.fromNullishOr(facts.value.parents[0]), to: commit })
  const changed = files.filter(({ hunks, kind }) => kind !== "deleted" && hunks.length > 0)
  // A merge can be reverted to any of its parents.
  const parents = others.flatMap((other) => (Option.isSome(other) ? other.value.parents : []))
  const found = yield* Effect.forEach(parents, (before) =>
    Effect.forEach(changed, (file) => restoredIn(commit, before, file), { concurrency: 2 })
  )
  return found.flat(2)
})

const isRestored = ({ after, before }: Placed, restored: ReadonlyArray<Restored>): boolean =>
  restored.some(
    ({ file, lines, origin, path }) =>
      path === before.file && (overlaps(origin, before.lines) || (file === after.file && overlaps(lines, after.lines)))
  )

/** Blame of the files that a revert restored, by path. */
type Blames = ReadonlyMap<string, ReadonlyArray<BlameHunk>>

const blamesOf = Effect.fnUntraced(function* (commit: ObjectId, paths: Iterable<string>) {
  const git = yield* Git
  const found = yield* Effect.forEach(
    new Set(paths),
    (path) => Effect.map(git.blame({ commit, path, contents: Option.none() }), (hunks) => [path, hunks] as const),
    { concurrency: 2 }
  )
  return new Map(found)
})

/** Whether blame still assigns the region's code to its source commit. */
const isFound = (blames: Blames, source: ObjectId, { after }: Placed): boolean =>
  (blames.get(after.file) ?? []).some(
    ({ commit, lines }) => Option.isSome(commit) && commit.value === source && overlaps(lines, after.lines)
  )

/** Selects the regions of a note whose code was removed and restored. */
const restoredNote = Effect.fnUntraced(function* (
  commit: ObjectId,
  source: Source,
  restored: ReadonlyArray<Restored>,
  blames: Blames
) {
  const { placed } = yield* resolveAt(source, { from: Option.some(source.commit), to: commit }, noSuccessors)
  const wanted = placed.map((each) => isRestored(each, restored) && !isFound(blames, source.commit, each))
  if (!wanted.includes(true)) return []
  return [{ commit: source.commit, content: onlyOf(source.content, (index) => wanted[index] === true) }]
})

const abbreviated = (ids: ReadonlyArray<ObjectId>): string => ids.map((id) => id.slice(0, 12)).join(", ")

/**
 * Plans the note of a revert. It restores code that older commits explain, but blame now names the revert. None if it
 * restores no annotated code.
 */
export const planRevert = Effect.fn("carry.planRevert")(function* (
  commit: ObjectId,
  reverted: ReadonlyArray<ObjectId>
) {
  const restored = yield* restoredBy(commit, reverted)
  const notes = yield* readCurrentNotes(restored.map((each) => each.commit))
  const explained = restored.filter((each) => notes.has(each.commit))
  const blames = yield* blamesOf(
    commit,
    explained.map(({ file }) => file)
  )
  const ordered = (yield* sortByAge([...notes.keys()])).flatMap((id): ReadonlyArray<Source> => {
    const content = notes.get(id)
    return content === undefined ? [] : [{ commit: id, content }]
  })
  const sources = yield* Effect.forEach(ordered, (source) =>
    restoredNote(
      commit,
      source,
      explained.filter((each) => each.commit === source.commit),
      blames
    )
  )
  const [first, ...rest] = sources.flat()
  if (first === undefined) return Option.none<Carried>()
  const carried = yield* resolveAndCombine(commit, [first, ...rest])
  return Option.some({
    ...carried,
    content: withProvenance(carried.content, {
      ...carried.content.annotation.provenance,
      derived_from: originsOf([first, ...rest]),
      original_annotations_preserved: true,
      synthesis_notes: `Restored by reverting ${abbreviated(reverted)}.`
    })
  })
})
