import { basename, isAbsolute } from "node:path"
import type { NamedEntry } from "./Client.ts"
import { pickAddress } from "./known/remote.ts"

/** Name of the server entry unless the user passes another. */
export const defaultServerName = "ultragit"

/** Clients accept only these characters in the name of a server. */
const invalidNameCharacters = /[^A-Za-z0-9_-]+/g

/** Returns the value of a flag among the arguments of an entry's program. */
export const findFlag = ({ members: { args } }: NamedEntry, flag: string): string | undefined => {
  const given: ReadonlyArray<unknown> = Array.isArray(args) ? args : []
  const at = given.indexOf(flag)
  const value = at === -1 ? undefined : given[at + 1]
  return typeof value === "string" ? value : undefined
}

/** Returns the repository that an entry serves: its address, or the `--repo` argument or `cwd` of its program. */
const findRepository = (entry: NamedEntry): unknown => {
  const { args: _, cwd, ...rest } = entry.members
  const [address] = Object.values(pickAddress(rest))
  return address ?? findFlag(entry, "--repo") ?? cwd
}

const isOurs = (entry: NamedEntry): boolean =>
  entry.name === defaultServerName || entry.name.startsWith(`${defaultServerName}-`)

/** The last part of a folder, or of the path of an endpoint without `mcp`. */
const lastPart = (repository: string): string =>
  basename(/^https?:/.test(repository) ? new URL(repository).pathname.replace(/\/mcp$/, "") : repository)

/**
 * Finds our entry that already serves this repository, in a folder or at an address; with undefined, the one that serves
 * the repository in whose folder it is started.
 */
export const findEntry = (entries: ReadonlyArray<NamedEntry>, repository: string | undefined): NamedEntry | undefined =>
  entries.find((entry) => isOurs(entry) && findRepository(entry) === repository)

/** Lists our entries that serve these toolsets for one repository each, as version 0.1.0 wrote them for all of them. */
export const listTied = (
  entries: ReadonlyArray<NamedEntry>,
  toolsets: ReadonlyArray<string>
): ReadonlyArray<NamedEntry> =>
  entries.filter((entry) => {
    const repository = findRepository(entry)
    return (
      isOurs(entry) &&
      findFlag(entry, "--toolsets") === toolsets.join(",") &&
      typeof repository === "string" &&
      isAbsolute(repository)
    )
  })

/**
 * Chooses the name of an entry in a file that serves several repositories: the existing name of this repository,
 * otherwise the first free one of `ultragit`, `ultragit-<folder>`, `ultragit-<folder>-2` and so on.
 */
export const chooseName = (entries: ReadonlyArray<NamedEntry>, repository: string | undefined): string => {
  const known = findEntry(entries, repository)
  if (known !== undefined) return known.name
  const taken = new Set(entries.filter((entry) => findRepository(entry) !== undefined).map((entry) => entry.name))
  if (!taken.has(defaultServerName)) return defaultServerName
  const folder = lastPart(repository ?? "")
    .replace(invalidNameCharacters, "-")
    .replace(/^-+|-+$/g, "")
  const second = folder === "" ? `${defaultServerName}-2` : `${defaultServerName}-${folder}`
  if (!taken.has(second)) return second
  let number = 2
  while (taken.has(`${second}-${number}`)) number += 1
  return `${second}-${number}`
}
