import { basename } from "node:path"
import type { NamedEntry } from "./Client.ts"

/** Name of the server entry unless the user passes another. */
export const defaultServerName = "ultragit"

/** Clients accept only these characters in the name of a server. */
const invalidNameCharacters = /[^A-Za-z0-9_-]+/g

/** Returns the repository that an entry serves, from its `--repo` argument or its `cwd`. */
const findRepository = ({ members: { args, cwd } }: NamedEntry): unknown => {
  const given: ReadonlyArray<unknown> = Array.isArray(args) ? args : []
  const flag = given.indexOf("--repo")
  return flag === -1 ? cwd : given[flag + 1]
}

const isOurs = (entry: NamedEntry): boolean =>
  entry.name === defaultServerName || entry.name.startsWith(`${defaultServerName}-`)

/** Finds our entry that already serves this repository. */
export const findEntry = (entries: ReadonlyArray<NamedEntry>, repository: string): NamedEntry | undefined =>
  entries.find((entry) => isOurs(entry) && findRepository(entry) === repository)

/**
 * Chooses the name of an entry in a file that serves several repositories: the existing name of this repository,
 * otherwise the first free one of `ultragit`, `ultragit-<folder>`, `ultragit-<folder>-2` and so on.
 */
export const chooseName = (entries: ReadonlyArray<NamedEntry>, repository: string): string => {
  const known = findEntry(entries, repository)
  if (known !== undefined) return known.name
  const taken = new Set(entries.filter((entry) => findRepository(entry) !== undefined).map((entry) => entry.name))
  if (!taken.has(defaultServerName)) return defaultServerName
  const folder = basename(repository)
    .replace(invalidNameCharacters, "-")
    .replace(/^-+|-+$/g, "")
  const second = folder === "" ? `${defaultServerName}-2` : `${defaultServerName}-${folder}`
  if (!taken.has(second)) return second
  let number = 2
  while (taken.has(`${second}-${number}`)) number += 1
  return `${second}-${number}`
}
