import { statSync } from "node:fs"
import { join } from "node:path"

/** Where repositories are: by name, and all below folders. */
export interface RepositorySources {
  /** Absolute folder by name. */
  readonly named: ReadonlyMap<string, string>
  /** Absolute folders; a repository below is named by its path from there. */
  readonly roots: ReadonlyArray<string>
}

/** Part of a name: no hidden folder, no parent. */
const segment = /^[^./\\\0][^/\\\0]{0,254}$/

const isRepository = (folder: string): boolean =>
  [join(folder, ".git"), join(folder, "objects")].some(
    (path) => statSync(path, { throwIfNoEntry: false }) !== undefined
  )

/** Finds the folder of a repository, at each call: it may have come or gone meanwhile. Undefined if there is none. */
export const findRepository = ({ named, roots }: RepositorySources, name: string): string | undefined => {
  const known = named.get(name)
  if (known !== undefined) return known
  const parts = name.split("/")
  if (parts.length > 8 || !parts.every((part) => segment.test(part))) return undefined
  return roots.map((root) => join(root, ...parts)).find(isRepository)
}
