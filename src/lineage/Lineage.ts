import { Context, Effect, Layer, Option, Schema } from "effect"
import * as TypedCache from "../store/TypedCache.ts"
import type { LineRange } from "../domain/LineRange.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type FileChange, Git, type LineChange } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { Additions } from "./Additions.ts"
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
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Walks over history of each kind kept in memory. */
const maxWalks = 256
/** Commits named by all walks of a kind. */
const maxChanges = 50_000
/** Lists of all paths of a commit kept in memory. */
const maxTrees = 4
/** Paths of all of them. */
const maxPaths = 400_000
/** Paths that made a walk necessary kept in memory. */
const maxWitnesses = 4_096

interface FileWalk {
  readonly commit: ObjectId
  readonly path: string
  /** What else git's walk depends on. */
  readonly context: string
}

interface LineWalk extends FileWalk {
  readonly lines: LineRange
}

/**
 * Histories are kept by the commit they begin at. By the commit that changed the path last, as a blame is, they would
 * differ: in 8 of 710 pairs of commits of random histories the lines, in 35 of 460 the file, where git compares a merge
 * with a parent that has the file by another name before one that has it by its own.
 */
const formatFileKey = ({ commit, context, path }: FileWalk): string => `${context}\0${commit}\0${path}`
const formatLineKey = (walk: LineWalk): string => `${formatFileKey(walk)}\0${walk.lines.start}:${walk.lines.end}`

const weight = { of: (changes: ReadonlyArray<unknown>) => changes.length, maxTotal: maxChanges }

/** More commits that added a file are not looked at one by one. */
const maxAdditions = 4

/** Whether a file has had one name only, or its history is what tells. */
const RenameStatus = Schema.Literals(["one name", "followed"])

const findFirst = (paths: Iterable<string>, matches: (path: string) => boolean): string | undefined => {
  for (const path of paths) if (matches(path)) return path
  return undefined
}

/** Knows of files whether they have had one name only. */
const makeRenameStatus = Effect.fnUntraced(function* (git: Git["Service"]) {
  const additions = yield* Additions
  const shelf = yield* TypedCache.make("naming-1", RenameStatus)
  // Git looks for another name, among all files, in commits that are no merges and add what it follows.
  const hasRenameSource = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
    const [first] = yield* git.fileHistory(commit, path, 1)
    return first?.commit !== commit || Option.isSome(first.previousPath)
  })
  return yield* Memo.make({
    capacity: maxWitnesses,
    text: formatFileKey,
    lookup: Effect.fnUntraced(function* (walk: FileWalk, text) {
      const kept = yield* shelf.get(text)
      if (Option.isSome(kept)) return kept.value
      const added = Option.getOrElse(yield* additions.commitsAdding(walk, walk.path), (): ReadonlyArray<ObjectId> => [])
      const isPlain = added.length > 0 && added.length <= maxAdditions
      const found = isPlain
        ? yield* Effect.forEach(added, (commit) => hasRenameSource(commit, walk.path), { concurrency: 2 })
        : [true]
      const naming = found.includes(true) ? "followed" : "one name"
      yield* storeIfUnchanged(git, walk.context, shelf.put(text, naming))
      return naming
    })
  })
})

/** Where files and lines came from; the walks over history are kept in memory and on disk. */
export class Lineage extends Context.Service<
  Lineage,
  {
    /** Commits that changed a file, newest first, renames followed. */
    fileHistory(commit: ObjectId, path: string): Effect.Effect<ReadonlyArray<FileChange>, GitError>
    /** Commits that changed lines, newest first, with where the lines were. */
    lineHistory(commit: ObjectId, path: string, lines: LineRange): Effect.Effect<ReadonlyArray<LineChange>, GitError>
    /**
     * The paths by which notes may mean a file: its own first, and those it has had that no other file has now. History
     * is only walked when one of the paths `noted` is gone from the commit and what was noted there matters.
     */
    findPaths(
      commit: ObjectId,
      path: string,
      noted: Iterable<string>,
      isRelevant: (path: string) => boolean
    ): Effect.Effect<ReadonlySet<string>, GitError>
    /** The paths of a commit that `noted` ones may have become: themselves, or what renames made of them. */
    findPresentPaths(commit: ObjectId, noted: Iterable<string>): Effect.Effect<ReadonlySet<string>, GitError>
  }
>()("ultragit/lineage/Lineage") {
  static readonly layerNoDeps = Layer.effect(
    Lineage,
    Effect.gen(function* () {
      const git = yield* Git
      const renames = yield* Renames
      const renameStatuses = yield* makeRenameStatus(git)
      const fileShelf = yield* TypedCache.make("file-history-1", Schema.fromJsonString(PackedFileHistory))
      const lineShelf = yield* TypedCache.make("line-history-1", Schema.fromJsonString(PackedLineHistory))
      const files = yield* Memo.make({
        capacity: maxWalks,
        weight,
        text: formatFileKey,
        lookup: Effect.fnUntraced(function* (walk: FileWalk) {
          const kept = yield* fileShelf.get(formatFileKey(walk))
          if (Option.isSome(kept)) return unpackFileHistory(kept.value)
          const found = yield* git.fileHistory(walk.commit, walk.path)
          yield* storeIfUnchanged(git, walk.context, fileShelf.put(formatFileKey(walk), packFileHistory(found)))
          return found
        })
      })
      const ranges = yield* Memo.make({
        capacity: maxWalks,
        weight,
        text: formatLineKey,
        lookup: Effect.fnUntraced(function* (walk: LineWalk) {
          const kept = yield* lineShelf.get(formatLineKey(walk))
          if (Option.isSome(kept)) return unpackLineHistory(kept.value)
          const found = yield* git.lineHistory(walk)
          yield* storeIfUnchanged(git, walk.context, lineShelf.put(formatLineKey(walk), packLineHistory(found)))
          return found
        })
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
      /** All names that a file has had, as its history has them. */
      const listNames = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
        const walk = { commit, path, context: yield* git.blameContext }
        if ((yield* renameStatuses.get(walk)) === "one name") return [path]
        return (yield* files.get(walk)).map((change) => change.path)
      })
      // Thousands of paths may have to be looked at to find one that matters: the same still does, as a rule.
      const witnesses = new Map<string, string>()
      const pathsOf = Effect.fnUntraced(function* (
        commit: ObjectId,
        path: string,
        noted: Iterable<string>,
        matters: (path: string) => boolean
      ) {
        const present = yield* trees.get(commit)
        const isWitness = (other: string): boolean => other !== path && !present.has(other) && matters(other)
        const last = witnesses.get(path)
        const witness = last !== undefined && isWitness(last) ? last : findFirst(noted, isWitness)
        if (witness === undefined) return new Set([path])
        if (witnesses.size >= maxWitnesses) witnesses.clear()
        witnesses.set(path, witness)
        const names = yield* listNames(commit, path)
        return new Set([path, ...names.filter((other) => !present.has(other))])
      })
      const present = Effect.fnUntraced(function* (commit: ObjectId, noted: Iterable<string>) {
        const paths = yield* trees.get(commit)
        const all = new Set(noted)
        if (all.size === 0) return all
        const moves = (yield* renames.list(commit)).toReversed()
        // Oldest first a chain of renames takes one pass, unless clocks were wrong.
        for (let known = -1; known < all.size;) {
          known = all.size
          for (const { from, to } of moves) {
            if (from.some((path) => all.has(path))) for (const path of to) all.add(path)
          }
        }
        return new Set([...all].filter((path) => paths.has(path)))
      })
      return Lineage.of({ fileHistory, lineHistory, findPaths: pathsOf, findPresentPaths: present })
    })
  )
}
