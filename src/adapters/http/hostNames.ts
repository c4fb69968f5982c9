import { isIP } from "node:net"
import { isLoopback } from "./peers.ts"

/**
 * A host name or address as it is in an address of the web, so as `Host` and `Origin` have it: in lower case, an IPv6
 * address in brackets and in its short form. Undefined if it is none, for example because it has a port.
 */
export const canonicalHost = (text: string): string | undefined => {
  const host = isIP(text) === 6 ? `[${text}]` : text
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s@/\\?#:[\]*]+)$/i.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}

const localNames = ["localhost", "127.0.0.1", "[::1]"]
const wildcards = new Set(["0.0.0.0", "::"])

/**
 * Names by which clients may address a server: that of the address it listens on, those of this machine if it listens on
 * one of them or on all, and further ones (spec http, guards).
 */
export const hostNamesAt = (listensOn: string, further: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isWildcard = wildcards.has(listensOn)
  const local = isWildcard || isLoopback(listensOn) || listensOn === "localhost" ? localNames : []
  const own = isWildcard ? [] : [listensOn]
  return [...local, ...[...own, ...further].flatMap((name) => canonicalHost(name) ?? [])]
}
