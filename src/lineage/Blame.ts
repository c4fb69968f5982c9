import { Context, Effect, Fiber, FileSystem, Layer, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import type { CacheKind } from "../store/DiskCache.ts"
import * as TypedCache from "../store/TypedCache.ts"
import type { LineRange } from "../domain/LineRange.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type BlameHunk, Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import type { MovedLines } from "../adapters/git/MovedLines.ts"
import { readWorktreeContext } from "./worktreeContext.ts"
import { LastChanges } from "./LastChanges.ts"
import * as Memo from "./Memo.ts"
import { packBlame, PackedBlame, unpackBlame } from "./packedBlame.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** The file to blame: as of a commit, or in the worktree on top of it. */
interface BlameTarget {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes in the worktree, if they differ from the commit. */
  readonly contents: Option.Option<Uint8Array>
  /** Commits to look past. */
  readonly ignore?: ReadonlyArray<ObjectId>
}

/** Lines of a commit, to blame past commits to ignore, which may be the commit itself. */
interface IgnoringTarget {
  readonly commit: ObjectId
  readonly path: string
  readonly lines: ReadonlyArray<LineRange>
  readonly ignore: ReadonlyArray<ObjectId>
}

interface IgnoringKey extends IgnoringTarget {
  readonly context: string
}

/** Cache key of a blame that follows moved lines. */
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

/** Maximum blames in memory. */
const maxBlames = 128
/** Maximum hunks in memory, over all blames. */
const maxHunks = 100_000

const computeDigest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const formatRanges = (lines: ReadonlyArray<LineRange>): string =>
  lines.map(({ end, start }) => `${start}:${end}`).join("\0")

const formatKey = ({ worktreeContext, contents, context, ignore = [], lastChange, path }: BlameKey): string => {
  const edited = Option.match(contents, {
    onNone: () => "",
    onSome: (bytes) => `${computeDigest(bytes)}\0${worktreeContext}`
  })
  return [context, lastChange, path, ignore.toSorted().join(" "), edited].join("\0")
}

/** The key has the commit itself, because the other files that lines may come from depend on it. */
const formatMovedKey = ({
  worktreeContext,
  commit,
  contents,
  context,
  moved: { from, lines },
  path
}: MovedBlameKey): string => {
  const content = Option.match(contents, { onNone: () => "", onSome: computeDigest })
  return [context, commit, path, content, worktreeContext, from, formatRanges(lines)].join("\0")
}

const formatIgnoringKey = ({ commit, context, ignore, lines, path }: IgnoringKey): string =>
  [context, commit, path, ignore.toSorted().join(" "), formatRanges(lines)].join("\0")

type ReadWorktreeContext = (target: BlameTarget) => Effect.Effect<string, GitError>

/** What git is asked, and how the answer is cached. */
interface CachedBlame<Key> {
  readonly kind: CacheKind
  readonly formatKey: (question: Key) => string
  readonly blame: (question: Key) => Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
  /** Whether the answer is still that to the question. */
  readonly isCurrent: (question: Key) => Effect.Effect<boolean, GitError>
}

/** Makes a function that blames parts of files, cached in memory and on disk. */
const makeCachedBlame = Effect.fnUntraced(function* <Key extends { readonly context: string }>(
  git: Git["Service"],
  { blame, formatKey: text, isCurrent, kind }: CachedBlame<Key>
) {
  const diskCache = yield* TypedCache.make(kind, Schema.fromJsonString(PackedBlame))
  const blames = yield* Memo.make({
    capacity: maxBlames,
    weight: { of: (hunks: ReadonlyArray<BlameHunk>) => hunks.length, maxTotal: maxHunks },
    text,
    lookup: Effect.fnUntraced(function* (question: Key, key: string) {
      const known = Option.flatMap(yield* diskCache.get(key), unpackBlame)
      if (Option.isSome(known)) return known.value
      const found = yield* blame(question)
      if (yield* isCurrent(question)) {
        yield* storeIfUnchanged(git, question.context, diskCache.put(key, packBlame(found)))
      }
      return found
    })
  })
  return blames.get
})

/** Blames with moved lines followed. */
const makeMovedBlame = Effect.fnUntraced(function* (git: Git["Service"], readContext: ReadWorktreeContext) {
  const get = yield* makeCachedBlame<MovedBlameKey>(git, {
    kind: "moved-1",
    formatKey: formatMovedKey,
    blame: (question) => git.blame(question),
    isCurrent: (question) => Effect.map(readContext(question), (context) => context === question.worktreeContext)
  })
  return Effect.fn("Blame.movedHunks")(function* (target: BlameTarget, moved: MovedLines) {
    const context = yield* git.blameContext
    return yield* get({ ...target, moved, context, worktreeContext: yield* readContext(target) })
  })
})

/** Blames of some lines of a commit. The file is not looked at, so that an edit of it leaves them. */
const makeIgnoringBlame = Effect.fnUntraced(function* (git: Git["Service"]) {
  const get = yield* makeCachedBlame<IgnoringKey>(git, {
    kind: "ignoring-1",
    formatKey: formatIgnoringKey,
    blame: (question) => git.blame({ ...question, contents: Option.none() }),
    isCurrent: () => Effect.succeed(true)
  })
  return Effect.fn("Blame.ignoringHunks")(function* (target: IgnoringTarget) {
    return yield* get({ ...target, context: yield* git.blameContext })
  })
})

/**
 * Blame of whole files, cached in memory and on disk. Two commits with the same last change to a path have the same
 * blame of it (DESIGN, "Blame is the slow part"). The key is therefore that change, the path, the content in the
 * worktree and everything else that git's blame depends on: ignore-revs, mailmap, replace refs, grafts, shallow state
 * and attributes; for worktree content also the index and a merge in progress.
 */
export class Blame extends Context.Service<
  Blame,
  {
    /** Returns hunks in line order; none for an empty file. */
    hunks(target: BlameTarget): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
    /** Returns the hunks of some lines, following lines that commits moved to their origin. */
    movedHunks(target: BlameTarget, moved: MovedLines): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
    /** Returns the hunks of some lines of a commit, past commits to ignore. Walks only the history behind the commit. */
    ignoringHunks(target: IgnoringTarget): Effect.Effect<ReadonlyArray<BlameHunk>, GitError>
  }
>()("ultragit/lineage/Blame") {
  static readonly layerNoDeps = Layer.effect(
    Blame,
    Effect.gen(function* () {
      const git = yield* Git
      const files = yield* FileSystem.FileSystem
      const changes = yield* LastChanges
      const diskCache = yield* TypedCache.make("blame-1", Schema.fromJsonString(PackedBlame))
      const readContext = ({ contents, path }: BlameTarget) =>
        Option.isNone(contents)
          ? Effect.succeed("")
          : readWorktreeContext(path).pipe(
              Effect.provideService(Git, git),
              Effect.provideService(FileSystem.FileSystem, files)
            )
      const readCached = (question: BlameKey) =>
        Effect.map(diskCache.get(formatKey(question)), Option.flatMap(unpackBlame))
      const store = Effect.fnUntraced(function* (question: BlameKey, hunks: ReadonlyArray<BlameHunk>) {
        if ((yield* readContext(question)) !== question.worktreeContext) return
        yield* storeIfUnchanged(git, question.context, diskCache.put(formatKey(question), packBlame(hunks)))
      })
      const runs = yield* Memo.makeSingleFlight<ReadonlyArray<BlameHunk>, GitError>()
      /** Runs git blame, or joins one that was started before the last change of the path was known. */
      const runBlame = (target: Omit<BlameKey, "lastChange">) =>
        runs.share(formatKey({ ...target, lastChange: target.commit }), git.blame(target))
      const blames = yield* Memo.make({
        capacity: maxBlames,
        weight: { of: (hunks: ReadonlyArray<BlameHunk>) => hunks.length, maxTotal: maxHunks },
        text: formatKey,
        lookup: Effect.fnUntraced(function* (question: BlameKey) {
          const known = yield* readCached(question)
          if (Option.isSome(known)) return known.value
          const found = yield* runBlame(question)
          yield* store(question, found)
          return found
        })
      })

      const firstBlames = yield* Memo.makeSingleFlight<ReadonlyArray<BlameHunk>, GitError>()
      /**
       * Runs git blame while the last change of the path is being looked up, and interrupts it if the blame turns out
       * to be cached.
       */
      const blameWhileResolving = Effect.fnUntraced(function* (
        target: Omit<BlameKey, "lastChange">,
        resolveKey: Effect.Effect<BlameKey, GitError>
      ) {
        const blaming = yield* Effect.forkChild(runBlame(target))
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
        const first = { ...target, context, worktreeContext }
        const requested = formatKey({ ...first, lastChange: target.commit })
        return yield* firstBlames.share(requested, blameWhileResolving(first, question))
      })

      return Blame.of({
        hunks,
        movedHunks: yield* makeMovedBlame(git, readContext),
        ignoringHunks: yield* makeIgnoringBlame(git)
      })
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

/**
 * Blames a file of `length` lines. A file that the commit does not have keeps the lines of the file that it was renamed from,
 * if the index has the rename; otherwise every line is uncommitted. That depends on the index, so it is not cached.
 */
export const blameFile = Effect.fnUntraced(function* (file: BlamedFile, length: number) {
  const blame = yield* Blame
  const git = yield* Git
  const { commit, committed, content, dirty, path } = file
  if (Option.isNone(content) || length === 0) return []
  const target = { commit, path, contents: dirty ? content : Option.none() }
  return yield* committed ? blame.hunks(target) : git.blame(target)
})
