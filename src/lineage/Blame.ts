import { Context, Effect, Fiber, FileSystem, Layer, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import * as Shelf from "../store/Shelf.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type BlameHunk, Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import type { MovedLines } from "../adapters/git/MovedLines.ts"
import { contentsContext } from "./contentsContext.ts"
import { LastChanges } from "./LastChanges.ts"
import * as Memo from "./Memo.ts"
import { pack, PackedBlame, unpack } from "./packedBlame.ts"
import { whileUnchanged } from "./whileUnchanged.ts"

/** Whose blame is asked for: a file of a commit, or of the work tree on top of it. */
export interface BlameTarget {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes in the work tree where they differ from the commit. */
  readonly contents: Option.Option<Uint8Array>
}

/** Whose blame is asked for, moved lines followed. */
interface MovedQuestion extends BlameTarget {
  readonly context: string
  /** {@link contentsContext}; empty where no contents are given. */
  readonly around: string
  readonly moved: MovedLines
}

interface BlameQuestion extends BlameTarget {
  readonly context: string
  readonly lastChange: ObjectId
  /** {@link contentsContext}; empty where no contents are given. */
  readonly around: string
}

/** Blames kept in memory. */
const keptBlames = 128
/** Hunks of all of them. */
const keptHunks = 100_000

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const textOf = ({ around, contents, context, lastChange, path }: BlameQuestion): string =>
  `${context}\0${lastChange}\0${path}\0${Option.match(contents, { onNone: () => "", onSome: (bytes) => `${digest(bytes)}\0${around}` })}`

/** By the commit itself: which other files lines may come from is not the same wherever the path is. */
const movedText = ({
  around,
  commit,
  contents,
  context,
  moved: { fromAnyFile, lines },
  path
}: MovedQuestion): string => {
  const content = Option.match(contents, { onNone: () => "", onSome: digest })
  return [
    context,
    commit,
    path,
    content,
    around,
    fromAnyFile,
    ...lines.map(({ end, start }) => `${start}:${end}`)
  ].join("\0")
}

type AroundOf = (target: BlameTarget) => Effect.Effect<string, GitError>

/** Blames of moved lines, kept like the others. */
const makeMoved = Effect.fnUntraced(function* (git: Git["Service"], aroundOf: AroundOf) {
  const shelf = yield* Shelf.make("moved-1", Schema.fromJsonString(PackedBlame))
  const blames = yield* Memo.make({
    capacity: keptBlames,
    weight: { of: (hunks: ReadonlyArray<BlameHunk>) => hunks.length, most: keptHunks },
    text: movedText,
    lookup: Effect.fnUntraced(function* (question: MovedQuestion, text) {
      const known = yield* shelf.get(text)
      if (Option.isSome(known)) return unpack(known.value)
      const found = yield* git.blame(question)
      if ((yield* aroundOf(question)) === question.around) {
        yield* whileUnchanged(git, question.context, shelf.put(text, pack(found)))
      }
      return found
    })
  })
  return Effect.fn("Blame.moved")(function* (target: BlameTarget, moved: MovedLines) {
    const context = yield* git.blameContext
    return yield* blames.get({ ...target, moved, context, around: yield* aroundOf(target) })
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
    moved(target: BlameTarget, moved: MovedLines): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
  }
>()("ultragit/lineage/Blame") {
  static readonly layerNoDeps = Layer.effect(
    Blame,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* FileSystem.FileSystem
      const changes = yield* LastChanges
      const shelf = yield* Shelf.make("blame-1", Schema.fromJsonString(PackedBlame))
      const aroundOf = ({ contents, path }: BlameTarget) =>
        Option.isNone(contents)
          ? Effect.succeed("")
          : contentsContext(path).pipe(
              Effect.provideService(Git, git),
              Effect.provideService(FileSystem.FileSystem, files)
            )
      const kept = (question: BlameQuestion) => Effect.map(shelf.get(textOf(question)), Option.map(unpack))
      const keep = Effect.fnUntraced(function* (question: BlameQuestion, hunks: ReadonlyArray<BlameHunk>) {
        if ((yield* aroundOf(question)) !== question.around) return
        yield* whileUnchanged(git, question.context, shelf.put(textOf(question), pack(hunks)))
      })
      const blames = yield* Memo.make({
        capacity: keptBlames,
        weight: { of: (hunks: ReadonlyArray<BlameHunk>) => hunks.length, most: keptHunks },
        text: textOf,
        lookup: Effect.fnUntraced(function* (question: BlameQuestion) {
          const known = yield* kept(question)
          if (Option.isSome(known)) return known.value
          const found = yield* git.blame(question)
          yield* keep(question, found)
          return found
        })
      })

      const firsts = yield* Memo.makePending<ReadonlyArray<BlameHunk>, GitError>()
      /** What changed the path last is not known yet: git blames meanwhile, and stops if the blame turns out to be kept. */
      const first = Effect.fnUntraced(function* (
        target: BlameTarget,
        questioned: Effect.Effect<BlameQuestion, GitError>
      ) {
        const blaming = yield* Effect.forkChild(git.blame(target))
        const question = yield* questioned
        const known = yield* kept(question)
        const found = Option.isSome(known) ? known.value : yield* Fiber.join(blaming)
        yield* Fiber.interrupt(blaming)
        if (Option.isNone(known)) yield* keep(question, found)
        yield* blames.put(question, found)
        return found
      })

      const hunks = Effect.fn("Blame.hunks")(function* (target: BlameTarget) {
        const context = yield* git.blameContext
        const around = yield* aroundOf(target)
        const place = { commit: target.commit, path: target.path, context }
        const question = Effect.map(changes.get(place), (changed) => ({
          ...target,
          context,
          around,
          lastChange: Option.getOrElse(changed, () => target.commit)
        }))
        const isKnown = Option.isSome(yield* changes.known(place))
        if (isKnown) return yield* blames.get(yield* question)
        const asked = textOf({ ...target, context, around, lastChange: target.commit })
        return yield* firsts.share(asked, first(target, question))
      })

      return Blame.of({ hunks, moved: yield* makeMoved(git, aroundOf) })
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
