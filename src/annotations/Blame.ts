import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type BlameHunk, Git } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"
import * as Memo from "./Memo.ts"

/** Whose blame is asked for: a file of a commit, or of the work tree on top of it. */
export interface BlameTarget {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes in the work tree where they differ from the commit. */
  readonly contents: Option.Option<Uint8Array>
}

interface BlameQuestion extends BlameTarget {
  readonly context: string
  readonly lastChange: ObjectId
}

/** Blames kept in memory. */
const keptBlames = 128
/** Answers to "which commit changed this path last" kept in memory. */
const keptChanges = 2_048

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/**
 * Blame of whole files, kept in memory. Two commits in which the same commit changed the path last have the same
 * blame of it (DESIGN, "Blame is the slow part"), so that commit, the path, the work tree's content and what else
 * git's blame depends on (ignore-revs, mailmap, replacements, grafts, shallow state) are the key.
 */
export class Blame extends Context.Service<
  Blame,
  {
    /** Hunks in line order; empty for an empty file. */
    hunks(target: BlameTarget): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
  }
>()("ultragit/annotations/Blame") {
  static readonly layerNoDeps = Layer.effect(
    Blame,
    Effect.gen(function* () {
      const git = yield* Git
      const changes = yield* Memo.make({
        capacity: keptChanges,
        text: ({ commit, context, path }: { commit: ObjectId; path: string; context: string }) =>
          `${context}\0${commit}\0${path}`,
        lookup: ({ commit, path }) => git.lastChange(commit, path)
      })
      const blames = yield* Memo.make({
        capacity: keptBlames,
        text: ({ contents, context, lastChange, path }: BlameQuestion) =>
          `${context}\0${lastChange}\0${path}\0${Option.match(contents, { onNone: () => "", onSome: digest })}`,
        lookup: (question) => git.blame(question)
      })

      const seen = new Set<string>()
      const hunks = Effect.fn("Blame.hunks")(function* (target: BlameTarget) {
        const context = yield* git.blameContext
        const change = changes.get({ commit: target.commit, path: target.path, context })
        const keyed = (changed: Option.Option<ObjectId>): BlameQuestion => ({
          ...target,
          context,
          lastChange: Option.getOrElse(changed, () => target.commit)
        })
        if (seen.has(target.path)) return yield* blames.get(keyed(yield* change))
        // Nothing can be known of this file yet: its blame does not wait for the key to keep it under.
        seen.add(target.path)
        const [changed, found] = yield* Effect.all([change, git.blame(target)], { concurrency: 2 })
        yield* blames.put(keyed(changed), found)
        return found
      })

      return Blame.of({ hunks })
    })
  )
}
