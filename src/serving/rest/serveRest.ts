import { Effect } from "effect"
import type { CertificateFiles } from "../../adapters/http/certificates.ts"
import { hostNamesAt } from "../../adapters/http/hostNames.ts"
import { listen } from "../../adapters/http/listen.ts"
import type { AddressRanges } from "../../adapters/http/peers.ts"
import { type Authentication, makeGate } from "../auth/makeGate.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { makeRestHandler, type RestAccess } from "./RestHandler.ts"

/** Options of a server of the REST interface. */
export interface RestServerOptions extends Omit<RestAccess, "gate" | "auditArguments" | "hostNames"> {
  readonly host: string
  /** Names by which clients may address the server, in addition to that of its address. */
  readonly hostNames: ReadonlyArray<string>
  /** 0 for any free one. */
  readonly port: number
  /** Serves TLS with it; undefined: without TLS. */
  readonly certificate?: CertificateFiles | undefined
  /** Proxies whose `X-Forwarded-*` headers count. */
  readonly proxies: AddressRanges
  /** Undefined: whoever reaches the server may read all. */
  readonly authentication?: Authentication | undefined
  /** How long requests in flight may take when the server stops. */
  readonly graceMillis: number
  /** Called with the port once the server listens. */
  readonly onListening: (port: number) => Effect.Effect<void>
}

const pollMillis = 20

/**
 * Serves the REST interface of the Gitblit plugin until interrupted (spec gitblit), so that its clients work without it.
 * When interrupted, finishes the requests in flight within the grace. Fails with `ListenError` if the address is taken.
 */
export const serveRest = Effect.fn("Rest.serve")(function* (options: RestServerOptions) {
  yield* surviveCrashes
  const { authentication } = options
  const { handle, isIdle } = yield* makeRestHandler({
    ...options,
    hostNames: hostNamesAt(options.host, options.hostNames),
    auditArguments: authentication?.auditArguments ?? false,
    gate: authentication && (yield* makeGate(authentication))
  })
  const idle = Effect.gen(function* () {
    while (!isIdle()) yield* Effect.sleep(pollMillis)
    // The last answer may still be in the socket.
    yield* Effect.sleep(pollMillis)
  })
  const port = yield* listen({
    ...options,
    // The plugin refuses them in its own words.
    furtherMethods: ["PUT", "PATCH"],
    handle,
    onStop: Effect.asVoid(Effect.timeoutOption(idle, options.graceMillis))
  })
  yield* options.onListening(port)
  return yield* Effect.never
}, Effect.scoped)
