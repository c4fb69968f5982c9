import { Option } from "effect"
import type { ConfigEntry } from "../../adapters/git/Git.ts"
import { findSite, type HostKind, hostKinds, type Site } from "../../adapters/hosting/Site.ts"

const insteadOfKey = /^url\.(.+)\.insteadof$/s
const pushInsteadOfKey = /^url\.(.+)\.pushinsteadof$/s

/** Replaces the begin of an address as such keys say, as git does: the longest prefix wins. Undefined if none fits. */
const replaceBase = (entries: ReadonlyArray<ConfigEntry>, keys: RegExp, address: string): string | undefined => {
  const [longest] = entries
    .flatMap(({ key, value }) => {
      const base = keys.exec(key)?.[1]
      return base !== undefined && address.startsWith(value) ? [{ base, prefix: value }] : []
    })
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return longest === undefined ? undefined : longest.base + address.slice(longest.prefix.length)
}

/** Applies `url.<base>.insteadOf`. */
const rewriteAddress = (entries: ReadonlyArray<ConfigEntry>, address: string): string =>
  replaceBase(entries, insteadOfKey, address) ?? address

const addressesOf = (entries: ReadonlyArray<ConfigEntry>, remote: string, name: "url" | "pushurl") =>
  entries.filter(({ key }) => key === `remote.${remote}.${name}`).map(({ value }) => value)

/** Finds the project that a remote names on a host of one of these kinds; none if it names none. */
export const findRemoteSite = (entries: ReadonlyArray<ConfigEntry>, kind: HostKind, remote: string) =>
  findSite(kind, rewriteAddress(entries, addressesOf(entries, remote, "url")[0] ?? ""))

/** Lists the addresses that `git push` sends to. */
const listPushAddresses = (entries: ReadonlyArray<ConfigEntry>, remote: string): ReadonlyArray<string> => {
  const own = addressesOf(entries, remote, "pushurl")
  if (own.length > 0) return own.map((address) => rewriteAddress(entries, address))
  return addressesOf(entries, remote, "url").map(
    (address) => replaceBase(entries, pushInsteadOfKey, address) ?? rewriteAddress(entries, address)
  )
}

/** Finds the hosts that a push to a remote reaches, as imported pull requests name them; none for an address of no host. */
export const findPushHosts = (
  entries: ReadonlyArray<ConfigEntry>,
  remote: string
): ReadonlyArray<Option.Option<string>> =>
  listPushAddresses(entries, remote).map((address) =>
    Option.map(
      Option.firstSomeOf(hostKinds.map((kind): Option.Option<Site> => findSite(kind, address))),
      ({ host }) => host
    )
  )
