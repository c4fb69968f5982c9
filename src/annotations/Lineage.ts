import { Context, Effect, Layer } from "effect"
import type { LineRange } from "../domain/LineRange.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type FileChange, Git, type LineChange } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"
import * as Memo from "./Memo.ts"

/** Walks over history of each kind kept in memory. */
const keptWalks = 256
/** Lists of all paths of a commit kept in memory. */
const keptTrees = 4
/** Paths that made a walk necessary kept in memory. */
const keptWitnesses = 4_096

interface FileWalk {
  readonly commit: ObjectId
  readonly path: string
  /** What else git's walk depends on. */
  readonly context: string
}

interface LineWalk extends FileWalk {
  readonly lines: LineRange
}

const fileText = ({ commit, context, path }: FileWalk): string => `${context}\0${commit}\0${path}`

const firstOf = (paths: Iterable<string>, counts: (path: string) => boolean): string | undefined => {
  for (const path of paths) if (counts(path)) return path
  return undefined
}

/** Where files and lines came from; the walks over history are kept in memory. */
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
    pathsOf(
      commit: ObjectId,
      path: string,
      noted: Iterable<string>,
      matters: (path: string) => boolean
    ): Effect.Effect<ReadonlySet<string>, GitError>
    /** The paths of a commit that `noted` ones have become: themselves, or what renames made of them. */
    present(commit: ObjectId, noted: Iterable<string>): Effect.Effect<ReadonlySet<string>, GitError>
  }
>()("ultragit/annotations/Lineage") {
  static readonly layerNoDeps = Layer.effect(
    Lineage,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* Memo.make({
        capacity: keptWalks,
        text: fileText,
        lookup: ({ commit, path }) => git.fileHistory(commit, path)
      })
      const ranges = yield* Memo.make({
        capacity: keptWalks,
        text: (walk: LineWalk) => `${fileText(walk)}\0${walk.lines.start}:${walk.lines.end}`,
        lookup: (walk) => git.lineHistory(walk)
      })
      const trees = yield* Memo.make({
        capacity: keptTrees,
        text: (commit: ObjectId) => commit,
        lookup: (commit) => Effect.map(git.files(commit, ""), (entries) => new Set(entries.map((entry) => entry.path)))
      })
      const fileHistory = (commit: ObjectId, path: string) =>
        Effect.flatMap(git.blameContext, (context) => files.get({ commit, path, context }))
      const lineHistory = (commit: ObjectId, path: string, lines: LineRange) =>
        Effect.flatMap(git.blameContext, (context) => ranges.get({ commit, path, lines, context }))
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
        const witness = last !== undefined && isWitness(last) ? last : firstOf(noted, isWitness)
        if (witness === undefined) return new Set([path])
        if (witnesses.size >= keptWitnesses) witnesses.clear()
        witnesses.set(path, witness)
        const changes = yield* fileHistory(commit, path)
        return new Set([path, ...changes.map((change) => change.path).filter((other) => !present.has(other))])
      })
      const renames = yield* Memo.make({
        capacity: keptTrees,
        text: ({ commit, context }: { readonly commit: ObjectId; readonly context: string }) => `${context}\0${commit}`,
        lookup: ({ commit }) => git.renames(commit)
      })
      const present = Effect.fnUntraced(function* (commit: ObjectId, noted: Iterable<string>) {
        const paths = yield* trees.get(commit)
        const all = new Set(noted)
        if (all.size === 0) return all
        const moves = (yield* renames.get({ commit, context: yield* git.blameContext })).toReversed()
        // Oldest first a chain of renames takes one pass, unless clocks were wrong.
        for (let known = -1; known < all.size;) {
          known = all.size
          for (const { from, to } of moves) if (all.has(from)) all.add(to)
        }
        return new Set([...all].filter((path) => paths.has(path)))
      })
      return Lineage.of({ fileHistory, lineHistory, pathsOf, present })
    })
  )
}
