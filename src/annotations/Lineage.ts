import { Cache, Context, Effect, Equal, Exit, Hash, Layer } from "effect"
import type { LineRange } from "../domain/LineRange.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type FileChange, Git, type LineChange } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"

/** Walks of each kind kept in memory. */
const keptWalks = 256

/** A walk with the text under which it has the same result. */
class WalkKey implements Equal.Equal {
  readonly commit: ObjectId
  readonly path: string
  readonly lines: LineRange
  readonly context: string
  constructor(commit: ObjectId, path: string, lines: LineRange, context: string) {
    this.commit = commit
    this.path = path
    this.lines = lines
    this.context = context
  }
  get text(): string {
    return `${this.context}\0${this.commit}\0${this.path}\0${this.lines.start}:${this.lines.end}`
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof WalkKey && that.text === this.text
  }
  [Hash.symbol](): number {
    return Hash.string(this.text)
  }
}

const forever = (exit: Exit.Exit<unknown, unknown>) => (Exit.isSuccess(exit) ? "10000 days" : 0)
const noLines: LineRange = { start: 1, end: 1 }

/** Where files and lines came from; the walks over history are kept in memory. */
export class Lineage extends Context.Service<Lineage, {
  /** Commits that changed a file, newest first, renames followed. */
  fileHistory(commit: ObjectId, path: string): Effect.Effect<ReadonlyArray<FileChange>, GitError>
  /** Commits that changed lines, newest first, with where the lines were. */
  lineHistory(commit: ObjectId, path: string, lines: LineRange): Effect.Effect<ReadonlyArray<LineChange>, GitError>
  /**
   * The paths a file has had, its own first. History is only walked when one of `elsewhere`, the paths under which
   * something that matters was noted, is gone from the commit.
   */
  pathsOf(
    commit: ObjectId,
    path: string,
    elsewhere: Iterable<string>
  ): Effect.Effect<ReadonlySet<string>, GitError>
  /** All paths of a commit. */
  paths(commit: ObjectId): Effect.Effect<ReadonlySet<string>, GitError>
}>()("ultragit/annotations/Lineage") {
  static readonly layerNoDeps = Layer.effect(
    Lineage,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* Cache.makeWith((key: WalkKey) => git.fileHistory(key.commit, key.path), {
        capacity: keptWalks,
        timeToLive: forever
      })
      const lineWalks = yield* Cache.makeWith((key: WalkKey) => git.lineHistory(key), {
        capacity: keptWalks,
        timeToLive: forever
      })
      const trees = yield* Cache.makeWith(
        (commit: ObjectId) =>
          Effect.map(git.files(commit, ""), (entries) => new Set(entries.map((entry) => entry.path))),
        { capacity: 4, timeToLive: forever }
      )
      const fileHistory = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
        return yield* Cache.get(files, new WalkKey(commit, path, noLines, yield* git.blameContext))
      })
      const lineHistory = Effect.fnUntraced(function* (commit: ObjectId, path: string, lines: LineRange) {
        return yield* Cache.get(lineWalks, new WalkKey(commit, path, lines, yield* git.blameContext))
      })
      const paths = (commit: ObjectId) => Cache.get(trees, commit)
      const pathsOf = Effect.fnUntraced(function* (commit: ObjectId, path: string, elsewhere: Iterable<string>) {
        const others = [...elsewhere]
        if (others.length === 0) return new Set([path])
        const present = yield* paths(commit)
        if (others.every((other) => present.has(other))) return new Set([path])
        const changes = yield* fileHistory(commit, path)
        return new Set([path, ...changes.map((change) => change.path)])
      })
      return Lineage.of({ fileHistory, lineHistory, pathsOf, paths })
    })
  )
}
