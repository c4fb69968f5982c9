import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { Git } from "../Git.ts"
import { GitError, ObjectMissing, OutputTooLarge } from "../GitError.ts"
import { type NotesFolder, parseNotesFolder } from "../parse/TreeParser.ts"

/** Where trees are read from. */
export type TreeSource = Pick<Git["Service"], "entry" | "objects">

const largestTree = 64 * 1024 * 1024

/** Where the note of a commit is in a notes tree, or would be. */
interface NoteLocation {
  /** Path and blob of what is there; several where careless writers mixed depths. */
  readonly found: ReadonlyArray<{ readonly path: string; readonly blob: ObjectId }>
  /** Folders above the place by the tree's own fan-out: `""`, `ab/`, `ab/cd/`. */
  readonly folder: string
}

export interface NotesTree {
  readonly root: NotesFolder
  readonly places: ReadonlyMap<ObjectId, NoteLocation>
}

const readFolders = Effect.fnUntraced(function* (source: TreeSource, ids: ReadonlyArray<ObjectId>) {
  const contents = yield* source.objects(ids, { maxBytes: largestTree })
  return yield* Effect.forEach(ids, (id, index) => {
    const content = contents[index]
    if (content?._tag === "Found" && content.type === "tree") {
      return Effect.succeed([id, parseNotesFolder(content.bytes, id.length / 2)] as const)
    }
    const reason =
      content?._tag === "TooLarge"
        ? new OutputTooLarge({ command: "cat-file", limit: largestTree })
        : new ObjectMissing({ id })
    return Effect.fail(new GitError({ reason }))
  })
})

/**
 * Looks up the notes of some commits, folder by folder of the fan-out: one round trip for each level, and no folder
 * read that can hold none of them.
 */
export const locateNotes = Effect.fnUntraced(function* (
  source: TreeSource,
  tip: ObjectId,
  commits: ReadonlyArray<ObjectId>
) {
  const entry = yield* source.entry(tip, "")
  if (Option.isNone(entry)) return yield* new GitError({ reason: new ObjectMissing({ id: tip }) })
  const places = new Map<ObjectId, { found: Array<{ path: string; blob: ObjectId }>; folder: string }>()
  let root: NotesFolder | undefined
  let open = Array.from(new Set(commits), (commit) => ({ commit, folder: "", tree: entry.value.id }))
  for (let depth = 0; depth === 0 || open.length > 0; depth += 1) {
    const ids = new Set(depth === 0 ? [entry.value.id] : open.map(({ tree }) => tree))
    const folders = new Map(yield* readFolders(source, Array.from(ids)))
    root ??= folders.get(entry.value.id)
    open = open.flatMap(({ commit, folder, tree }) => {
      const here = folders.get(tree)
      const rest = commit.slice(depth * 2)
      const place = places.get(commit) ?? { found: [], folder }
      const blob = here?.notes.get(rest)
      if (blob !== undefined) place.found.push({ path: folder + rest, blob })
      places.set(commit, place)
      if (here === undefined || here.folders.size === 0) return []
      place.folder = `${folder}${rest.slice(0, 2)}/`
      const next = here.folders.get(rest.slice(0, 2))
      return next === undefined ? [] : [{ commit, folder: place.folder, tree: next }]
    })
  }
  const tree: NotesTree = { root: root ?? { notes: new Map(), folders: new Map() }, places }
  return tree
})

/** {@link Git.noteBlobs}. */
export const noteBlobs = Effect.fn("Git.noteBlobs")(function* (
  source: TreeSource,
  tip: ObjectId,
  commits: ReadonlyArray<ObjectId>
) {
  const { places } = yield* locateNotes(source, tip, commits)
  const found = new Map<ObjectId, ObjectId>()
  for (const [commit, place] of places) {
    const [first] = place.found
    if (first !== undefined) found.set(commit, first.blob)
  }
  return found
})
