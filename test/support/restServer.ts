import { Deferred, Effect } from "effect"
import { createServer, type RequestListener } from "node:http"
import { BlockList } from "node:net"
import { type RestServerOptions, serveRest } from "../../src/serving/rest/serveRest.ts"

/** Only clients of this machine, and no pages. */
const noAccess = { hostNames: [], allowedOrigin: undefined, mustBeNear: false, proxies: new BlockList() }

/** Listens on a free port of this machine until the scope closes. The address, without a slash at its end. */
export const listenHttp = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly address: string; readonly close: () => void }>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => {
        const bound = server.address()
        const port = typeof bound === "object" && bound !== null ? bound.port : 0
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ address: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ address }) => address))

/** Serves the REST interface over a host as `ultragit gitblit serve` does, for the scope. The address. */
export const serveHost = Effect.fnUntraced(function* (access: Partial<RestServerOptions> = {}) {
  const listening = yield* Deferred.make<number>()
  yield* Effect.forkScoped(
    serveRest({
      ...noAccess,
      ...access,
      host: "127.0.0.1",
      port: 0,
      graceMillis: 2_000,
      onListening: (port) => Effect.asVoid(Deferred.succeed(listening, port))
    })
  )
  return `http://127.0.0.1:${yield* Deferred.await(listening)}`
})
