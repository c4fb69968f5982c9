import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import type { LineRange } from "../domain/LineRange.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type FileChange, Git, type LineChange } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import type { TreeEntry } from "../adapters/git/TreeEntry.ts"
import { Additions } from "./Additions.ts"
import { type KeptWalks, makeKeptWalks } from "./keptWalks.ts"
import * as Memo from "./Memo.ts"
import {
  packFileHistory,
  PackedFileHistory,
  PackedLineHistory,
  packLineHistory,
  unpackFileHistory,
  unpackLineHistory
} from "./packedWalks.ts"
import { Renames } from "./Renames.ts"

/** Maximum walks of each kind in memory. */
const maxWalks = 256
/** Maximum changes in memory, over all walks of a kind. */
const maxChanges = 50_000
/** Maximum commits whose paths are in memory. */
const maxTrees = 4
/** Maximum paths in memory, over all commits. */
const maxPaths = 400_000
/** Maximum witness paths and rename statuses in memory. */
const maxWitnesses = 4_096

interface FileWalk {
  readonly commit: ObjectId
  readonly path: string
  /** Fingerprint of everything else that git's walk depends on (`Git.blameContext`). */
  readonly context: string
}

interface LineWalk extends FileWalk {
  readonly lines: LineRange
}

/**
 * Histories are keyed by the commit they start at. Keyed by the path's last change, as blame is, they would be wrong:
 * on random histories lines differed in 8 of 710 pairs of commits and files in 35 of 460, where git compares a merge
 * first with a parent that has the file under another name.
 */
const formatFileKey = ({ commit, context, path }: FileWalk): string => `${context}\0${commit}\0${path}`
const formatLineKey = (walk: LineWalk): string => `${formatFileKey(walk)}\0${walk.lines.start}:${walk.lines.end}`

const weight = { of: (changes: ReadonlyArray<unknown>) => changes.length, maxTotal: maxChanges }

/** Maximum commits that added a file to check one by one; above it, the file's history is walked. */
const maxAdditions = 4

/** Whether a file has always had one name, or its history must be followed to know. */
const RenameStatus = Schema.Literals(["one name", "followed"])

const isFile = (entry: Option.Option<TreeEntry> = Option.none()): boolean =>
  Option.exists(entry, ({ kind }) => kind !== "directory")

const findFirst = (paths: Iterable<string>, matches: (path: string) => boolean): string | undefined => {
  for (const path of paths) if (matches(path)) return path
  return undefined
}

/** Determines whether files were ever renamed. */
const makeRenameStatus = Effect.fnUntraced(function* (git: Git["Service"]) {
  const additions = yield* Additions
  // Git looks for a rename source only in non-merge commits that add the followed path.
  const hasRenameSource = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
    const [first] = yield* git.fileHistory(commit, path, 1)
    return first?.commit !== commit || Option.isSome(first.previousPath)
  })
  return yield* makeKeptWalks(git, {
    capacity: maxWitnesses,
    text: formatFileKey,
    disk: yield* TypedCache.make("naming-1", RenameStatus),
    pack: (status: typeof RenameStatus.Type) => status,
    unpack: Option.some,
    find: Effect.fnUntraced(function* (walk: FileWalk) {
      const added = Option.getOrElse(yield* additions.commitsAdding(walk, walk.path), (): ReadonlyArray<ObjectId> => [])
      const isPlain = added.length > 0 && added.length <= maxAdditions
      const found = isPlain
        ? yield* Effect.forEach(added, (commit) => hasRenameSource(commit, walk.path), { concurrency: 2 })
        : [true]
      return found.includes(true) ? "followed" : "one name"
    })
  })
})

/** Finds a file's own name and its former ones that no file of the commit has. */
const makeOwnPaths = Effect.fnUntraced(function* (
  git: Git["Service"],
  histories: KeptWalks<FileWalk, ReadonlyArray<FileChange>>
) {
  const renameStatuses = yield* makeRenameStatus(git)
  /** Whether the paths are known without another walk. */
  const areKnown = Effect.fnUntraced(function* (walk: FileWalk) {
    const status = Option.getOrUndefined(yield* renameStatuses.peek(walk))
    return status === "one name" || (status === "followed" && Option.isSome(yield* histories.peek(walk)))
  })
  const memo = yield* Memo.make({
    capacity: maxWalks,
    text: formatFileKey,
    lookup: Effect.fnUntraced(function* (walk: FileWalk) {
      const { commit, path } = walk
      const isPlain = (yield* renameStatuses.get(walk)) === "one name"
      const names = isPlain ? [] : (yield* histories.get(walk)).map((change) => change.path)
      const former = [...new Set(names)].filter((name) => name !== path)
      const entries = yield* git.entries(former.map((name) => ({ commit, path: name })))
      return new Set([path, ...former.filter((_, at) => !isFile(entries[at]))])
    })
  })
  return { areKnown, get: memo.get }
})

/** Histories of files and lines, cached in memory and on disk. */
export class Lineage extends Context.Service<
  Lineage,
  {
    /** Lists the commits that changed a file, newest first, following renames. */
    fileHistory(commit: ObjectId, path: string): Effect.Effect<ReadonlyArray<FileChange>, GitError>
    /** Lists the commits that changed some lines, newest first, with their positions. */
    lineHistory(commit: ObjectId, path: string, lines: LineRange): Effect.Effect<ReadonlyArray<LineChange>, GitError>
    /**
     * Finds the paths that notes may use for a file: its own first, then its former paths that no other file has now.
     * Walks history only if one of the `noted` paths is gone from the commit and `isRelevant`; otherwise it may leave out
     * former paths.
     */
    findPaths(
      commit: ObjectId,
      path: string,
      noted: Iterable<string>,
      isRelevant: (path: string) => boolean
    ): Effect.Effect<ReadonlySet<string>, GitError>
    /** Finds the paths in a commit that `noted` paths may have become: themselves or the targets of renames. */
    findPresentPaths(commit: ObjectId, noted: Iterable<string>): Effect.Effect<ReadonlySet<string>, GitError>
  }
>()("ultragit/lineage/Lineage") {
  static readonly layerNoDeps = Layer.effect(
    Lineage,
    Effect.gen(function* () {
      const git = yield* Git
      const renames = yield* Renames
      const files = yield* makeKeptWalks(git, {
        capacity: maxWalks,
        weight,
        text: formatFileKey,
        disk: yield* TypedCache.make("file-history-1", Schema.fromJsonString(PackedFileHistory)),
        pack: packFileHistory,
        unpack: unpackFileHistory,
        find: (walk: FileWalk) => git.fileHistory(walk.commit, walk.path)
      })
      const ranges = yield* makeKeptWalks(git, {
        capacity: maxWalks,
        weight,
        text: formatLineKey,
        disk: yield* TypedCache.make("line-history-1", Schema.fromJsonString(PackedLineHistory)),
        pack: packLineHistory,
        unpack: unpackLineHistory,
        find: (walk: LineWalk) => git.lineHistory(walk)
      })
      const trees = yield* Memo.make({
        capacity: maxTrees,
        weight: { of: (paths: ReadonlySet<string>) => paths.size, maxTotal: maxPaths },
        text: (commit: ObjectId) => commit,
        lookup: (commit) => Effect.map(git.files(commit, ""), (entries) => new Set(entries.map((entry) => entry.path)))
      })
      const fileHistory = (commit: ObjectId, path: string) =>
        Effect.flatMap(git.blameContext, (context) => files.get({ commit, path, context }))
      const lineHistory = (commit: ObjectId, path: string, lines: LineRange) =>
        Effect.flatMap(git.blameContext, (context) => ranges.get({ commit, path, lines, context }))
      const ownPaths = yield* makeOwnPaths(git, files)
      // Finding a relevant path may take a look at thousands, so the last one found is tried first.
      const witnesses = new Map<string, string>()
      const findPaths = Effect.fnUntraced(function* (
        commit: ObjectId,
        path: string,
        noted: Iterable<string>,
        isRelevant: (path: string) => boolean
      ) {
        const walk = { commit, path, context: yield* git.blameContext }
        // Listing all files of a commit takes longer than asking for a few.
        if (yield* ownPaths.areKnown(walk)) return yield* ownPaths.get(walk)
        const present = yield* trees.get(commit)
        const isWitness = (other: string): boolean => other !== path && !present.has(other) && isRelevant(other)
        const last = witnesses.get(path)
        const witness = last !== undefined && isWitness(last) ? last : findFirst(noted, isWitness)
        if (witness === undefined) return new Set([path])
        if (witnesses.size >= maxWitnesses) witnesses.clear()
        witnesses.set(path, witness)
        return yield* ownPaths.get(walk)
      })
      const findPresentPaths = Effect.fnUntraced(function* (commit: ObjectId, noted: Iterable<string>) {
        const paths = yield* trees.get(commit)
        const all = new Set(noted)
        if (all.size === 0) return all
        const moves = (yield* renames.list(commit)).toReversed()
        // Oldest first, a chain of renames takes one pass unless clocks were wrong.
        for (let known = -1; known < all.size;) {
          known = all.size
          for (const { from, to } of moves) {
            if (from.some((path) => all.has(path))) for (const path of to) all.add(path)
          }
        }
        return new Set([...all].filter((path) => paths.has(path)))
      })
      return Lineage.of({ fileHistory, lineHistory, findPaths, findPresentPaths })
    })
  )
}
