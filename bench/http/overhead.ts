import process from "node:process"
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect } from "effect"
import { join } from "node:path"
import { quantile } from "../measure.ts"
import { program } from "./BenchServer.ts"

const revisions = [
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025-11-25", "legacy"]
] as const

const connect = (transport: Transport, mode: (typeof revisions)[number][1]) =>
  Effect.promise(() => {
    const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode } })
    return client.connect(transport).then(() => client)
  })

const timeCall = (client: Client): Effect.Effect<number> =>
  Effect.promise(() => {
    const started = performance.now()
    return client
      .callTool({ name: "ultragit_read", arguments: { path: "only-a.ts" } })
      .then(() => performance.now() - started)
  })

const warmUp = 20

/** Times the same call over both transports, in turns. Returns a line for each protocol revision. */
export const measureOverhead = Effect.fnUntraced(function* (base: string, root: string, rounds: number) {
  const lines: Array<string> = []
  for (const [revision, mode] of revisions) {
    const overHttp = yield* connect(new StreamableHTTPClientTransport(new URL(`${base}/r/a/mcp`)), mode)
    const args = [program, "mcp", "start", "--repo", join(root, "a")]
    const overPipes = yield* connect(new StdioClientTransport({ command: process.execPath, args }), mode)
    const times: { readonly http: Array<number>; readonly stdio: Array<number> } = { http: [], stdio: [] }
    for (let round = -warmUp; round < rounds; round++) {
      const [http, stdio] = [yield* timeCall(overHttp), yield* timeCall(overPipes)]
      if (round >= 0) {
        times.http.push(http)
        times.stdio.push(stdio)
      }
    }
    yield* Effect.promise(() => Promise.all([overHttp.close(), overPipes.close()]))
    const [http, stdio] = [quantile(times.http, 0.5), quantile(times.stdio, 0.5)]
    lines.push(
      `${revision}: median HTTP ${http.toFixed(2)} ms, stdio ${stdio.toFixed(2)} ms, difference ${(http - stdio).toFixed(2)} ms`
    )
  }
  return lines.join("\n")
})
