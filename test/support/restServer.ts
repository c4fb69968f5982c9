import { Effect, Option } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { RepositoryHost } from "../../src/repositoryHost/model/RepositoryHost.ts"
import { answerRest } from "../../src/repositoryHost/rest/answerRest.ts"

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

/** Serves the REST endpoints of the plugin over a host, on a real socket. */
export const serveRest = Effect.gen(function* () {
  const context = yield* Effect.context<RepositoryHost>()
  const run = Effect.runPromiseWith(context)
  return yield* listenHttp((request, response) => {
    const answer = answerRest({ method: request.method ?? "", target: request.url ?? "" })
    if (Option.isNone(answer)) return void response.writeHead(404).end()
    void run(answer.value).then(({ body, status }) => {
      response.writeHead(status, { "content-type": "application/json;charset=utf-8" })
      return response.end(body === undefined ? "" : JSON.stringify(body))
    })
  })
})
