import type { Members } from "../Client.ts"

/** Members by which an entry names a server elsewhere, over all clients. */
const addresses = ["url", "httpUrl", "serverUrl"]

/** Whether an entry is one of a server elsewhere, which nothing of may stay beside members that start a program. */
export const isRemote = (there: Members, members: Members): boolean =>
  addresses.some((address) => address in there && !(address in members))

/** Where an entry says that its server is, if elsewhere. */
export const addressOf = (members: Members): Members =>
  Object.fromEntries(addresses.filter((address) => address in members).map((address) => [address, members[address]]))
