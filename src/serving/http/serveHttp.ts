import { Effect, Layer, Scheduler } from "effect"
import { listen } from "../../adapters/http/listen.ts"
import { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"
import { openToolsets, type ServerOptions } from "../server/openToolsets.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { makeTimeSlices } from "../server/TimeSlices.ts"
import { Routes } from "./routes.ts"
import type { RepositorySources } from "./RepositoryNames.ts"

/** Options of a server over HTTP. */
export interface HttpServerOptions extends ServerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly repositories: RepositorySources
  /** Further names by which clients may address the server. */
  readonly hostNames: ReadonlyArray<string>
  /** Maximum size of a request's body. */
  readonly maxBodyBytes: number
  /** How long calls in flight may take when the server stops. */
  readonly graceMillis: number
  /** Called with the port once the server listens. */
  readonly onListening: (port: number) => Effect.Effect<void>
}

const expiryInterval = "30 seconds"

/** Ends idle sessions, again and again. */
const expireSessions = Effect.fnUntraced(function* (routes: Routes) {
  for (;;) {
    yield* Effect.sleep(expiryInterval)
    routes.sessions.expire()
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
    const openAll = (toolsets: ServerOptions["toolsets"]) =>
      Effect.provideContext(openToolsets({ ...options, toolsets }), open)
    const spanning = options.toolsets.filter(({ spansRepositories }) => spansRepositories)
    const routes = new Routes({
      served: yield* openAll(options.toolsets),
      spanning: spanning.length === 0 ? undefined : yield* openAll(spanning),
      repositories: options.repositories,
      hostNames: options.hostNames,
      maxBodyBytes: options.maxBodyBytes
    })
    const port = yield* listen({
      host: options.host,
      port: options.port,
      graceMillis: options.graceMillis,
      handle: (request) => routes.handle(request),
      onStop: Effect.asVoid(Effect.promise(() => routes.close()))
    })
    yield* options.onListening(port)
    return yield* expireSessions(routes)
  },
  Effect.scoped,
  Effect.provideService(Scheduler.Scheduler, makeTimeSlices())
)
