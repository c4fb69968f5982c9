import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { TreeEntry } from "../../../adapters/git/TreeEntry.ts"
import { findMovedFile } from "./findMovedFile.ts"

/** Concurrent lookups of paths. */
const atOnce = 16

/** A file followed from one commit to another. */
export interface FollowedFile {
  /** Path in the later commit; the old path if the file was deleted. */
  readonly path: string
  /** Its blob in the earlier commit; none if the commit or the file is missing. */
  readonly before: Option.Option<ObjectId>
  /** Its blob in the later commit. */
  readonly after: Option.Option<ObjectId>
}

/** The commits between which files are followed; the earlier one may be missing. */
export interface Span {
  readonly from: Option.Option<ObjectId>
  readonly to: ObjectId
}

const idOf = (entry: Option.Option<TreeEntry>): Option.Option<ObjectId> => Option.map(entry, ({ id }) => id)

/** Looks up the object ids at these paths of a commit. */
const idsAt = Effect.fnUntraced(function* (commit: Option.Option<ObjectId>, paths: ReadonlyArray<string>) {
  const git = yield* Git
  if (Option.isNone(commit)) return new Map<string, Option.Option<ObjectId>>()
  const found = yield* Effect.forEach(
    paths,
    (path) => Effect.map(git.entry(commit.value, path), (entry) => [path, idOf(entry)] as const),
    { concurrency: atOnce }
  )
  return new Map(found)
})

/** Finds the new paths of files that are gone from their old paths. Skips the diff if there are none. */
const renamesIn = Effect.fnUntraced(function* ({ from, to }: Span, gone: ReadonlyArray<string>) {
  const git = yield* Git
  const renames = new Map<string, string>()
  if (gone.length === 0) return renames
  if (Option.isSome(from)) {
    for (const { path, previousPath } of yield* git.diff({ from, to })) {
      if (Option.isSome(previousPath)) renames.set(previousPath.value, path)
    }
    return renames
  }
  const paths = (yield* git.files(to, "")).map(({ path }) => path)
  for (const file of gone) {
    const moved = findMovedFile(file, paths)
    if (moved !== undefined) renames.set(file, moved)
  }
  return renames
})

const at = (ids: ReadonlyMap<string, Option.Option<ObjectId>>, path: string) => ids.get(path) ?? Option.none<ObjectId>()

/** Whether two commits have the same objects at these paths; the empty path is the root tree. */
export const isSameAt = Effect.fnUntraced(function* (span: Span, paths: ReadonlyArray<string>) {
  const [before, after] = yield* Effect.all([idsAt(span.from, paths), idsAt(Option.some(span.to), paths)])
  return paths.every((path) => Option.getOrUndefined(at(before, path)) === Option.getOrUndefined(at(after, path)))
})

/** Follows files through renames; deleted files keep their path. */
export const followFiles = Effect.fnUntraced(function* (span: Span, files: Iterable<string>) {
  const paths = [...new Set(files)].filter((path) => path !== "")
  const [before, after] = yield* Effect.all([idsAt(span.from, paths), idsAt(Option.some(span.to), paths)], {
    concurrency: 2
  })
  const isGone = (path: string) =>
    Option.isNone(at(after, path)) && (Option.isNone(span.from) || Option.isSome(at(before, path)))
  const gone = paths.filter(isGone)
  const renames = yield* renamesIn(span, gone)
  const targets = gone.flatMap((path) => renames.get(path) ?? [])
  const there = yield* idsAt(Option.some(span.to), targets)
  return new Map(
    paths.map((path): readonly [string, FollowedFile] => {
      const moved = isGone(path) ? renames.get(path) : undefined
      return moved === undefined
        ? [path, { path, before: at(before, path), after: at(after, path) }]
        : [path, { path: moved, before: at(before, path), after: at(there, moved) }]
    })
  )
})

/** Follows files, with known new paths for some of them that override renames. */
export const followFilesWith = Effect.fnUntraced(function* (
  span: Span,
  files: Iterable<string>,
  moved: ReadonlyMap<string, string>
) {
  const followedFiles = yield* followFiles(span, files)
  const there = yield* idsAt(Option.some(span.to), [...moved.values()])
  const known = [...moved].map(([file, path]): readonly [string, FollowedFile] => [
    file,
    { path, before: followedFiles.get(file)?.before ?? Option.none(), after: at(there, path) }
  ])
  return new Map([...followedFiles, ...known])
})
