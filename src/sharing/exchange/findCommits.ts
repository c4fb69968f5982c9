import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Successors, successorsOf } from "../../rewrite/carry/rewrites/successors.ts"
import type { ImportedNote } from "./exportLine.ts"

/** Maps commits of an export to their successors; several if a commit was split. */
export type CommitMap = ReadonlyMap<ObjectId, ReadonlyArray<ObjectId>>

/** Groups the pairs of a map file by the old id. */
export const makeCommitMap = (pairs: ReadonlyArray<{ readonly from: ObjectId; readonly to: ObjectId }>): CommitMap => {
  const map = new Map<ObjectId, Array<ObjectId>>()
  for (const { from, to } of pairs) {
    const known = map.get(from)
    if (known === undefined) map.set(from, [to])
    else known.push(to)
  }
  return map
}

/** Returns the successors of the commits that notes mention: the first one if a commit was split. */
export const firstSuccessors = (map: CommitMap): Successors => {
  const pairs = [...map].flatMap(([from, [to]]) => (to === undefined ? [] : [{ from, to }]))
  return successorsOf(pairs)
}

/** Commits whose patch ids are computed in one git call. */
const patchBatch = 100

/** Groups the commits of HEAD's history by patch id. */
const indexPatchIds = Effect.gen(function* () {
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

const findByPatchId = <E, R>(
  note: ImportedNote,
  patches: Effect.Effect<ReadonlyMap<string, ReadonlyArray<ObjectId>>, E, R>
) =>
  Option.match(note.patchId, {
    onNone: () => Effect.succeed<ReadonlyArray<ObjectId>>([]),
    onSome: (id) => Effect.map(patches, (index) => index.get(id) ?? [])
  })

/** Returns those of the commits that are in this repository. */
const filterPresent = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const facts = yield* (yield* Git).commits(ids)
  return new Set(ids.filter((_, index) => Option.isSome(facts[index] ?? Option.none())))
})

/**
 * Finds the commits that exported notes belong to: by the map, by id, then by patch id. Returns all commits with the
 * same patch id: the note applies to each of them. Patch ids are computed once, when the first note needs them.
 */
export const makeCommitFinder = Effect.fnUntraced(function* (map: CommitMap) {
  const patches = yield* Effect.cached(indexPatchIds)
  return Effect.fnUntraced(function* (notes: ReadonlyArray<ImportedNote>) {
    const wanted = notes.map((note) => ({ note, commits: map.get(note.commit) ?? [note.commit] }))
    const present = yield* filterPresent([...new Set(wanted.flatMap(({ commits }) => commits))])
    return yield* Effect.forEach(wanted, ({ commits, note }) => {
      const here = commits.filter((commit) => present.has(commit))
      return Effect.map(here.length > 0 ? Effect.succeed(here) : findByPatchId(note, patches), (targets) => ({
        note,
        targets
      }))
    })
  })
})
