import { baseNameOf, folderOf, foldersAround } from "./paths.ts"
import type { LinkView } from "./LinkView.ts"
import type { Shape } from "./Shape.ts"

const group = (pairs: Iterable<readonly [key: string, path: string]>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const groups = new Map<string, Array<string>>()
  for (const [key, path] of pairs) {
    const found = groups.get(key)
    if (found === undefined) groups.set(key, [path])
    else found.push(path)
  }
  return groups
}

/** What a view is made from. */
export interface ViewFiles {
  /** Paths of all files, in any order. */
  readonly paths: Iterable<string>
  readonly shape: (path: string) => Shape | undefined
  readonly text: (path: string) => string | undefined
}

/** Makes a function that makes something when it is first called. */
const lazily = <A extends object>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** Makes a view of files. What is asked of all paths and shapes is collected when it is first asked for. */
export const makeView = ({ paths, shape, text }: ViewFiles): LinkView => {
  const all = new Set(paths)
  const sorted = lazily(() => [...all].toSorted())
  const byName = lazily(() => group(sorted().map((path) => [baseNameOf(path), path])))
  const byFolder = lazily(() => group(sorted().map((path) => [folderOf(path), path])))
  const folders = lazily(() => new Set(sorted().flatMap((path) => foldersAround(path))))
  const byDefinition = lazily(() =>
    group(sorted().flatMap((path) => (shape(path)?.names ?? []).map((each) => [each, path] as const)))
  )
  return {
    has: (path) => all.has(path),
    shape,
    text,
    named: (baseName) => byName().get(baseName) ?? [],
    inFolder: (folder) => byFolder().get(folder) ?? [],
    hasFolder: (folder) => folders().has(folder),
    defining: (name) => byDefinition().get(name) ?? []
  }
}
