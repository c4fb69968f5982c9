import type { Members } from "../Client.ts"

/** The members in which clients keep the address of a remote server. */
const addresses = ["url", "httpUrl", "serverUrl"]

/** Whether an existing entry is of a remote server, whose members must not be mixed with those of a local program. */
export const isRemote = (there: Members, members: Members): boolean =>
  addresses.some((address) => address in there && !(address in members))

/** Picks the address of a remote server; empty for a local one. */
export const pickAddress = (members: Members): Members =>
  Object.fromEntries(addresses.filter((address) => address in members).map((address) => [address, members[address]]))
