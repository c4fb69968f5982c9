import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { Git } from "../Git.ts"
import { GitError, ObjectMissing, OutputTooLarge } from "../GitError.ts"
import { type NotesFolder, parseNotesFolder } from "../parse/TreeParser.ts"

/** The calls that read trees. */
export type TreeSource = Pick<Git["Service"], "entry" | "objects">

const maxTreeBytes = 64 * 1024 * 1024

/** The location of a commit's note in a notes tree, existing or not. */
interface NoteLocation {
  /** Paths and blobs of existing notes. Several, if writers mixed fan-out depths. */
  readonly entries: ReadonlyArray<{ readonly path: string; readonly blob: ObjectId }>
  /** Fan-out folder of the location: `""`, `ab/`, `ab/cd/`. */
  readonly folder: string
}

export interface NotesTree {
  readonly root: NotesFolder
  readonly locations: ReadonlyMap<ObjectId, NoteLocation>
}

const readFolders = Effect.fnUntraced(function* (source: TreeSource, ids: ReadonlyArray<ObjectId>) {
  const contents = yield* source.objects(ids, { maxBytes: maxTreeBytes })
  return yield* Effect.forEach(ids, (id, index) => {
    const content = contents[index]
    if (content?._tag === "Found" && content.type === "tree") {
      return Effect.succeed([id, parseNotesFolder(content.bytes, id.length / 2)] as const)
    }
    const reason =
      content?._tag === "TooLarge"
        ? new OutputTooLarge({ command: "cat-file", limit: maxTreeBytes })
        : new ObjectMissing({ id })
    return Effect.fail(new GitError({ reason }))
  })
})

/**
 * Locates the notes of some commits, level by level of the fan-out: one round trip per level, reading only folders that
 * may contain one of them.
 */
export const locateNotes = Effect.fnUntraced(function* (
  source: TreeSource,
  tip: ObjectId,
  commits: ReadonlyArray<ObjectId>
) {
  const entry = yield* source.entry(tip, "")
  if (Option.isNone(entry)) return yield* new GitError({ reason: new ObjectMissing({ id: tip }) })
  const locations = new Map<ObjectId, { entries: Array<{ path: string; blob: ObjectId }>; folder: string }>()
  let root: NotesFolder | undefined
  let pending = Array.from(new Set(commits), (commit) => ({ commit, folder: "", tree: entry.value.id }))
  for (let depth = 0; depth === 0 || pending.length > 0; depth += 1) {
    const ids = new Set(depth === 0 ? [entry.value.id] : pending.map(({ tree }) => tree))
    const folders = new Map(yield* readFolders(source, Array.from(ids)))
    root ??= folders.get(entry.value.id)
    pending = pending.flatMap(({ commit, folder, tree }) => {
      const here = folders.get(tree)
      const rest = commit.slice(depth * 2)
      const location = locations.get(commit) ?? { entries: [], folder }
      const blob = here?.notes.get(rest)
      if (blob !== undefined) location.entries.push({ path: folder + rest, blob })
      locations.set(commit, location)
      if (here === undefined || here.folders.size === 0) return []
      location.folder = `${folder}${rest.slice(0, 2)}/`
      const next = here.folders.get(rest.slice(0, 2))
      return next === undefined ? [] : [{ commit, folder: location.folder, tree: next }]
    })
  }
  const tree: NotesTree = { root: root ?? { notes: new Map(), folders: new Map() }, locations }
  return tree
})

/** {@link Git.noteBlobs}. */
export const noteBlobs = Effect.fn("Git.noteBlobs")(function* (
  source: TreeSource,
  tip: ObjectId,
  commits: ReadonlyArray<ObjectId>
) {
  const { locations } = yield* locateNotes(source, tip, commits)
  const blobs = new Map<ObjectId, ObjectId>()
  for (const [commit, location] of locations) {
    const [first] = location.entries
    if (first !== undefined) blobs.set(commit, first.blob)
  }
  return blobs
})
