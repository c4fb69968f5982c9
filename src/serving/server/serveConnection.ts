import type { Transport } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { Effect } from "effect"
import type { CallContext } from "./ServedToolset.ts"
import { type Served, ToolServer } from "./Server.ts"

/**
 * Serves one connection of a transport that carries messages both ways, in the era that the client opens it with. Closing
 * the scope closes the connection.
 */
export const serveConnection = Effect.fnUntraced(function* (
  served: Served,
  context: CallContext,
  transport: Transport
) {
  const log = Effect.runForkWith(yield* Effect.context())
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      serveStdio(({ era }) => new ToolServer(served, era, context), {
        transport,
        onerror: (error) => void log(Effect.logDebug("Protocol", error.message))
      })
    ),
    (handle) => Effect.promise(() => handle.close())
  )
})
