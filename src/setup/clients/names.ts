import { basename } from "node:path"
import type { KnownEntry } from "./Client.ts"

/** Name of the server unless another is asked for. */
export const defaultName = "ultragit"

/** Clients take these characters in a server's name. */
const unnameable = /[^A-Za-z0-9_-]+/g

/** The repository an entry serves, by its `args` and `cwd`; undefined when it does not say. */
const repositoryOf = ({ members: { args, cwd } }: KnownEntry): unknown => {
  const given: ReadonlyArray<unknown> = Array.isArray(args) ? args : []
  const flag = given.indexOf("--repo")
  return flag === -1 ? cwd : given[flag + 1]
}

const isOurs = (entry: KnownEntry): boolean => entry.name === defaultName || entry.name.startsWith(`${defaultName}-`)

/** The entry that serves this repository already. */
export const entryFor = (entries: ReadonlyArray<KnownEntry>, repository: string): KnownEntry | undefined =>
  entries.find((entry) => isOurs(entry) && repositoryOf(entry) === repository)

/**
 * The name for a repository in a file that serves several: the one it has, else `ultragit`, else
 * `ultragit-<folder>`, numbered where another repository has that too.
 */
export const nameAmong = (entries: ReadonlyArray<KnownEntry>, repository: string): string => {
  const known = entryFor(entries, repository)
  if (known !== undefined) return known.name
  const taken = new Set(entries.filter((entry) => repositoryOf(entry) !== undefined).map((entry) => entry.name))
  if (!taken.has(defaultName)) return defaultName
  const folder = basename(repository)
    .replace(unnameable, "-")
    .replace(/^-+|-+$/g, "")
  const second = folder === "" ? `${defaultName}-2` : `${defaultName}-${folder}`
  if (!taken.has(second)) return second
  let number = 2
  while (taken.has(`${second}-${number}`)) number += 1
  return `${second}-${number}`
}
