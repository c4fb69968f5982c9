import type { Members } from "../Client.ts"

/** The members in which clients keep the address of a remote server. */
const addresses = ["url", "httpUrl", "serverUrl"]

/** Whether an existing entry is of a remote server and the new one of a local program, or the reverse: they must not be mixed. */
export const isOtherKind = (there: Members, members: Members): boolean =>
  [...addresses, "command"].some((member) => member in there && !(member in members))

/** Picks the address of a remote server; empty for a local one. */
export const pickAddress = (members: Members): Members =>
  Object.fromEntries(addresses.filter((address) => address in members).map((address) => [address, members[address]]))
