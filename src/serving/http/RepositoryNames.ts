import { realpathSync, statSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { Result } from "effect"
import { maySee, type Principal } from "../../domain/Principal.ts"
import type { KnownRepository } from "../../domain/Visibility.ts"

/** Where repositories are: by name, and all below folders. */
export interface RepositorySources {
  /** Absolute folder by name. */
  readonly named: ReadonlyMap<string, string>
  /** Absolute folders; a repository below is named by its path from there. */
  readonly roots: ReadonlyArray<string>
}

/** Part of a name: no hidden folder, no parent. */
const segment = /^[^./\\\0][^/\\\0]{0,254}$/

/** Also false where the file system refuses to say: for a name that is too long, a loop of links, a closed folder. */
const exists = (path: string): boolean =>
  Result.getOrElse(
    Result.try(() => statSync(path, { throwIfNoEntry: false }) !== undefined),
    () => false
  )

/** Whether a folder has a work tree, or is a bare repository: other folders have a part named `objects`, too. */
const isRepository = (folder: string): boolean =>
  exists(join(folder, ".git")) || ["objects", "HEAD"].every((name) => exists(join(folder, name)))

/** Finds the folder of a repository, at each call: it may have come or gone meanwhile. Undefined if there is none. */
export const findRepository = ({ named, roots }: RepositorySources, name: string): string | undefined => {
  const known = named.get(name)
  if (known !== undefined) return known
  const parts = name.split("/")
  if (parts.length > 8 || !parts.every((part) => segment.test(part))) return undefined
  return roots.map((root) => join(root, ...parts)).find(isRepository)
}

/** The folder of a path without links, and of a repository rather than of its git directory. */
const toFolder = (path: string): string =>
  Result.getOrElse(
    Result.try(() => realpathSync(path)),
    () => path
  ).replace(/[/\\]\.git$/, "")

/** The names under which a folder is or was served: one that names another repository now is none. */
const servedNames = (sources: RepositorySources, folder: string): ReadonlyArray<string> => {
  const named = [...sources.named].flatMap(([name, path]) => (toFolder(path) === folder ? [name] : []))
  const below = sources.roots.map((root) => relative(toFolder(root), folder).split(sep).join("/"))
  return [...named, ...below].filter((name) => {
    const found = findRepository(sources, name)
    return name !== "" && !name.startsWith("..") && (found === undefined || toFolder(found) === folder)
  })
}

/**
 * Which repositories a principal may know of, where tools know them by names of their own: those that are served under a
 * name that its token is for. One that is not served goes by its own name, unless a served repository has it.
 */
export const visibleTo =
  (principal: Principal, sources: RepositorySources) =>
  ({ directory, name }: KnownRepository): boolean => {
    if (directory === undefined) return maySee(principal, name)
    const folder = toFolder(directory)
    const served = servedNames(sources, folder)
    if (served.length > 0) return served.some((each) => maySee(principal, each))
    return findRepository(sources, name) === undefined && maySee(principal, name)
  }
