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

/** Makes a view of files. Names are collected from all shapes when first asked for. */
export const makeView = ({ paths, shape, text }: ViewFiles): LinkView => {
  const sorted = [...new Set(paths)].toSorted()
  const all = new Set(sorted)
  const byName = group(sorted.map((path) => [baseNameOf(path), path]))
  const byFolder = group(sorted.map((path) => [folderOf(path), path]))
  const folders = new Set(sorted.flatMap((path) => foldersAround(path)))
  let byDefinition: ReadonlyMap<string, ReadonlyArray<string>> | undefined
  const defining = (name: string): ReadonlyArray<string> => {
    byDefinition ??= group(sorted.flatMap((path) => (shape(path)?.names ?? []).map((each) => [each, path] as const)))
    return byDefinition.get(name) ?? []
  }
  return {
    has: (path) => all.has(path),
    shape,
    text,
    named: (baseName) => byName.get(baseName) ?? [],
    inFolder: (folder) => byFolder.get(folder) ?? [],
    hasFolder: (folder) => folders.has(folder),
    defining
  }
}
