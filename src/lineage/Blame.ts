import { Context, Effect, Fiber, FileSystem, Layer, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import * as TypedCache from "../store/TypedCache.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type BlameHunk, Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import type { MovedLines } from "../adapters/git/MovedLines.ts"
import { readWorktreeContext } from "./worktreeContext.ts"
import { LastChanges } from "./LastChanges.ts"
import * as Memo from "./Memo.ts"
import { packBlame, PackedBlame, unpackBlame } from "./packedBlame.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Whose blame is asked for: a file of a commit, or of the work tree on top of it. */
export interface BlameTarget {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes in the work tree where they differ from the commit. */
  readonly contents: Option.Option<Uint8Array>
}

/** Whose blame is asked for, moved lines followed. */
interface MovedBlameKey extends BlameTarget {
  readonly context: string
  /** {@link readWorktreeContext}; empty where no contents are given. */
  readonly worktreeContext: string
  readonly moved: MovedLines
}

interface BlameKey extends BlameTarget {
  readonly context: string
  readonly lastChange: ObjectId
  /** {@link readWorktreeContext}; empty where no contents are given. */
  readonly worktreeContext: string
}

/** Blames kept in memory. */
const maxBlames = 128
/** Hunks of all of them. */
const maxHunks = 100_000

const computeDigest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const formatKey = ({ worktreeContext, contents, context, lastChange, path }: BlameKey): string =>
  `${context}\0${lastChange}\0${path}\0${Option.match(contents, { onNone: () => "", onSome: (bytes) => `${computeDigest(bytes)}\0${worktreeContext}` })}`

/** By the commit itself: which other files lines may come from is not the same wherever the path is. */
const formatMovedKey = ({
  worktreeContext,
  commit,
  contents,
  context,
  moved: { fromAnyFile, lines },
  path
}: MovedBlameKey): string => {
  const content = Option.match(contents, { onNone: () => "", onSome: computeDigest })
  return [
    context,
    commit,
    path,
    content,
    worktreeContext,
    fromAnyFile,
    ...lines.map(({ end, start }) => `${start}:${end}`)
  ].join("\0")
}

type ReadWorktreeContext = (target: BlameTarget) => Effect.Effect<string, GitError>

/** Blames of moved lines, kept like the others. */
const makeMovedBlame = Effect.fnUntraced(function* (git: Git["Service"], readContext: ReadWorktreeContext) {
  const shelf = yield* TypedCache.make("moved-1", Schema.fromJsonString(PackedBlame))
  const blames = yield* Memo.make({
    capacity: maxBlames,
    weight: { of: (hunks: ReadonlyArray<BlameHunk>) => hunks.length, maxTotal: maxHunks },
    text: formatMovedKey,
    lookup: Effect.fnUntraced(function* (question: MovedBlameKey, text) {
      const known = yield* shelf.get(text)
      if (Option.isSome(known)) return unpackBlame(known.value)
      const found = yield* git.blame(question)
      if ((yield* readContext(question)) === question.worktreeContext) {
        yield* storeIfUnchanged(git, question.context, shelf.put(text, packBlame(found)))
      }
      return found
    })
  })
  return Effect.fn("Blame.moved")(function* (target: BlameTarget, moved: MovedLines) {
    const context = yield* git.blameContext
    return yield* blames.get({ ...target, moved, context, worktreeContext: yield* readContext(target) })
  })
})

/**
 * Blame of whole files, kept in memory and on disk. Two commits in which the same commit changed the path last have the
 * same blame of it (DESIGN, "Blame is the slow part"), so that commit, the path, the work tree's content and what else
 * git's blame depends on (ignore-revs, mailmap, replacements, grafts, shallow state, attributes, for the work tree's
 * content the index and what is being merged) are the key.
 */
export class Blame extends Context.Service<
  Blame,
  {
    /** Hunks in line order; empty for an empty file. */
    hunks(target: BlameTarget): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
    /** Hunks of some lines, which are followed to where commits moved them from. */
    movedHunks(target: BlameTarget, moved: MovedLines): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
  }
>()("ultragit/lineage/Blame") {
  static readonly layerNoDeps = Layer.effect(
    Blame,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* FileSystem.FileSystem
      const changes = yield* LastChanges
      const shelf = yield* TypedCache.make("blame-1", Schema.fromJsonString(PackedBlame))
      const readContext = ({ contents, path }: BlameTarget) =>
        Option.isNone(contents)
          ? Effect.succeed("")
          : readWorktreeContext(path).pipe(
              Effect.provideService(Git, git),
              Effect.provideService(FileSystem.FileSystem, files)
            )
      const readCached = (question: BlameKey) => Effect.map(shelf.get(formatKey(question)), Option.map(unpackBlame))
      const store = Effect.fnUntraced(function* (question: BlameKey, hunks: ReadonlyArray<BlameHunk>) {
        if ((yield* readContext(question)) !== question.worktreeContext) return
        yield* storeIfUnchanged(git, question.context, shelf.put(formatKey(question), packBlame(hunks)))
      })
      const blames = yield* Memo.make({
        capacity: maxBlames,
        weight: { of: (hunks: ReadonlyArray<BlameHunk>) => hunks.length, maxTotal: maxHunks },
        text: formatKey,
        lookup: Effect.fnUntraced(function* (question: BlameKey) {
          const known = yield* readCached(question)
          if (Option.isSome(known)) return known.value
          const found = yield* git.blame(question)
          yield* store(question, found)
          return found
        })
      })

      const firstBlames = yield* Memo.makeSingleFlight<ReadonlyArray<BlameHunk>, GitError>()
      /** What changed the path last is not known yet: git blames meanwhile, and stops if the blame turns out to be kept. */
      const blameWhileResolving = Effect.fnUntraced(function* (
        target: BlameTarget,
        resolveKey: Effect.Effect<BlameKey, GitError>
      ) {
        const blaming = yield* Effect.forkChild(git.blame(target))
        const question = yield* resolveKey
        const known = yield* readCached(question)
        const found = Option.isSome(known) ? known.value : yield* Fiber.join(blaming)
        yield* Fiber.interrupt(blaming)
        if (Option.isNone(known)) yield* store(question, found)
        yield* blames.put(question, found)
        return found
      })

      const hunks = Effect.fn("Blame.hunks")(function* (target: BlameTarget) {
        const context = yield* git.blameContext
        const worktreeContext = yield* readContext(target)
        const place = { commit: target.commit, path: target.path, context }
        const question = Effect.map(changes.get(place), (changed) => ({
          ...target,
          context,
          worktreeContext,
          lastChange: Option.getOrElse(changed, () => target.commit)
        }))
        const isKnown = Option.isSome(yield* changes.peek(place))
        if (isKnown) return yield* blames.get(yield* question)
        const asked = formatKey({ ...target, context, worktreeContext, lastChange: target.commit })
        return yield* firstBlames.share(asked, blameWhileResolving(target, question))
      })

      return Blame.of({ hunks, movedHunks: yield* makeMovedBlame(git, readContext) })
    })
  )
}

/** A file to blame, as a commit or the work tree has it. */
interface BlamedFile {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes; none for a file without lines. */
  readonly content: Option.Option<Uint8Array>
  /** Whether the commit has the path. */
  readonly committed: boolean
  /** Whether `content` is the work tree's and differs from the commit's. */
  readonly dirty: boolean
}

/** Blames a file of `length` lines. In a file that the commit does not have, every line is uncommitted. */
export const blameFile = Effect.fnUntraced(function* (file: BlamedFile, length: number) {
  const blame = yield* Blame
  const { commit, committed, content, dirty, path } = file
  if (Option.isNone(content) || length === 0) return []
  if (!committed) {
    return [
      { commit: Option.none(), path, lines: { start: 1, end: length }, originStart: 1 }
    ] satisfies ReadonlyArray<BlameHunk>
  }
  return yield* blame.hunks({ commit, path, contents: dirty ? content : Option.none() })
})
