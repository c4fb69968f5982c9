import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git, type TreeEntry } from "../../../adapters/git/Git.ts"
import { movedFolder } from "./findMovedFile.ts"

/** Looks at one path of one commit at once. */
const atOnce = 16

/** What became of a file from one commit to another. */
export interface Fate {
  /** Path in the later commit; the old one where the file is there no more. */
  readonly path: string
  /** Its blob in the earlier commit; none where that, or the file in it, is not known. */
  readonly before: Option.Option<ObjectId>
  /** Its blob in the later commit. */
  readonly after: Option.Option<ObjectId>
}

/** Two commits between which something is followed; the earlier one may be gone. */
export interface Span {
  readonly from: Option.Option<ObjectId>
  readonly to: ObjectId
}

const idOf = (entry: Option.Option<TreeEntry>): Option.Option<ObjectId> => Option.map(entry, ({ id }) => id)

/** The ids at some paths of a commit; none where there is nothing, or no commit. */
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

/** New paths of files that are not at their old ones any more, by old path; asked only where there is cause. */
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
    const moved = movedFolder(file, paths)
    if (moved !== undefined) renames.set(file, moved)
  }
  return renames
})

const at = (ids: ReadonlyMap<string, Option.Option<ObjectId>>, path: string) => ids.get(path) ?? Option.none<ObjectId>()

/** Whether two commits have the same at some paths; the empty path is everything. */
export const isSameAt = Effect.fnUntraced(function* (span: Span, paths: ReadonlyArray<string>) {
  const [before, after] = yield* Effect.all([idsAt(span.from, paths), idsAt(Option.some(span.to), paths)])
  return paths.every((path) => Option.getOrUndefined(at(before, path)) === Option.getOrUndefined(at(after, path)))
})

/** What became of some files; renamed ones are followed, deleted ones keep their path. */
export const fatesOf = Effect.fnUntraced(function* (span: Span, files: Iterable<string>) {
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
    paths.map((path): readonly [string, Fate] => {
      const moved = isGone(path) ? renames.get(path) : undefined
      return moved === undefined
        ? [path, { path, before: at(before, path), after: at(after, path) }]
        : [path, { path: moved, before: at(before, path), after: at(there, moved) }]
    })
  )
})

/** The same where it is known that some files, by old path, are at another path than their names or renames say. */
export const fatesWith = Effect.fnUntraced(function* (
  span: Span,
  files: Iterable<string>,
  moved: ReadonlyMap<string, string>
) {
  const fates = yield* fatesOf(span, files)
  const there = yield* idsAt(Option.some(span.to), [...moved.values()])
  const known = [...moved].map(([file, path]): readonly [string, Fate] => [
    file,
    { path, before: fates.get(file)?.before ?? Option.none(), after: at(there, path) }
  ])
  return new Map([...fates, ...known])
})
