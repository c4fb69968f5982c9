import { Effect } from "effect"
import { listen } from "../../adapters/http/listen.ts"
import type { AddressRanges } from "../../adapters/http/peers.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { makeRestHandler, type RestAccess } from "./RestHandler.ts"

/** Options of a server of the REST interface. */
export interface RestServerOptions extends RestAccess {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** How long requests in flight may take when the server stops. */
  readonly graceMillis: number
  /** Called with the port once the server listens. */
  readonly onListening: (port: number) => Effect.Effect<void>
}

const noProxies: AddressRanges = { check: () => false }
const pollMillis = 20

/**
 * Serves the REST interface of the Gitblit plugin until interrupted (spec gitblit), so that its clients work without it.
 * When interrupted, finishes the requests in flight within the grace. Fails with `ListenError` if the address is taken.
 */
export const serveRest = Effect.fn("Rest.serve")(function* (options: RestServerOptions) {
  yield* surviveCrashes
  const { handle, isIdle } = yield* makeRestHandler(options)
  const idle = Effect.gen(function* () {
    while (!isIdle()) yield* Effect.sleep(pollMillis)
    // The last answer may still be in the socket.
    yield* Effect.sleep(pollMillis)
  })
  const port = yield* listen({
    host: options.host,
    port: options.port,
    graceMillis: options.graceMillis,
    proxies: noProxies,
    // The plugin refuses them in its own words.
    furtherMethods: ["PUT", "PATCH"],
    handle: (request, _, target) => handle(request, target),
    onStop: Effect.asVoid(Effect.timeoutOption(idle, options.graceMillis))
  })
  yield* options.onListening(port)
  return yield* Effect.never
}, Effect.scoped)
