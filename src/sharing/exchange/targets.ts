import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Successors, successorsOf } from "../../rewrite/carry/successors.ts"
import type { ImportedNote } from "./record.ts"

/** Where commits of an export went, old to new; several where one was split. */
export type CommitMap = ReadonlyMap<ObjectId, ReadonlyArray<ObjectId>>

/** The pairs of a map file by the old id. */
export const commitMap = (pairs: ReadonlyArray<{ readonly from: ObjectId; readonly to: ObjectId }>): CommitMap => {
  const map = new Map<ObjectId, Array<ObjectId>>()
  for (const { from, to } of pairs) {
    const known = map.get(from)
    if (known === undefined) map.set(from, [to])
    else known.push(to)
  }
  return map
}

/** What a commit that a note names has become by a map; the first where it was split. */
export const successorIn = (map: CommitMap): Successors => {
  const pairs = [...map].flatMap(([from, [to]]) => (to === undefined ? [] : [{ from, to }]))
  return successorsOf(pairs)
}

/** Commits that are compared with their parents in one git call. */
const patchBatch = 100

/** All commits of HEAD's history by their patch ids. */
const patchIndex = Effect.gen(function* () {
  const git = yield* Git
  const head = yield* git.resolveCommit("HEAD")
  const commits = yield* git.walk({ from: [head], merges: false })
  const index = new Map<string, Array<ObjectId>>()
  for (let start = 0; start < commits.length; start += patchBatch) {
    for (const [commit, id] of yield* git.patchIds(commits.slice(start, start + patchBatch))) {
      const known = index.get(id)
      if (known === undefined) index.set(id, [commit])
      else known.push(commit)
    }
  }
  return index
})

const byPatch = <E, R>(
  note: ImportedNote,
  patches: Effect.Effect<ReadonlyMap<string, ReadonlyArray<ObjectId>>, E, R>
) =>
  Option.match(note.patchId, {
    onNone: () => Effect.succeed<ReadonlyArray<ObjectId>>([]),
    onSome: (id) => Effect.map(patches, (index) => index.get(id) ?? [])
  })

/** Which of these commits are in this repository. */
const presentAmong = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const facts = yield* (yield* Git).commits(ids)
  return new Set(ids.filter((_, index) => Option.isSome(facts[index] ?? Option.none())))
})

/**
 * Finds the commits that notes of an export belong to here: by the map, by id, by patch id; none where nothing of it is
 * known. Several commits with the same patch all get the note: it is as true of each. The patches of this repository are
 * computed only when a note needs them, and once.
 */
export const makeTargets = Effect.fnUntraced(function* (map: CommitMap) {
  const patches = yield* Effect.cached(patchIndex)
  return Effect.fnUntraced(function* (notes: ReadonlyArray<ImportedNote>) {
    const wanted = notes.map((note) => map.get(note.commit) ?? [note.commit])
    const present = yield* presentAmong([...new Set(wanted.flat())])
    return yield* Effect.forEach(notes, (note, index) => {
      const here = (wanted[index] ?? []).filter((commit) => present.has(commit))
      return Effect.map(here.length > 0 ? Effect.succeed(here) : byPatch(note, patches), (targets) => ({
        note,
        targets
      }))
    })
  })
})
