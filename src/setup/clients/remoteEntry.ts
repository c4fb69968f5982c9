import { Effect } from "effect"
import type { Client, Members, RemoteEntry } from "./Client.ts"
import { AddressInvalid, InstallError, RemoteUnsupported } from "./InstallError.ts"

/** The variable with the user's token. Entries name it, and never have the token itself. */
const tokenVariable = "ULTRAGIT_TOKEN"

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const invalid = (problem: string): Effect.Effect<never, InstallError> =>
  new InstallError({ reason: new AddressInvalid({ problem }) })

/**
 * Parses the address of a server. Fails with `AddressInvalid` for one that has credentials or a query, which would be
 * written for all to read, and for one whose token would travel unencrypted.
 */
export const parseAddress = Effect.fnUntraced(function* (given: string) {
  const url = URL.parse(given)
  if (url === null) return yield* invalid("it is not one of the web.")
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return yield* invalid("it has credentials, a query or a fragment, which others could read.")
  }
  const isLocal = loopback.test(url.hostname)
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)) {
    return yield* invalid("it is not encrypted; http is for this machine alone.")
  }
  const remote: RemoteEntry = { url: url.href, tokenVariable: isLocal ? undefined : tokenVariable }
  return remote
})

/** Converts to the client's members. Fails with `RemoteUnsupported` if its file has no such entries. */
export const remoteMembersFor = (client: Client, remote: RemoteEntry): Effect.Effect<Members, InstallError> =>
  client.remoteMembersOf === undefined
    ? new InstallError({ reason: new RemoteUnsupported({ client: client.title }) })
    : Effect.succeed(client.remoteMembersOf(remote))

/** What the user must know about an entry with an address. */
export const remoteNotes = (client: Client, remote: RemoteEntry): ReadonlyArray<string> => {
  if (remote.tokenVariable === undefined) return []
  return [
    client.remoteNote ??
      `${client.title} takes your token from the environment variable ${remote.tokenVariable}; set it before you start it.`
  ]
}
