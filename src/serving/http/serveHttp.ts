import { Effect, Layer, Scheduler } from "effect"
import type { CertificateFiles } from "../../adapters/http/certificates.ts"
import { hostNamesAt } from "../../adapters/http/hostNames.ts"
import { listen } from "../../adapters/http/listen.ts"
import type { AddressRanges } from "../../adapters/http/peers.ts"
import { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"
import { guardCalls } from "../auth/guardCalls.ts"
import { type Authentication, makeGate } from "../auth/makeGate.ts"
import { limitHeapOnceLoaded } from "../server/limitHeap.ts"
import { openToolsets, type ServerOptions } from "../server/openToolsets.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { makeTimeSlices } from "../server/TimeSlices.ts"
import { Measurements } from "./Measurements.ts"
import { Routes } from "./routes.ts"
import type { RepositorySources } from "./RepositoryNames.ts"

/** Options of a server over HTTP. */
export interface HttpServerOptions extends ServerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Serves TLS with it; undefined: without TLS. */
  readonly certificate?: CertificateFiles | undefined
  /** Proxies whose `X-Forwarded-*` headers count. */
  readonly proxies: AddressRanges
  /** Whether to refuse clients of other machines that do not come through one of the proxies. */
  readonly mustBeNear: boolean
  /** Addresses of other machines that may read `/metrics`. */
  readonly metricsFrom: AddressRanges
  readonly repositories: RepositorySources
  /** Names by which clients may address the server, in addition to that of its address. */
  readonly hostNames: ReadonlyArray<string>
  /** Maximum size of a request's body. */
  readonly maxBodyBytes: number
  /** Undefined: whoever reaches the server may. */
  readonly authentication?: Authentication | undefined
  /** How long calls in flight may take when the server stops. */
  readonly graceMillis: number
  /** Called with the port once the server listens. */
  readonly onListening: (port: number) => Effect.Effect<void>
}

const upkeepInterval = "10 seconds"

/** Ends idle sessions and updates what is measured, again and again. */
const keepUp = Effect.fnUntraced(function* (routes: Routes, measurements: Measurements) {
  for (;;) {
    yield* Effect.sleep(upkeepInterval)
    routes.sessions.expire()
    measurements.observe(routes.sessions.size)
  }
})

/**
 * Serves the toolsets over HTTP until interrupted (spec http): both protocol eras, each repository at an address of its own.
 * When interrupted, finishes the calls in flight within the grace. Fails with `ListenError` if the address is taken.
 */
export const serveHttp = Effect.fn("Mcp.serveHttp")(
  function* (options: HttpServerOptions) {
    yield* surviveCrashes
    const open = yield* Layer.build(OpenRepositories.layer)
    const { authentication } = options
    const measurements = new Measurements(yield* Effect.context())
    const openAll = (opened: ServerOptions["toolsets"]) =>
      openToolsets({ ...options, toolsets: opened }).pipe(
        Effect.provideContext(open),
        Effect.map((served) =>
          guardCalls(measurements.measured(served), { auditArguments: authentication?.auditArguments ?? false })
        )
      )
    const toolsets = options.toolsets.map(yield* limitHeapOnceLoaded)
    const spanning = toolsets.filter(({ spansRepositories }) => spansRepositories)
    const routes = new Routes({
      ...options,
      hostNames: hostNamesAt(options.host, options.hostNames),
      served: yield* openAll(toolsets),
      spanning: spanning.length === 0 ? undefined : yield* openAll(spanning),
      measurements,
      gate: authentication && (yield* makeGate(authentication))
    })
    const port = yield* listen({
      ...options,
      handle: (request, peer) => routes.handle(request, peer),
      onStop: Effect.asVoid(Effect.promise(() => routes.close()))
    })
    yield* options.onListening(port)
    return yield* keepUp(routes, measurements)
  },
  Effect.scoped,
  Effect.provideService(Scheduler.Scheduler, makeTimeSlices())
)
