import { Cache, Context, Effect, Equal, Exit, Hash, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type BlameHunk, Git } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"

/** Whose blame is asked for: a file of a commit, or of the work tree on top of it. */
export interface BlameTarget {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes in the work tree where they differ from the commit. */
  readonly contents: Option.Option<Uint8Array>
}

/** Blames kept in memory. */
const keptBlames = 128
/** Answers to "which commit changed this path last" kept in memory. */
const keptChanges = 2_048

/** A target with the text under which its answer is the same. */
class TargetKey implements Equal.Equal {
  readonly target: BlameTarget
  readonly key: string
  constructor(target: BlameTarget, key: string) {
    this.target = target
    this.key = key
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof TargetKey && that.key === this.key
  }
  [Hash.symbol](): number {
    return Hash.string(this.key)
  }
}

const forever = (exit: Exit.Exit<unknown, unknown>) => (Exit.isSuccess(exit) ? "10000 days" : 0)

/**
 * Blame of whole files, kept in memory. Two commits in which the same commit changed the path last have the same
 * blame of it (DESIGN, "Blame is the slow part"), so that commit, the path, the work tree's content and what else
 * git's blame depends on (ignore-revs, mailmap, replacements, grafts, shallow state) are the key.
 */
export class Blame extends Context.Service<Blame, {
  /** Hunks in line order; empty for an empty file. */
  hunks(target: BlameTarget): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
}>()("ultragit/annotations/Blame") {
  static readonly layerNoDeps = Layer.effect(
    Blame,
    Effect.gen(function* () {
      const git = yield* Git
      const changes = yield* Cache.makeWith(
        ({ target }: TargetKey) => git.lastChange(target.commit, target.path),
        { capacity: keptChanges, timeToLive: forever }
      )
      const blames = yield* Cache.makeWith(({ target }: TargetKey) => git.blame(target), {
        capacity: keptBlames,
        timeToLive: forever
      })

      const hunks = Effect.fn("Blame.hunks")(function* (target: BlameTarget) {
        const context = yield* git.blameContext
        const changed = yield* Cache.get(
          changes,
          new TargetKey(target, `${context}\0${target.commit}\0${target.path}`)
        )
        const content = Option.match(target.contents, {
          onNone: () => "",
          onSome: (bytes) => createHash("sha256").update(bytes).digest("hex")
        })
        const last = Option.getOrElse(changed, () => target.commit)
        return yield* Cache.get(blames, new TargetKey(target, `${context}\0${last}\0${target.path}\0${content}`))
      })

      return Blame.of({ hunks })
    })
  )
}
