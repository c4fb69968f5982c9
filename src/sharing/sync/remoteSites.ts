import { Option } from "effect"
import type { ConfigEntry } from "../../adapters/git/Git.ts"
import { findSite, type HostKind, hostKinds, type Site } from "../../adapters/hosting/Site.ts"

const insteadOfKey = /^url\.(.+)\.insteadof$/s

/** Applies `url.<base>.insteadOf`, as git does: the longest prefix wins. */
const rewriteAddress = (entries: ReadonlyArray<ConfigEntry>, address: string): string => {
  const [longest] = entries
    .flatMap(({ key, value }) => {
      const base = insteadOfKey.exec(key)?.[1]
      return base !== undefined && address.startsWith(value) ? [{ base, prefix: value }] : []
    })
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return longest === undefined ? address : longest.base + address.slice(longest.prefix.length)
}

const addressOf = (entries: ReadonlyArray<ConfigEntry>, remote: string): string =>
  rewriteAddress(entries, entries.find(({ key }) => key === `remote.${remote}.url`)?.value ?? "")

/** Finds the project that a remote names on a host of one of these kinds; none if it names none. */
export const findRemoteSite = (entries: ReadonlyArray<ConfigEntry>, kind: HostKind, remote: string) =>
  findSite(kind, addressOf(entries, remote))

/** Finds the host of a remote as imported pull requests name it; none if its address is none of a host. */
export const findRemoteHost = (entries: ReadonlyArray<ConfigEntry>, remote: string): Option.Option<string> =>
  Option.map(
    Option.firstSomeOf(hostKinds.map((kind): Option.Option<Site> => findRemoteSite(entries, kind, remote))),
    ({ host }) => host
  )
