import { BlockList, isIP } from "node:net"

/** Who sends a request, and by which protocol, as far as what says so is trusted. */
export interface Peer {
  /** The client's address; undefined if its connection is gone. */
  readonly address: string | undefined
  readonly protocol: "http" | "https"
  /** Whether the request came from this machine, or through a proxy that is trusted. */
  readonly isNear: boolean
}

/** Addresses and ranges of them. */
export type AddressRanges = Pick<BlockList, "check">

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Without the form of IPv4 addresses on sockets that listen on both families. */
const normalize = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, "")

/** Parses addresses and ranges such as `10.0.0.0/8`; undefined if one is neither. */
export const parseRanges = (ranges: ReadonlyArray<string>): AddressRanges | undefined => {
  const list = new BlockList()
  for (const range of ranges) {
    const [, address = "", bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
    const maxBits = isIP(address) === 6 ? 128 : 32
    const prefix = Number(bits ?? maxBits)
    if (isIP(address) === 0 || prefix > maxBits) return undefined
    list.addSubnet(address, prefix, familyOf(address))
  }
  return list
}

/** Whether an address is of this machine alone. */
export const isLoopback = (address: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1)$/.test(normalize(address))

/** Whether an address is in one of the ranges. */
export const isWithin = (ranges: AddressRanges, address: string): boolean =>
  isIP(address) !== 0 && ranges.check(address, familyOf(address))

/** The last address in `X-Forwarded-For` that no trusted proxy has: proxies add theirs at the end. */
const findClient = (proxies: AddressRanges, peer: string, forwarded: string): string => {
  const hops = forwarded.split(",").map(normalize)
  const outside = hops.findLast((hop) => !isWithin(proxies, hop))
  return outside === undefined || isIP(outside) === 0 ? peer : outside
}

/**
 * Finds who sent a request. `X-Forwarded-For` and `X-Forwarded-Proto` count only if a trusted proxy sent them.
 * @param proxies addresses of proxies that are trusted
 * @param socketAddress the other end of the connection
 */
export const findPeer = (
  proxies: AddressRanges,
  socketAddress: string | undefined,
  headers: Readonly<Record<string, string | undefined>>,
  isEncrypted: boolean
): Peer => {
  const own = isEncrypted ? "https" : "http"
  if (socketAddress === undefined) return { address: undefined, protocol: own, isNear: false }
  const peer = normalize(socketAddress)
  if (!isWithin(proxies, peer)) return { address: peer, protocol: own, isNear: isLoopback(peer) }
  const address = findClient(proxies, peer, headers["x-forwarded-for"] ?? "")
  const isHttps = headers["x-forwarded-proto"]?.split(",").at(-1)?.trim() === "https"
  return { address, protocol: isHttps || isEncrypted ? "https" : "http", isNear: true }
}
